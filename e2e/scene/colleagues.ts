import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { linkMailedTo } from './mails.ts'
import { password } from './people.ts'
import { type Language, type Texts, textsIn } from './texts.ts'
import type { UlnaServer } from './ulna-server.ts'

export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => sessionStorage.getItem('appToken') ?? '')

/** A browser of somebody else. */
export const openPage = async (browser: Browser, ulna: UlnaServer, language: Language): Promise<Page> => {
  const context = await browser.newContext({ baseURL: ulna.url, timezoneId: 'America/Bogota' })
  await context.addInitScript((chosen) => localStorage.setItem('ulna.language', chosen), language)
  return context.newPage()
}

/** Opens an account by the link of an invitation; the page works in the practice afterwards. */
export const registerInvited = async (page: Page, t: Texts, link: string, name: string): Promise<void> => {
  const [firstName = '', lastName = ''] = name.split(' ')
  await page.goto(link)
  await page.getByLabel(t('auth:firstName'), { exact: true }).fill(firstName)
  await page.getByLabel(t('auth:lastName'), { exact: true }).fill(lastName)
  await page.getByLabel(t('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth:invitation.join') }).click()
  await page.waitForURL('**/app/dashboard')
}

export interface Colleague {
  readonly name: string
  readonly role: 'practitioner' | 'assistant' | 'admin'
  readonly clinical: boolean
}

/** Somebody whom the owner of `page` invites and who joins, in a browser of their own. */
export const addColleague = async (
  page: Page,
  {
    browser,
    ulna,
    language,
    colleague: { name, role, clinical },
  }: { browser: Browser; ulna: UlnaServer; language: Language; colleague: Colleague },
): Promise<Page> => {
  const email = `${role}-${randomUUID()}@example.test`
  const answer = await page.request.post('/api/settings/member', {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
    data: { users: [{ email, role, clinical, language }] },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const colleague = await openPage(browser, ulna, language)
  await registerInvited(colleague, textsIn(language), await linkMailedTo(ulna, email, '/register/'), name)
  return colleague
}
