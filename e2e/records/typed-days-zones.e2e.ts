import { type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { expectRefused, expectTaken, shown, type } from '../scene/day-fields.ts'
import { phone } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { signIn } from '../scene/people.ts'
import { dayAfter } from '../scene/series.ts'
import { isLongTier } from '../scene/tier.ts'
import { get, openScene, t } from '../scene/writing-scene.ts'

const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())

interface StoredCase {
  readonly id: number
  readonly localDay: string
  readonly caseClosedOn: string | null
  readonly data: { readonly name?: string; readonly symptomAppearDate?: string }
}

/** A practice and a device elsewhere. The first two never have the same day. */
const places = [
  { practice: 'Pacific/Pago_Pago', device: 'Pacific/Kiritimati' },
  ...(isLongTier ? [{ practice: 'Europe/Madrid', device: 'Asia/Tokyo' }] : []),
]

for (const { practice, device } of places) {
  test(`a phone in ${device} writes and closes on the days of a practice in ${practice}`, async ({
    browser,
    ulna,
  }) => {
    const open = async (options: BrowserContextOptions): Promise<Page> =>
      (await browser.newContext({ baseURL: ulna.url, ...options })).newPage()
    const there = await open({ timezoneId: practice })
    const { somebody, patientId } = await openScene(there)
    const page = await open({ timezoneId: device, viewport: phone, hasTouch: true, isMobile: true })
    await signIn(page, t, somebody)
    const today = dayIn(practice)

    await page.goto(`/app/patient/${patientId}?write=case`)
    await page.getByRole('textbox', { name: t('module:case_name'), exact: true }).fill('Lumbalgia')
    const onset = page.getByRole('textbox', { name: t('module:case_symptomAppearDate') })
    // Where the days have room below the field, as a finger brings it.
    await onset.evaluate((field) => field.scrollIntoView({ block: 'start' }))
    await onset.tap()
    const date = String(Number(today.slice(8)))
    // Days of the months beside it are there too, some by the same number.
    const days = page.locator('[data-dates-dropdown] button:not([data-outside])')
    await days.filter({ hasText: new RegExp(`^${date}$`) }).tap()
    await expectTaken(onset, today)
    await page.getByRole('button', { name: t('record:editor.saveAndClose') }).tap()
    await expect(onset).toBeHidden()
    const written = async (): Promise<StoredCase | undefined> =>
      (await get<{ records: StoredCase[] }>(there, `/patient/getWithRecord/${patientId}`)).records.find(
        ({ data }) => data.name === 'Lumbalgia',
      )
    expect(await written()).toMatchObject({ localDay: today, data: { symptomAppearDate: today } })

    const article = page.getByRole('article', { name: t('record:title.case', { name: 'Lumbalgia' }) })
    await article.getByRole('button', { name: t('record:open.more') }).tap()
    await page.getByRole('menuitem', { name: t('record:open.closeCase') }).tap()
    const dialog = page.getByRole('dialog')
    const day = dialog.getByRole('textbox', { name: t('history:caseDialog.day') })
    await dialog.getByLabel(t('history:caseDialog.outcome')).selectOption({ index: 1 })
    await expectTaken(day, today)
    const close = dialog.getByRole('button', { name: t('history:caseDialog.closeConfirm') })
    const tomorrow = shown(dayAfter(today, 1))
    await type(day, tomorrow)
    await expectRefused(day, tomorrow)
    await expect(close).toBeDisabled()
    await type(day, shown(today))
    await close.tap()
    await expect(dialog).toBeHidden()
    expect(await written()).toMatchObject({ caseClosedOn: today })

    await page.goto(`/app/patient/${patientId}`)
    const card = page.locator('[data-record]').filter({ hasText: 'Lumbalgia' })
    await expect(card).toContainText(shown(today))
    await expect(card).not.toContainText(tomorrow)
    for (const one of [there, page]) await one.context().close()
  })
}
