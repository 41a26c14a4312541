import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import pg from 'pg'
import { expect, it } from 'vitest'
import { callEndpoint } from '../client.ts'
import { createPatient } from '../factories/clinical.ts'
import { testPractice } from '../test-practice.ts'

const { app, owner } = await testPractice({ alone: true })

let journeys = 0
const { sync } = pg.Connection.prototype as unknown as { sync(): void }
Object.assign(pg.Connection.prototype, {
  sync(this: pg.Connection): void {
    journeys += 1
    sync.call(this)
  },
})

/** How often something is on its way to the database until a call is answered; other work of the server may come between. */
const journeysOf = async (call: () => Promise<unknown>): Promise<number> => {
  const counts: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    journeys = 0
    await call()
    counts.push(journeys)
  }
  return Math.min(...counts)
}

it.each([
  ['patient', patientEndpoints.read],
  ['file', patientFileEndpoints.open],
  ['glance', patientFileEndpoints.glance],
] as const)(
  'a read of a %s asks for the session, for what is read, for the head of the trail, and writes its row',
  async (_, endpoint) => {
    const { id } = await createPatient(app, owner)
    expect(await journeysOf(() => callEndpoint(app, endpoint, { params: { id }, token: owner.token }))).toBe(
      4,
    )
  },
)
