import { plannedEndpoints } from '@ulna/contract/appointments/appointments.planned'
import { beforeEach, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../../test/factories/clinical.ts'
import { sellPackage } from '../../../../test/factories/packages.ts'
import { freshAgenda, type TestAgenda } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

let agenda: TestAgenda
let patientId: number
let caseId: number
let packageId: number

const app = await testServer()
beforeEach(async () => {
  agenda = await freshAgenda(app)
  patientId = (await createPatient(app, agenda.by)).id
  caseId = (await writeRecord(app, agenda.by, caseInput(patientId))).id
  packageId = (await sellPackage(app, agenda.by, patientId)).id
})

const planned = async (id = patientId, by = agenda.by) => {
  const { status, payload } = await callEndpoint(app, plannedEndpoints.planned, {
    token: by.token,
    params: { patientId: id },
  })
  return status === 200 ? payload : status
}

/** An instant as it leaves the server. */
const at = (day: string): string => agenda.local(day, '10:00').replace('.000Z', 'Z')

const daily = (count: number) => ({ repeat: true, freq: 'day', interval: 1, count })

it('tells the visits to come of a patient by case and package, and none that are over or cancelled', async () => {
  expect(await planned()).toEqual([])
  const course = { caseId, packageId }
  const { payload } = await agenda.book({
    ...agenda.times('2027-05-03'),
    patientId,
    every: daily(4),
    course,
  })
  await agenda.move(payload.id, { status: 'cancelled', cancelReason: 'Viaje' })
  await agenda.book({ ...agenda.times('2027-05-01'), patientId })
  await agenda.book({ ...agenda.times('2020-05-01'), patientId })
  await agenda.book({ ...agenda.times('2027-04-01'), patientId: (await createPatient(app, agenda.by)).id })
  expect(await planned()).toEqual([
    { caseId: null, packageId: null, visits: 1, next: at('2027-05-01') },
    { caseId, packageId, visits: 3, next: at('2027-05-04') },
  ])
})

it('tells of one visit that a course lost to somebody else nothing of that case', async () => {
  const other = (await createPatient(app, agenda.by)).id
  const { payload } = await agenda.book({
    ...agenda.times('2027-05-03'),
    patientId,
    every: daily(2),
    course: { caseId, packageId },
  })
  await agenda.move(payload.id, { patientId: other })
  expect(await planned(other)).toEqual([{ caseId: null, packageId: null, visits: 1, next: at('2027-05-03') }])
})

it('knows no patient of another practice', async () => {
  expect(await planned(patientId, (await freshAgenda(app)).by)).toBe(404)
})
