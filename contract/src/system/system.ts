import * as z from 'zod/mini'
import { sessionPayload, tokenMetadata } from '../accounts/accounts.ts'
import { endpoint } from '../http/endpoint.ts'
import { languages } from '../languages.ts'

export const systemEndpoints = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    summary: 'The process answers; it says stopping while it does so for a moment more only',
    access: 'public',
    audit: null,
    returns: z.object({ status: z.enum(['live', 'stopping']) }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    summary: 'The database answers too; 503 otherwise',
    access: 'public',
    audit: null,
    returns: z.object({ status: z.literal('ready') }),
    errors: ['service_unavailable'],
  }),
  version: endpoint({
    method: 'GET',
    path: '/version',
    summary: 'Which version of Ulna answers, as CHANGELOG.md has it',
    access: 'public',
    audit: null,
    returns: z.object({ version: z.string() }),
  }),
  installation: endpoint({
    method: 'GET',
    path: '/installation',
    summary: 'What a first visit needs to know: whether anybody has registered yet, and the default language',
    access: 'public',
    audit: null,
    returns: z.object({
      fresh: z.boolean(),
      language: z.enum(languages),
      /** Why nothing came of the restore that was asked for last, in the words of the command; null where none was. */
      restoreFault: z.nullable(z.string()),
    }),
  }),
  loadDemo: endpoint({
    method: 'POST',
    path: '/installation/demo',
    summary: 'Fills an installation that nobody uses yet with the demo practice and signs in as its owner',
    access: 'public',
    audit: 'demo.load',
    returns: sessionPayload,
    metadata: z.extend(tokenMetadata, { username: z.string(), password: z.string() }),
    status: 201,
    errors: ['already_exists'],
  }),
}
