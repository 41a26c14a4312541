import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { Queries } from '../../src/platform/database/database.ts'
import { deriveKey } from '../../src/platform/tokens.ts'
import { type Clinician, type Reply, sendAs } from './http-call.ts'
import { countUntold, findBroken } from './invariants.ts'
import type { Journal, Load } from './load.ts'

/** Runs over all with eight at a time. */
const forEach = async <T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> => {
  const iterator = all[Symbol.iterator]()
  const lane = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

/** Moves on when a record of the patient is written, which is acknowledged by itself. */
const withoutLastControl = ({ lastControl: _, ...patient }: Reply['payload']): Reply['payload'] => patient

interface PatientFile {
  readonly patient: Reply['payload']
  readonly records: readonly Reply['payload'][]
}

/** What was acknowledged and is not there, or is there with another content; empty when nothing is lost. */
export const findLost = async (
  baseUrl: string,
  clinicians: readonly Clinician[],
  journal: Journal,
): Promise<string[]> => {
  const lost: string[] = []
  const compare = (what: string, acknowledged: unknown, found: unknown): void => {
    if (!isDeepStrictEqual(acknowledged, found))
      lost.push(`${what}: ${JSON.stringify(acknowledged)} became ${JSON.stringify(found)}`)
  }
  const recordsById = new Map<unknown, Reply['payload']>()
  const read = async (practiceId: unknown, path: string): Promise<Reply['payload']> => {
    const clinician = clinicians.find((one) => one.practiceId === practiceId)
    if (!clinician) throw new Error(`nobody works in practice ${String(practiceId)}`)
    const { status, payload } = await sendAs(baseUrl, clinician, { method: 'GET', path })
    return status === 200 ? payload : { status }
  }
  await forEach(journal.patients, async ([id, patient]) => {
    const file = (await read(patient.practiceId, `/patient/getWithRecord/${id}`)) as unknown as PatientFile
    compare(`patient ${id}`, withoutLastControl(patient), withoutLastControl(file.patient ?? {}))
    for (const record of file.records ?? []) recordsById.set(record.id, record)
    const drafts = (await read(patient.practiceId, `/draft/${id}`)) as unknown as Reply['payload'][]
    for (const draft of Array.from(drafts))
      compare(`draft of ${id}`, journal.drafts.get(`${id} ${String(draft.key)}`), draft)
  })
  for (const [id, record] of journal.records) compare(`record ${id}`, record, recordsById.get(id))
  await forEach(journal.appointments, async ([id, appointment]) => {
    const practiceId = clinicians.find((one) => one.doctorId === appointment.doctorId)?.practiceId
    compare(`appointment ${id}`, appointment, await read(practiceId, `/appointment/${id}`))
  })
  return lost
}

/** Everything acknowledged since the installation was made is there as it was acknowledged, once, whole and audited. */
export const expectAcknowledged = async (
  { load, baseUrl, clinicians }: { load: Load; baseUrl: string; clinicians: readonly Clinician[] },
  { queries, secret, output = '' }: { queries: Queries; secret: string; output?: string },
): Promise<void> => {
  expect(load.surprises, output.slice(-5000)).toEqual([])
  expect(load.acknowledged).toBeGreaterThan(0)
  expect(await findLost(baseUrl, clinicians, load.journal)).toEqual([])
  expect(await countUntold(queries, load.journal)).toEqual({
    patients: 0,
    records: 0,
    appointments: 0,
    drafts: 0,
  })
  expect(await findBroken(queries, deriveKey(secret, 'audit chain'))).toEqual([])
}
