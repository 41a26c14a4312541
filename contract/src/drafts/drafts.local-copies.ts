import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { permissions } from '../permissions.ts'

/** Apart from the drafts themselves: signing out needs it, and the page of signing in knows no records. */
export const localCopyEndpoints = {
  key: endpoint({
    method: 'GET',
    path: '/draft/key',
    summary:
      'The key with which the caller’s browser encrypts what did not reach the server yet (AES-256, hexadecimal)',
    access: permissions.writeRecords,
    audit: null,
    returns: z.object({ key: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  }),
}
