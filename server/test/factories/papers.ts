import { createHash, randomUUID } from 'node:crypto'
import { type IssuedPaper, type PaperScope, paperEndpoints } from '@ulna/contract/papers/papers'
import { keepSigningKey } from '../../src/features/papers/keys/papers.keys.service.ts'
import { newSecret } from '../../src/features/papers/papers.code.ts'
import { transaction } from '../../src/platform/database/database.ts'
import { localFileStore } from '../../src/platform/files/file-store.local.ts'
import { generateSigningKey, type NewSigningKey } from '../../src/platform/papers/papers.ts'
import { deriveKey } from '../../src/platform/tokens.ts'
import { type TestApp, testSecret } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import type { TestPerson } from './people.ts'

export const signingKeysKey = deriveKey(testSecret, 'keys that papers are signed with')

let made: Promise<NewSigningKey> | undefined

/** One key for all practices of a test file: making one takes a second. */
export const giveSigningKey = async (
  app: TestApp,
  { practiceId, userId }: TestPerson,
  source: 'generated' | 'supplied' = 'generated',
): Promise<number> => {
  made ??= generateSigningKey('Fisioterapia Ñandú', new Date().toISOString())
  const key = await made
  const scope = { practiceId, userId }
  const id = await transaction(app.owner.queries, scope, 'read write', (tx) =>
    keepSigningKey(tx, { signingKeys: signingKeysKey, practiceId, key, source }),
  )
  if (id !== undefined) return id
  const row = await app.owner.queries
    .selectFrom('practice_signing_keys')
    .select('id')
    .where('practice_id', '=', practiceId)
    .where('source', '=', source)
    .executeTakeFirstOrThrow()
  return row.id
}

/** The row and the bytes of a paper, without making its pages. */
export const insertPaper = async (
  app: TestApp,
  by: TestPerson,
  {
    patientId,
    recordId,
    content,
    scope = 'record',
  }: { patientId: number; recordId: number | null; content: string | Buffer; scope?: PaperScope },
): Promise<{ id: number; secret: string }> => {
  const secret = newSecret()
  const bytes = Buffer.from(content)
  const storageKey = `scene-${by.practiceId}/papers/${randomUUID()}.pdf`
  await localFileStore(app.filesDirectory).put(storageKey, bytes)
  const { id } = await app.owner.queries
    .insertInto('issued_papers')
    .values({
      practice_id: by.practiceId,
      code: secret,
      patient_id: patientId,
      scope,
      record_id: recordId,
      language: 'es',
      records: JSON.stringify(
        recordId === null ? [] : [{ id: recordId, version: 1, voided: false, addenda: 0 }],
      ),
      sha256: createHash('sha256').update(bytes).digest(),
      byte_size: bytes.length,
      pages: 1,
      signing_key_id: await giveSigningKey(app, by),
      storage_key: storageKey,
      issued_by: by.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

export const issuePaper = async (
  app: TestApp,
  by: TestPerson,
  patientId: number,
  body: Record<string, unknown> = { scope: 'file' },
): Promise<{ paper: IssuedPaper; pdf: Buffer }> => {
  const answer = await callEndpoint(app, paperEndpoints.issue, {
    token: by.token,
    params: { patientId },
    body,
  })
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${answer.text}`)
  const paper = answer.payload as IssuedPaper
  const content = await app.server.inject({
    url: `/api/paper/${paper.id}/content`,
    headers: { authorization: `Bearer ${by.token}` },
  })
  return { paper, pdf: content.rawPayload }
}
