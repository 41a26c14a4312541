import { type FirstSteps, firstStepsEndpoints } from '@ulna/contract/first-steps/first-steps'
import { moduleEndpoints } from '@ulna/contract/modules/modules'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import { type PracticeSettingsInput, settingsEndpoints } from '@ulna/contract/settings/settings'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { tinyPicture } from '../../../test/sweeps/scene/files.ts'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer()

let owner: TestPerson

beforeEach(async () => {
  owner = await registerOwner(app)
})

const doneBy = async (by: TestPerson): Promise<string[]> => {
  const { payload }: { payload: FirstSteps } = await callEndpoint(app, firstStepsEndpoints.read, {
    token: by.token,
  })
  expect(payload.steps.map(({ name }) => name)).toEqual([
    'hours',
    'issuer',
    'logo',
    'consents',
    'patients',
    'team',
  ])
  return payload.steps.flatMap(({ name, done }) => (done ? [name] : []))
}

const change = async (body: PracticeSettingsInput): Promise<void> => {
  const answer = await callEndpoint(app, settingsEndpoints.updatePractice, { token: owner.token, body })
  expect(answer.status, answer.text).toBe(200)
}

describe('the first steps of a practice', () => {
  it('has consents from the start, and nothing else', async () => {
    expect(await doneBy(owner)).toEqual(['consents'])
  })

  it('sees each as done by what the practice holds, and as open again when that is gone', async () => {
    const { agenda, receipts } = defaultConfigurations
    await change({ configurations: { agenda: { ...agenda, dayStartsAt: '08:00' } } })
    expect(await doneBy(owner)).toEqual(['hours', 'consents'])
    await change({ configurations: { agenda, receipts: { ...receipts, taxId: 'B12345678' } } })
    expect(await doneBy(owner)).toEqual(['issuer', 'consents'])
    await change({ logo: { data: tinyPicture, fileName: 'logo.png', contentType: 'image/png' } })
    expect(await doneBy(owner)).toEqual(['issuer', 'logo', 'consents'])
    await change({ logo: null })
    const module = { token: owner.token, params: { id: 'consents' } }
    expect((await callEndpoint(app, moduleEndpoints.uninstall, module)).status).toBe(200)
    expect(await doneBy(owner)).toEqual(['issuer'])
  })

  it('sees hours in the hours of one practitioner', async () => {
    const answer = await callEndpoint(app, scheduleEndpoints.update, {
      token: owner.token,
      params: { doctorId: String(owner.doctorId) },
      body: { hours: [{ weekday: 1, from: '08:00', to: '13:00' }] },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(await doneBy(owner)).toEqual(['hours', 'consents'])
  })

  it('sees patients in the first of them', async () => {
    await createPatient(app, owner)
    expect(await doneBy(owner)).toEqual(['consents', 'patients'])
  })

  it('sees a team in an invitation that waits, and in a colleague', async () => {
    const answer = await callEndpoint(app, memberEndpoints.invite, {
      token: owner.token,
      body: { users: [{ email: 'colega@example.com', role: 'practitioner', clinical: false }] },
    })
    expect(answer.status, answer.text).toBe(201)
    expect(await doneBy(owner)).toEqual(['consents', 'team'])
    const other = await registerOwner(app)
    await addMember(app, other.practiceId, 'assistant', false)
    expect(await doneBy(other)).toEqual(['consents', 'team'])
    expect(await doneBy(await registerOwner(app))).toEqual(['consents'])
  })

  it('are put away for good in the configurations, by whoever may change them', async () => {
    await change({ configurations: { firstSteps: { dismissed: true } } })
    await change({ slogan: 'Movimiento' })
    const { payload } = await callEndpoint(app, settingsEndpoints.updatePractice, {
      token: owner.token,
      body: {},
    })
    expect(payload).toMatchObject({ configurations: { firstSteps: { dismissed: true } } })
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    const refused = await callEndpoint(app, firstStepsEndpoints.read, { token: assistant.token })
    expect([refused.status, refused.errors[0]?.message]).toEqual([403, 'admin_role_required'])
  })
})
