import type { PatientRow } from '@ulna/contract/patients/patients'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import type { RecordRow } from '@ulna/contract/records/records'
import { originalClassId } from '@ulna/contract/records/records.policy'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { callEndpoint } from '../client.ts'
import { handOverCalls } from '../factories/hand-overs.ts'
import { giveSigningKey } from '../factories/papers.ts'
import { registerOwner, signIn, type TestPerson } from '../factories/people.ts'
import { deeds, play } from '../factories/random-practice/random-practice.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { testServer } from '../test-practice.ts'

const app = await testServer({ alone: true })
const { sent, take, fileOf, originOf } = handOverCalls(app)

let receiver: TestPerson
beforeAll(async () => {
  receiver = await registerOwner(app, { firstName: 'Nora', lastName: 'Vidal' })
})

const patientsOf = async (by: TestPerson): Promise<PatientRow[]> => {
  const [present, archived] = [
    await callEndpoint(app, patientEndpoints.list, { token: by.token }),
    await callEndpoint(app, patientEndpoints.list, { token: by.token, query: { only: 'archived' } }),
  ]
  return [...(present.payload as PatientRow[]), ...(archived.payload as PatientRow[])]
}

type File = Awaited<ReturnType<typeof fileOf>>

const inOrder = (lines: readonly object[]): string[] => lines.map((line) => JSON.stringify(line)).sort()

/** Everything clinical that the API says of a file, without ids and without who is who in a practice. */
const clinical = ({ patient, records, metadata }: File) => {
  const { firstName, lastName, birthDate, socialId, phone, mobile, email, address, note, clinicSummary } =
    patient
  const handed = records.filter(({ type, subtype }) => type !== 'document' || subtype !== 'temporal')
  const formOf = (id: number): string =>
    originalClassId(handed.find((one) => one.id === id)?.recordClassId ?? '')
  const ids = new Set(handed.map(({ id }) => id))
  const isHanded = ({ recordId }: { recordId: number }): boolean => ids.has(recordId)
  return {
    patient: {
      ...{ firstName, lastName, birthDate, socialId, phone, mobile, email, address, note, clinicSummary },
    },
    records: inOrder(
      handed.map(
        ({ recordClassId, recordClassVersion, data, date, name, voidedAt, voidReason }: RecordRow) => ({
          ...{
            form: originalClassId(recordClassId),
            recordClassVersion,
            data,
            date,
            name,
            voidedAt,
            voidReason,
          },
        }),
      ),
    ),
    addenda: inOrder(
      metadata.addenda
        .filter(isHanded)
        .map(({ recordId, text, at }) => ({ form: formOf(recordId), text, at })),
    ),
    files: inOrder(
      metadata.files
        .filter((one) => isHanded(one) && one.state === 'ready')
        .map(({ fileName, contentType, size, sha256, width, height }) => ({
          ...{ fileName, contentType, size, sha256, width, height },
        })),
    ),
  }
}

it(
  `the files of ${sizes.roundTrips} practices of any content are handed over whole, and what was signed stays proved`,
  async () => {
    let [handed, records, signatures] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(deeds, async (all) => {
        // A token lasts for fifteen minutes; all of this lasts longer.
        receiver = await signIn(app, receiver.username)
        const sender = await registerOwner(app)
        await giveSigningKey(app, sender)
        await play(app, sender, all)
        await app.runJobs()
        for (const { id } of (await patientsOf(sender)).slice(0, 3)) {
          const there = await fileOf(sender, id)
          const { patientId } = await take(receiver, await sent(sender, id, receiver))
          const here = await fileOf(receiver, patientId)
          expect(clinical(here)).toEqual(clinical(there))
          for (const record of here.records) {
            const origin = await originOf(receiver, record.id)
            expect(origin.genuine).toBe(true)
            const stands = origin.signatures.map((one) => one.stands)
            expect(stands.filter((one) => one !== 'unchanged' && one !== 'superseded')).toEqual([])
            signatures += stands.length
          }
          handed += 1
          records += here.records.length
        }
      }),
      { numRuns: sizes.roundTrips, endOnFailure: true },
    )
    reportFigures('hand-over trips', { handed, records, signatures })
    expect(handed).toBeGreaterThan(0)
  },
  sizes.patienceMs,
)
