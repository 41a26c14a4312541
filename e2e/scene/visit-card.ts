import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** What an appointment shows: its status, with "booked and confirmed" as a state of its own. */
export type AppointmentState = 'booked' | 'confirmed' | 'arrived' | 'attended' | 'no_show' | 'cancelled'

/** The small card that an appointment opens as. */
export const visitCard = (page: Page, t: Texts): Locator =>
  page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: t('agendaViews:card.edit'), exact: true }) })

/** Opens the card of an appointment. A click that came while the agenda was drawn anew may have opened it and be tried again over it. */
const openCard = async (page: Page, appointment: Locator, t: Texts): Promise<void> => {
  const card = visitCard(page, t)
  await expect(async () => {
    if (!(await card.isVisible())) await appointment.click({ timeout: 5000 })
    await expect(card).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 120_000 })
}

/** Opens the form of an appointment: its card, and one step further. */
export const editVisit = async (page: Page, appointment: Locator, t: Texts): Promise<void> => {
  await openCard(page, appointment, t)
  await visitCard(page, t)
    .getByRole('button', { name: t('agendaViews:card.edit'), exact: true })
    .click()
  await expect(page.getByRole('dialog', { name: t('calendar:form.editTitle') })).toBeVisible()
}

/** Follows a link of the card. A press that came while the card moved with the agenda under it, which is drawn anew, is done again. */
export const followFromCard = async (page: Page, link: Locator, where: RegExp): Promise<void> => {
  await expect(async () => {
    if (!where.test(page.url())) await link.click({ timeout: 5000 })
    await page.waitForURL(where, { timeout: 5000 })
  }).toPass({ timeout: 120_000 })
}

/** The state of a visit on its card. */
export const stateOf = (page: Page, t: Texts, state: AppointmentState): Locator =>
  visitCard(page, t)
    .getByRole('group', { name: t('agendaViews:card.status') })
    .getByRole('button', { name: t(`calendar:status.${state}`), exact: true })
