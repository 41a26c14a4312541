import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { beforeEach, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../../test/factories/clinical.ts'
import { sellPackage } from '../../../../test/factories/packages.ts'
import { freshAgenda, type TestAgenda } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

let agenda: TestAgenda
let packageId: number
let first: number

const app = await testServer()

/** Three Mondays from the 3rd of May 2027 on, kept by a package whose last day is the last of them. */
beforeEach(async () => {
  agenda = await freshAgenda(app)
  const patientId = (await createPatient(app, agenda.by)).id
  const caseId = (await writeRecord(app, agenda.by, caseInput(patientId))).id
  packageId = (await sellPackage(app, agenda.by, patientId, { expiresOn: '2027-05-17' })).id
  const { payload, metadata } = await agenda.book({
    ...agenda.times('2027-05-03'),
    patientId,
    every: { repeat: true, freq: 'week', interval: 1, byWeekday: [1], count: 3 },
    course: { caseId, packageId },
  })
  expect(metadata.course).toEqual({ kept: 3, without: 0 })
  first = payload.id
})

const kept = async (): Promise<number> => {
  const params = { id: packageId }
  const answer = await callEndpoint(app, sessionPackageEndpoints.read, { token: agenda.by.token, params })
  const sold: SessionPackage = answer.payload
  return sold.reservedSessions
}

it('says that a kept visit was moved past the last day of its package, and leaves it its session', async () => {
  const onTheDay = await agenda.move(first, agenda.times('2027-05-17', '22:00', '23:00'))
  expect(onTheDay.status).toBe(200)
  expect(onTheDay.metadata).not.toHaveProperty('afterPackage')
  const { metadata } = await agenda.move(first, agenda.times('2027-05-18', '08:00', '09:00'))
  expect(metadata.afterPackage).toEqual({ visits: 1, lastDay: '2027-05-17' })
  expect(await kept()).toBe(3)
  // What moves nothing has nothing to warn of.
  expect((await agenda.move(first, { note: 'Trae la placa' })).metadata).not.toHaveProperty('afterPackage')
})

it('says the same of a series, before it is moved and after', async () => {
  const wish = agenda.times('2027-05-05')
  const preview = await agenda.preview({ id: first, scope: 'all', ...wish })
  expect(preview.payload.afterPackage).toEqual({ visits: 1, lastDay: '2027-05-17' })
  const { metadata } = await agenda.change(first, wish)
  expect(metadata.afterPackage).toEqual({ visits: 1, lastDay: '2027-05-17' })
  expect(await kept()).toBe(3)
})

it('says nothing of visits that no package keeps', async () => {
  const { payload } = await agenda.book(agenda.times('2027-05-04'))
  expect((await agenda.move(payload.id, agenda.times('2027-06-04'))).metadata).not.toHaveProperty(
    'afterPackage',
  )
})
