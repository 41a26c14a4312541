import { patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import { patientMergeEndpoints } from '@ulna/contract/patient-merges/patient-merges'
import { type Patient, patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { handOverCalls } from '../../../test/factories/hand-overs.ts'
import { mergesOf } from '../../../test/factories/merges.ts'
import { filesOf } from '../../../test/factories/moves.ts'
import { sellPackage } from '../../../test/factories/packages.ts'
import { registerOwner } from '../../../test/factories/people.ts'
import { freshAgenda, type TestAgenda, weekly } from '../../../test/factories/series.ts'
import { testServer } from '../../../test/test-practice.ts'
import { imageKey } from '../patients/patients.image.ts'

let agenda: TestAgenda
let merges: ReturnType<typeof mergesOf>
let kept: Patient
let other: Patient

const app = await testServer()
beforeEach(async () => {
  agenda = await freshAgenda(app)
  merges = mergesOf(app, agenda.by)
  kept = await createPatient(app, agenda.by)
  other = await createPatient(app, agenda.by)
})

const token = (): string => agenda.by.token
const errorOf = ({ errors }: { errors?: readonly { message: string }[] | undefined }) => errors?.[0]?.message

/** Whose each row of a table is, in the order in which they were written. */
const whoseIn = async (table: string, column = 'id'): Promise<readonly (readonly [number, number])[]> => {
  const { rows } = await sql<{ id: number; patient: number }>`
    select ${sql.ref(column)}::int as id, patient_id::int as patient from ${sql.table(table)}
    where practice_id = ${agenda.by.practiceId} order by id`.execute(app.owner.queries)
  return rows.map(({ id, patient }) => [id, patient])
}

describe('what was written since a merge', () => {
  it('of a case of the file that stays takes its session along, also where it was counted of a visit that goes back', async () => {
    const { id: caseId } = await writeRecord(app, agenda.by, { ...caseInput(kept.id), date: '2025-01-08' })
    const { id: packageId } = await sellPackage(app, agenda.by, other.id)
    const visit = await bookAppointment(app, agenda.by, {
      ...{ start: '2025-03-03T15:00:00Z', end: '2025-03-03T15:45:00Z', patientId: other.id },
    })
    const counted = await callEndpoint(app, sessionPackageEndpoints.changeVisit, {
      token: token(),
      params: { appointmentId: visit.id },
      body: { action: 'count', packageId },
    })
    expect(counted.status).toBe(200)
    await merges.merge(kept.id, other.id)
    const session = await writeRecord(app, agenda.by, {
      ...followUpInput(kept.id, caseId),
      date: '2025-03-03',
    })
    expect(await whoseIn('session_package_uses', 'record_id')).toEqual([[session.id, kept.id]])
    await merges.undo(kept.id)
    expect(await whoseIn('session_package_uses', 'record_id')).toEqual([[session.id, kept.id]])
    expect(await whoseIn('appointments')).toEqual([[visit.id, other.id]])
    const { payload } = await callEndpoint(app, sessionPackageEndpoints.read, {
      token: token(),
      params: { id: packageId },
    })
    expect(payload).toMatchObject({ ownerId: other.id, usedSessions: 1 })
  })

  it('and moved to a case of the file that stays, stays with its case', async () => {
    const ours = await writeRecord(app, agenda.by, caseInput(kept.id))
    const theirs = await writeRecord(app, agenda.by, caseInput(other.id))
    const session = await writeRecord(app, agenda.by, followUpInput(other.id, theirs.id))
    await merges.merge(kept.id, other.id)
    const moved = await callEndpoint(app, recordEndpoints.update, {
      token: token(),
      params: { id: session.id },
      body: { data: followUpInput(kept.id, ours.id).data },
    })
    expect(moved.payload).toMatchObject({ id: session.id, caseId: ours.id })
    expect((await merges.list(kept.id))[0]?.stays.records).toBe(1)
    await merges.undo(kept.id)
    expect(await whoseIn('records')).toEqual([
      [ours.id, kept.id],
      [theirs.id, other.id],
      [session.id, kept.id],
    ])
  })
})

describe('a change of the agenda', () => {
  const changedSeries = async (patientId: number) => {
    const { book, change, times } = agenda
    const { payload } = await book({ ...times('2027-09-06'), patientId, every: weekly(3) })
    return change(payload.id, times('2027-09-06', '15:00', '16:00'))
  }
  const patients = async () => (await agenda.events()).map(({ patientId }) => patientId)

  it('from before a merge is not taken back after it, which would name who is an alias', async () => {
    const { metadata } = await changedSeries(other.id)
    await merges.merge(kept.id, other.id)
    expect((await agenda.takeBack(metadata.undo?.id)).status).toBe(404)
    expect(await patients()).toEqual([kept.id, kept.id, kept.id])
  })

  it('from between merge and its undoing is not taken back after it', async () => {
    const { payload } = await agenda.book({
      ...agenda.times('2027-10-04'),
      patientId: other.id,
      every: weekly(3),
    })
    await merges.merge(kept.id, other.id)
    const removed = await agenda.remove(payload.id)
    expect(removed.metadata.undo?.id).toBeDefined()
    await merges.undo(kept.id)
    expect((await agenda.takeBack(removed.metadata.undo?.id)).status).toBe(404)
    expect(await patients()).toEqual([])
  })
})

describe('pictures', () => {
  const picture = async (background: string) => {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer()
    return {
      ...{ data: `data:image/jpeg;base64,${bytes.toString('base64')}` },
      ...{ fileName: 'foto.jpg', contentType: 'image/jpeg' },
    }
  }
  const withPicture = async (background: string): Promise<Patient> =>
    createPatient(app, agenda.by, { profileImg: await picture(background) })
  const laterOn = async (): Promise<void> => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.owner.queries)
    await app.runJobs()
  }
  const keyOf = async (id: number): Promise<string | null> => {
    const { rows } = await sql<{ key: string | null }>`
      select profile_image_key as key from patients where id = ${id}`.execute(app.owner.queries)
    return rows[0]?.key ?? null
  }
  const isStored = async (key: string | null): Promise<boolean> =>
    (await filesOf(app).sizeOf(imageKey(key ?? '', 'thumb'))) !== undefined

  it('that a merge replaced stays for its undoing, and so does that of who was merged', async () => {
    const [one, two] = [await withPicture('#2a9287'), await withPicture('#ff0000')]
    const [first, second] = [await keyOf(one.id), await keyOf(two.id)]
    await merges.merge(one.id, two.id, { fields: { profileImgData: 'other' } })
    expect(await keyOf(one.id)).toBe(second)
    await laterOn()
    expect([await isStored(first), await isStored(second)]).toEqual([true, true])
    await merges.undo(one.id)
    await laterOn()
    expect([await keyOf(one.id), await keyOf(two.id)]).toEqual([first, second])
    expect([await isStored(first), await isStored(second)]).toEqual([true, true])
  })

  it('go with a patient who is deleted', async () => {
    const one = await withPicture('#2a9287')
    const key = await keyOf(one.id)
    expect(await isStored(key)).toBe(true)
    const { status } = await callEndpoint(app, patientEndpoints.remove, {
      token: token(),
      params: { id: one.id },
    })
    expect(status).toBe(200)
    await laterOn()
    expect(await isStored(key)).toBe(false)
  })
})

it('a file that was handed over since a merge comes apart no more', async () => {
  const { keyOf, make } = handOverCalls(app)
  const mergeId = await merges.merge(kept.id, other.id)
  await make(agenda.by, kept.id, { recipient: (await keyOf(await registerOwner(app))).recipient })
  expect((await merges.list(kept.id))[0]?.sealed).toContainEqual({ kind: 'handOvers', count: 1 })
  const answer = await merges.askUndo(kept.id, mergeId)
  expect([answer.status, errorOf(answer)]).toEqual([409, 'merge_sealed'])
})

it('a copy that was asked for one of two files and made of both keeps them together', async () => {
  const asked = await callEndpoint(app, patientCopyEndpoints.ask, {
    token: token(),
    params: { id: other.id },
    body: { askedOn: '2026-01-12', askedBy: 'patient', identity: 'document' },
  })
  expect(asked.status, asked.text).toBe(201)
  const mergeId = await merges.merge(kept.id, other.id)
  const made = await callEndpoint(app, patientCopyEndpoints.make, {
    token: token(),
    params: { id: (asked.payload as { id: number }).id },
    body: { keptBack: [] },
  })
  expect(made.status, made.text).toBe(200)
  expect((await merges.list(kept.id))[0]?.sealed).toEqual([{ kind: 'copies', count: 1 }])
  expect(errorOf(await merges.askUndo(kept.id, mergeId))).toBe('merge_sealed')
})

describe('the merges of a file', () => {
  it('are told of no patient who is blocked, nor of one who is an alias', async () => {
    const third = await createPatient(app, agenda.by)
    await merges.merge(other.id, third.id)
    const mergeId = await merges.merge(kept.id, other.id)
    const tell = (id: number) =>
      callEndpoint(app, patientMergeEndpoints.list, { token: token(), params: { id } })
    expect((await tell(kept.id)).status).toBe(200)
    const ofAlias = await tell(other.id)
    expect([ofAlias.status, errorOf(ofAlias)]).toEqual([409, 'patient_merged'])
    const { archive, block } = erasuresOf(app, agenda.by)
    await block(await archive(kept.id))
    const answers = [await tell(kept.id), await merges.askUndo(kept.id, mergeId)]
    expect(answers.map((answer) => [answer.status, errorOf(answer)])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ])
  })
})
