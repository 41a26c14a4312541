import { backupEndpoints } from '@ulna/contract/backups/backups'
import { call, payloadOf } from '../../api/session/client.ts'

/** Hands in the public half of the first key, before anybody has an account; answers its fingerprint. */
export const keepFirstRecoveryKey = async (recipient: string): Promise<string> => {
  const { fingerprint } = await payloadOf(
    call(backupEndpoints.keepFirstRecoveryKey, { body: { recipient }, silent: true }),
  )
  return fingerprint
}
