import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { recordEndpoints } from '@ulna/contract/records/records'
import { expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()

const classIdOfModule = 'goniometry_knee'

it('offers a practice the standard classes, consents and techniques, and none of a module it has not installed', async () => {
  const { payload } = await callEndpoint(app, recordEndpoints.classes, { token: owner.token })
  const modules = Map.groupBy(payload as RecordClass[], ({ recordModuleId }) => recordModuleId)
  expect([...modules.keys()].sort()).toEqual(['consents', 'standard', 'techniques'])
  expect(modules.get('standard')?.map(({ classId }) => classId)).toEqual([
    'case_default',
    'document',
    'followup_default',
    'med_hist_default',
  ])
})

it('refuses a record of a class whose module is not installed, as if there were none', async () => {
  const patient = await createPatient(app, owner)
  const answer = await callEndpoint(app, recordEndpoints.create, {
    token: owner.token,
    body: {
      ownerId: patient.id,
      type: 'test',
      subtype: classIdOfModule,
      recordClassId: classIdOfModule,
      data: { flexion: { left: 120, right: 135 } },
    },
  })
  expect(answer.status).toBe(404)
})

it('keeps the shipped classes ready to be read, for whoever decides to install them', async () => {
  const { payload } = await callEndpoint(app, recordEndpoints.readClass, {
    params: { classId: classIdOfModule, version: '1' },
    token: owner.token,
  })
  expect(payload).toMatchObject({ classId: classIdOfModule, recordModuleId: 'goniometry' })
})
