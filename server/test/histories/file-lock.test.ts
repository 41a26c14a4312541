import { setTimeout as sleep } from 'node:timers/promises'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { caseInput, createPatient, writeRecord } from '../factories/clinical.ts'
import { addMember } from '../factories/people.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { testPractice } from '../test-practice.ts'

const { app, owner } = await testPractice()
const author = await addMember(app, owner.practiceId, 'practitioner', true)

const setUnlocked = (patientId: number, unlocked: boolean): Promise<TestAnswer> =>
  callEndpoint(app, patientEndpoints.update, {
    params: { id: patientId },
    token: owner.token,
    body: { unlocked, reason: 'corregir un dato' },
  })

/** A record past the time in which its author may still correct it: what the lock of the file protects. */
const writeOldRecord = async (patientId: number): Promise<number> => {
  const { id } = await writeRecord(app, author, caseInput(patientId))
  await app.owner.queries
    .updateTable('records')
    .set({ created_at: new Date(Date.now() - 72 * 3_600_000) })
    .where('id', '=', id)
    .execute()
  return id
}

interface Save {
  readonly startedAt: number
  readonly answer: TestAnswer
}

/** Saves again and again while `goesOn`. */
const keepSaving = async (id: number, saver: number, goesOn: () => boolean): Promise<Save[]> => {
  const saves: Save[] = []
  for (let turn = 0; goesOn(); turn += 1) {
    const startedAt = performance.now()
    const body = { data: { name: `Hombro ${saver} ${turn}` } }
    saves.push({
      startedAt,
      answer: await callEndpoint(app, recordEndpoints.update, { params: { id }, token: author.token, body }),
    })
  }
  return saves
}

interface Trail {
  readonly version: number
  readonly last_save: Date
  readonly lock: Date
}

const readTrail = async (recordId: number, patientId: number): Promise<Trail | undefined> => {
  const { rows } = await sql<Trail>`
    select r.version,
      (select max(at) from audit_events where subject_type = 'record' and subject_id = r.id and action = 'record.update') as last_save,
      (select max(at) from audit_events where patient_id = ${patientId} and action = 'patient.lock') as lock
    from records r where r.id = ${recordId}`.execute(app.owner.queries)
  return rows[0]
}

describe('locking a file while saves are in flight', () => {
  it(`B7 once the lock is acknowledged no save is accepted, and earlier ones are whole: ${sizes.lockRounds} rounds of 6 savers`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const counts = { accepted: 0, refused: 0 }
    const patient = await createPatient(app, owner)
    for (let round = 0; round < sizes.lockRounds; round += 1) {
      await setUnlocked(patient.id, true)
      const id = await writeOldRecord(patient.id)
      let saving = true
      const savers = Array.from({ length: 6 }, (_, saver) => keepSaving(id, saver, () => saving))
      await sleep(100 + Math.random() * 100)
      expect((await setUnlocked(patient.id, false)).status).toBe(200)
      const lockedAt = performance.now()
      await sleep(100)
      saving = false
      const saves = (await Promise.all(savers)).flat()
      const accepted = saves.filter(({ answer }) => answer.status === 200)
      const late = saves.filter(({ startedAt }) => startedAt > lockedAt)
      expect(late.filter(({ answer }) => answer.errors[0]?.message !== 'patient_locked')).toEqual([])
      expect(saves.length - accepted.length).toBe(saves.filter(({ answer }) => answer.status === 403).length)
      const trail = await readTrail(id, patient.id)
      // Every accepted save is a version, and by the times of the trail (milliseconds) none came after the lock.
      expect(trail?.version).toBe(1 + accepted.length)
      expect(Number(trail?.lock)).toBeGreaterThanOrEqual(Number(trail?.last_save))
      counts.accepted += accepted.length
      counts.refused += late.length
    }
    reportFigures('B7', { n: sizes.lockRounds, ...counts })
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(0)
  })
})
