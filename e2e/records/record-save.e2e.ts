import { expect, type Page } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { slowDown } from '../scene/slow-device.ts'
import { textsIn } from '../scene/texts.ts'

const t = textsIn('es')

/** Milliseconds from the press of a button until it shows on the screen that it works; 0 while it does not. */
const watchFeedback = (page: Page, name: string) =>
  page.evaluate((label) => {
    const watched = window as unknown as { feedbackMs: number }
    watched.feedbackMs = 0
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === label)
    button?.addEventListener('pointerdown', ({ timeStamp }) => {
      const look = (): void => {
        if (button.hasAttribute('data-loading')) watched.feedbackMs ||= performance.now() - timeStamp
        else requestAnimationFrame(look)
      }
      look()
    })
  }, name)

test('H8 a double click on save shows within a second that it is saved and makes one record, on a slow device in a slow network', async ({
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
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).dblclick()
  const feedbackMs = () => page.evaluate(() => (window as unknown as { feedbackMs: number }).feedbackMs)
  await expect.poll(feedbackMs).toBeGreaterThan(0)
  expect(await feedbackMs()).toBeLessThanOrEqual(1_000)
  await expect(page.getByText(t('record:editor.saved')).first()).toBeVisible()

  const answer = await page.request.get(`/api/patient/getWithRecord/${ownerId}`, { headers })
  const { payload } = (await answer.json()) as { payload: { records: { subtype: string }[] } }
  expect(payload.records.filter(({ subtype }) => subtype === 'follow_up')).toHaveLength(1)
  expect(noise).toEqual([])
})
