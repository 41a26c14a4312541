import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../build-test-app.ts'
import type { TestPerson } from '../../factories/people.ts'

/** An archive of the practice that lies ready, written behind the API. */
const insertArchive = async (app: TestApp, { practiceId, userId }: TestPerson): Promise<number> => {
  const row = await app.owner.queries
    .insertInto('practice_exports')
    .values({
      practice_id: practiceId,
      state: 'ready',
      storage_key: `practice-${practiceId}/exports/${randomUUID()}.zip`,
      size: 1000,
      sha256: '0'.repeat(64),
      fingerprint: 'AB:CD',
      row_count: 10,
      file_count: 1,
      made_by: userId,
      ended_at: new Date(),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A practice that the person owned until it was deleted, written behind the API; answers the deletion. */
const insertDeletion = async (app: TestApp, { userId }: TestPerson): Promise<number> => {
  const row = await app.owner.queries
    .insertInto('practice_deletions')
    .values({
      ...{ practice: 1, practice_uid: randomUUID(), practice_name: 'Fisioterapia de antes' },
      ...{ timezone: 'Europe/Madrid', state: 'done', ground: 'asked', language: 'es', asked_by: userId },
      ...{ destroy_after: new Date(), destroyed_at: new Date() },
      paper: Buffer.from('%PDF-1.7'),
      paper_code: `1-${randomUUID()}`,
      paper_sha256: Buffer.alloc(32),
      paper_pages: 1,
      paper_certificate: '',
      paper_issued_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.owner.queries
    .insertInto('practice_deletion_owners')
    .values({ deletion_id: row.id, user_id: userId })
    .execute()
  return row.id
}

/** Archives of the practice: one to fetch, one to remove; and a practice that was deleted. */
export const stageMoves = async (app: TestApp, by: TestPerson) => ({
  deletionId: await insertDeletion(app, by),
  exportId: await insertArchive(app, by),
  discardableId: await insertArchive(app, by),
})

/** A copy of a file that lies ready, written behind the API. */
const insertCopy = async (
  app: TestApp,
  { practiceId, userId }: TestPerson,
  patientId: number,
): Promise<number> => {
  const row = await app.owner.queries
    .insertInto('patient_copies')
    .values({
      practice_id: practiceId,
      patient_id: patientId,
      asked_on: '2026-01-12',
      asked_by: 'patient',
      identity: 'document',
      noted_by: userId,
      language: 'es',
      made_by: userId,
      storage_key: `practice-${practiceId}/copies/${randomUUID()}.zip`,
      size: 1000,
      sha256: '0'.repeat(64),
      made_at: new Date(),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Copies of the patient's file: one to make anew and to link to, one to hand over. */
export const stageCopies = async (app: TestApp, by: TestPerson, patientId: number) => ({
  copyId: await insertCopy(app, by, patientId),
  handableCopyId: await insertCopy(app, by, patientId),
})
