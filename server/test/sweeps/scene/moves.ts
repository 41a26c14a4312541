import { randomUUID } from 'node:crypto'
import { mostWaiting } from '@ulna/contract/hand-overs/hand-overs'
import { sql } from 'kysely'
import type { TestApp } from '../../build-test-app.ts'
import { craftHandOver, handedContents, handOverCalls } from '../../factories/hand-overs.ts'
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

/** Somebody who wrote elsewhere, and is no member. */
const insertAuthor = async (app: TestApp, practiceId: number, canary: string): Promise<number> => {
  const name = { first_name: 'Elena', last_name: `Ríos ${canary}` }
  const { id } = await app.owner.queries
    .insertInto('doctors')
    .values({ practice_id: practiceId, ...name, origin: `Ríos ${canary} ${randomUUID()}`, bookable: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A copy of somebody's entries: ready, or asked for by a colleague of whom nobody else is anything. */
const insertEntries = async (
  app: TestApp,
  { practiceId, userId, doctorId }: TestPerson,
  state: 'asked' | 'ready',
  canary: string,
): Promise<number> => {
  const { queries } = app.owner
  const author = state === 'ready' ? doctorId : await insertAuthor(app, practiceId, canary)
  const made = {
    decided_by: userId,
    decided_at: new Date(),
    answer: `Lo aceptaron ${canary}`,
    storage_key: `practice-${practiceId}/entries/${randomUUID()}.zip`,
    size: 1000,
    sha256: '0'.repeat(64),
    made_at: new Date(),
    expires_at: new Date(Date.now() + 86_400_000),
  }
  const row = await queries
    .insertInto('practitioner_copies')
    .values({
      practice_id: practiceId,
      doctor_id: author,
      state,
      reason: `Se va ${canary}`,
      asked_by: userId,
      language: 'es',
      ...(state === 'ready' && made),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Copies of entries: two to decide about, one to fetch, one to remove, and somebody of whom none was asked for. */
export const stageEntries = async (app: TestApp, by: TestPerson, canary: string) => ({
  authorId: await insertAuthor(app, by.practiceId, canary),
  signableCopyId: await insertEntries(app, by, 'asked', canary),
  refusableCopyId: await insertEntries(app, by, 'asked', canary),
  fetchableCopyId: await insertEntries(app, by, 'ready', canary),
  removableCopyId: await insertEntries(app, by, 'ready', canary),
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
  withdrawableCopyId: await insertCopy(app, by, patientId),
})

/** A hand-over of the patient's file that lies ready, written behind the API. */
const insertHandOver = async (
  app: TestApp,
  { practiceId, userId }: TestPerson,
  patientId: number,
  canary: string,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into hand_overs (practice_id, uid, patient_id, recipient_name, recipient, ground, ground_note, records, files,
      size, sha256, made_by, storage_key, ready_until)
    values (${practiceId}, ${randomUUID()}, ${patientId}, ${`Fisio ${canary}`}, 'age1x', 'request', ${`Por carta ${canary}`},
      1, 0, 1000, ${'0'.repeat(64)}, ${userId}, ${`practice-${practiceId}/hand-overs/${randomUUID()}.age`},
      now() + interval '3 days')
    returning id`.execute(app.owner.queries)
  return Number(rows[0]?.id)
}

/** Makes room for those that come: at most twenty wait in a practice, and earlier scenes of it have had theirs. */
const makeRoom = async (app: TestApp, { practiceId }: TestPerson): Promise<void> => {
  await sql`
    delete from received_hand_overs where practice_id = ${practiceId} and id in (select id from received_hand_overs
      where practice_id = ${practiceId} and state = 'looked' order by id desc offset ${mostWaiting - 4})`.execute(
    app.owner.queries,
  )
}

/** A file that was handed over, and those that came: one waits to be taken in, one to be forgotten, two were taken in. */
export const stageHandOvers = async (app: TestApp, by: TestPerson, patientId: number, canary: string) => {
  const { keyOf, lookedAt, take, fileOf } = handOverCalls(app)
  await makeRoom(app, by)
  const { recipient } = await keyOf(by)
  const come = () => craftHandOver({ recipient, contents: handedContents(canary) })
  const [taken, undoable] = [await take(by, await come()), await take(by, await come())]
  return {
    handOverId: await insertHandOver(app, by, patientId, canary),
    handedBytes: await come(),
    receivedId: (await lookedAt(by, await come())).id,
    forgettableReceivedId: (await lookedAt(by, await come())).id,
    undoableReceivedId: undoable.id,
    undoablePatientId: undoable.patientId,
    handedRecordId: (await fileOf(by, taken.patientId)).records[0]?.id ?? 0,
    handedPatientId: taken.patientId,
  }
}
