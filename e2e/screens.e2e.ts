import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { latestPatient, openAnonymous, openSignedIn, test } from './scene/demo.ts'
import { bothSchemes, desktop, everythingAsked, phone, type Scheme, violationsIn } from './scene/faults.ts'
import { type Language, languages, textsIn } from './scene/texts.ts'
import { isLongTier } from './scene/tier.ts'

interface Screen {
  readonly name: string
  readonly path: string
  /** Opens what the screen hides: a dialog, a menu, a form. */
  readonly open?: (page: Page, language: Language) => Promise<void>
  readonly signedIn: boolean
}

const press = (key: string) => async (page: Page, language: Language) => {
  await page
    .getByRole('button', { name: textsIn(language)(key) })
    .first()
    .click()
}

const openings = async (page: Page, language: Language) => {
  const t = textsIn(language)
  const menu = page.getByRole('button', { name: t('patient:head.more'), exact: true })
  await menu.first().click()
  await page.getByRole('menuitem', { name: t('patient:head.openings') }).click()
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
}

/** The hours of a week, with a row for a network. */
const hours = async (page: Page, language: Language) => {
  const t = textsIn(language)
  await page.getByRole('button', { name: t('settings:access.networks.add') }).click()
  const choices = page.getByRole('radio', { name: t('settings:access.hours') })
  await choices.first().check()
}

const screens = (file: string): Screen[] => [
  { name: 'home', path: '/', signedIn: false },
  { name: 'sign-in', path: '/login', signedIn: false },
  { name: 'registration', path: '/register', signedIn: false },
  { name: 'forgotten password', path: '/forgot-password', signedIn: false },
  { name: 'new password', path: '/reset-password?token=1.secret', signedIn: false },
  { name: 'new address, ended link', path: '/confirm-mail', signedIn: false },
  { name: 'activation', path: '/activate?token=1.secret', signedIn: false },
  { name: 'invitation, ended', path: '/register/1.secret', signedIn: false },
  { name: 'verify', path: '/verify', signedIn: false },
  { name: 'privacy', path: '/privacy-policy', signedIn: false },
  { name: 'terms', path: '/terms-conditions', signedIn: false },
  { name: 'unknown page', path: '/no-such-page', signedIn: false },
  { name: 'today', path: '/app/dashboard', signedIn: true },
  { name: 'agenda, day', path: '/app/calendar', signedIn: true },
  { name: 'agenda, week', path: '/app/calendar?view=week', signedIn: true },
  { name: 'agenda, week of the team', path: '/app/calendar?view=week&team=true', signedIn: true },
  { name: 'agenda, month', path: '/app/calendar?view=month', signedIn: true },
  { name: 'agenda, list', path: '/app/calendar?view=list', signedIn: true },
  { name: 'agenda, free times', path: '/app/calendar', open: press('calendar:tools.find'), signedIn: true },
  { name: 'agenda, hours', path: '/app/calendar', open: press('calendar:tools.schedules'), signedIn: true },
  { name: 'agenda, new appointment', path: '/app/calendar', open: press('calendar:new'), signedIn: true },
  { name: 'agenda, wait list', path: '/app/calendar', open: press('calendar:tools.wait'), signedIn: true },
  {
    name: 'agenda, filter of practitioners',
    path: '/app/calendar',
    open: press('calendar:practitioners.filter'),
    signedIn: true,
  },
  { name: 'agenda, print', path: '/app/calendar', open: press('calendar:print'), signedIn: true },
  { name: 'patients', path: '/app/patient', signedIn: true },
  { name: 'patients, new patient', path: '/app/patient', open: press('patient:list.new'), signedIn: true },
  { name: 'patient file', path: file, signedIn: true },
  { name: 'patient file, follow-up', path: file, open: press('patient:head.startFollowUp'), signedIn: true },
  { name: 'patient file, who opened it', path: file, open: openings, signedIn: true },
  { name: 'files from other practices', path: '/app/hand-overs', signedIn: true },
  { name: 'patient file, merging with another', path: `${file}/merge`, signedIn: true },
  { name: 'settings, account', path: '/app/settings', signedIn: true },
  { name: 'settings, security', path: '/app/settings/security', signedIn: true },
  { name: 'settings, profile', path: '/app/settings/profile', signedIn: true },
  { name: 'settings, practice', path: '/app/settings/practice', signedIn: true },
  {
    name: 'settings, practice, new key',
    path: '/app/settings/practice',
    open: press('practiceKeys:add'),
    signedIn: true,
  },
  {
    name: 'settings, practice, delete it',
    path: '/app/settings/practice',
    open: press('practiceDeletions:begin'),
    signedIn: true,
  },
  { name: 'settings, members', path: '/app/settings/members', signedIn: true },
  {
    name: 'settings, members, invitation',
    path: '/app/settings/members',
    open: press('settings:members.invite.action'),
    signedIn: true,
  },
  {
    name: 'settings, members, records taken along',
    path: '/app/settings/members',
    open: press('practitionerCopies:askFor'),
    signedIn: true,
  },
  { name: 'settings, access', path: '/app/settings/access', open: hours, signedIn: true },
  { name: 'settings, retention', path: '/app/settings/retention', signedIn: true },
  { name: 'settings, import', path: '/app/settings/import', signedIn: true },
  { name: 'settings, audit', path: '/app/settings/audit', signedIn: true },
  { name: 'settings, installation', path: '/app/settings/installation', signedIn: true },
  { name: 'modules', path: '/app/modules', signedIn: true },
  { name: 'unknown file', path: '/app/patient/999999999', signedIn: true },
]

/** Dialogs that have no name; each takes it from its title, a moment after it is there. */
const namelessDialogs = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('[role=dialog]')].filter(
        (dialog) => !dialog.hasAttribute('aria-labelledby') && !dialog.hasAttribute('aria-label'),
      ).length,
  )

const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await expect.poll(() => namelessDialogs(page)).toBe(0)
}

const show = async (page: Page, screen: Screen, language: Language): Promise<void> => {
  await page.goto(screen.path)
  await settle(page)
  await screen.open?.(page, language)
  await settle(page)
}

/** Elements that stick out of the page sideways. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    )
    return wide
      .slice(0, 3)
      .map(
        (element) =>
          `${element.tagName}.${element.className} to ${Math.round(element.getBoundingClientRect().right)}`,
      )
  })

const tablet = { width: 768, height: 1024 }

/** What still sticks out once the page had the time to take up its new width. */
const lastingOverflow = async (page: Page): Promise<string[]> => {
  for (let patience = 40; patience > 0; patience -= 1) {
    if ((await overflow(page)).length === 0) return []
    await page.waitForTimeout(50)
  }
  return overflow(page)
}

/** Everything wrong with one screen, at three widths. */
const inspect = async (
  page: Page,
  screen: Screen,
  { language, schemes, sizesForAxe }: Look,
): Promise<string[]> => {
  await page.setViewportSize(desktop)
  await show(page, screen, language)
  const found: string[] = []
  for (const size of [desktop, tablet, phone]) {
    await page.setViewportSize(size)
    const here = await lastingOverflow(page)
    if (sizesForAxe.includes(size)) here.push(...(await violationsIn(page, schemes, everythingAsked)))
    found.push(...here.map((one) => `${screen.name} at ${size.width}: ${one}`))
  }
  return found
}

/** How a screen is looked at. */
interface Look {
  readonly language: Language
  readonly schemes: readonly Scheme[]
  readonly sizesForAxe: readonly Size[]
}

type Size = typeof desktop

/**
 * The screens that a language is looked at in, and how: all of them, light and dark, on a desktop and on a phone, in the
 * long tier. `npm test` deals them out by their place in the list, each to one language, one scheme and one size.
 */
const dealtTo = (language: Language, all: readonly Screen[]): { screen: Screen; look: Look }[] => {
  if (isLongTier) {
    const look = { language, schemes: bothSchemes, sizesForAxe: [desktop, phone] }
    return all.map((screen) => ({ screen, look }))
  }
  return all.flatMap((screen, index) => {
    if (languages[index % languages.length] !== language) return []
    const turn = Math.floor(index / languages.length)
    const scheme: Scheme = turn % 2 === 0 ? 'light' : 'dark'
    const size = Math.floor(turn / 2) % 2 === 0 ? desktop : phone
    return [{ screen, look: { language, schemes: [scheme], sizesForAxe: [size] } }]
  })
}

for (const language of languages) {
  test(`every screen is clean for axe, light and dark, and stands in its width (${language})`, async ({
    browser,
    demo,
    request,
  }) => {
    test.setTimeout(1_200_000)
    const file = `/app/patient/${await latestPatient(demo, request)}`
    const anonymous = await openAnonymous(browser, demo, { language })
    const signedIn = await openSignedIn(browser, demo, { language }, textsIn(language))
    const found: string[] = []
    for (const { screen, look } of dealtTo(language, screens(file))) {
      found.push(...(await inspect(screen.signedIn ? signedIn : anonymous, screen, look)))
    }
    expect(found).toEqual([])
  })
}
