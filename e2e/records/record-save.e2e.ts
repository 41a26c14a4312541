import { expect } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { slowDown } from '../scene/slow-device.ts'
import { textsIn } from '../scene/texts.ts'
import { saveFeedbackMs, watchFeedback } from './save-feedback.ts'

const t = textsIn('es')

test('H8 a double click on save shows that it is being saved before anything is sent, and makes one record, on a slow device in a slow network', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: object): Promise<number> => {
    const answer = await page.request.post(`/api${path}`, { headers, data })
    expect(answer.status(), await answer.text()).toBe(201)
    return ((await answer.json()) as { payload: { id: number } }).payload.id
  }
  const ownerId = await post('/patient', { firstName: 'Mariana', lastName: 'Gómez' })
  const kind = { ownerId, type: 'control', subtype: 'case', recordClassId: 'case_default' }
  await post('/record', { ...kind, data: { name: 'Lumbalgia', painIntensity: 6 } })

  await page.goto(`/app/patient/${ownerId}?write=followup`)
  await page.getByRole('textbox', { name: t('module:followup_patientObs') }).fill('Duerme mejor.')
  await watchFeedback(page, t('record:editor.saveAndClose'))
  await slowDown(page)
  const seen = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/record', async (route) => {
    sent += 1
    await seen.promise
    await route.continue()
  })
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).dblclick()
  await expect.poll(() => saveFeedbackMs(page)).toBeGreaterThan(0)
  await expect(page.getByText(t('record:editor.saved'))).toHaveCount(0)
  seen.resolve()
  await expect(page.getByText(t('record:editor.saved')).first()).toBeVisible()

  const answer = await page.request.get(`/api/patient/getWithRecord/${ownerId}`, { headers })
  const { payload } = (await answer.json()) as { payload: { records: { subtype: string }[] } }
  expect(payload.records.filter(({ subtype }) => subtype === 'follow_up')).toHaveLength(1)
  expect(sent).toBe(1)
  expect(noise).toEqual([])
})
