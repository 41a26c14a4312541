import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Language, Texts } from './texts.ts'

export interface Somebody {
  readonly email: string
  readonly password: string
}

export const password = 'cuatro gatos en el tejado'

/** Somebody of a practice of their own, whom nobody else has. */
const newcomer = () => ({
  email: `laura-${randomUUID()}@example.test`,
  password,
  firstName: 'Laura',
  lastName: 'Restrepo',
  practiceName: 'Fisioterapia Chapinero',
})

/** Registers a practice as a stranger does, in the page's own words. */
export const registerByForm = async (page: Page, t: Texts, language: Language): Promise<Somebody> => {
  const { email, firstName, lastName, practiceName } = newcomer()
  await page.goto('/register')
  await page.getByRole('combobox', { name: /Idioma|Language|Lingua/ }).selectOption(language)
  await page.getByLabel(t('auth:firstName'), { exact: true }).fill(firstName)
  await page.getByLabel(t('auth:lastName'), { exact: true }).fill(lastName)
  await page.getByLabel(t('auth:practiceName')).fill(practiceName)
  await page.getByLabel(t('auth:email'), { exact: true }).fill(email)
  await page.getByLabel(t('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth:register.submit') }).click()
  await page.waitForURL('**/app/dashboard')
  return { email, password }
}

/**
 * A page that is signed in to a new practice, as the form of registration leaves it, without filling it in: most stories
 * begin behind it. Nothing of the product is on it yet, for most of them open a page of their own.
 */
export const register = async (page: Page, language: Language): Promise<Somebody> => {
  // Any page of the server's: what a page keeps is kept by its origin.
  await page.goto('/robots.txt')
  const timezone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const data = { ...newcomer(), language, timezone }
  const answer = await page.request.post('/api/auth/register', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  const { metadata } = (await answer.json()) as { metadata: { token: string } }
  await page.evaluate(
    ([token, chosen]) => {
      sessionStorage.setItem('appToken', token)
      localStorage.setItem('ulna.language', chosen)
    },
    [metadata.token, language] as const,
  )
  return { email: data.email, password }
}

/** Does what `register` does and stays on *Today*: for a story that goes on by links, or in another tab. */
export const registerOnToday = async (page: Page, language: Language): Promise<Somebody> => {
  const somebody = await register(page, language)
  await page.goto('/app/dashboard')
  return somebody
}

export const signIn = async (page: Page, t: Texts, somebody: Somebody): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel(t('auth:username')).fill(somebody.email)
  await page.getByLabel(t('auth:password'), { exact: true }).fill(somebody.password)
  await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
  await page.waitForURL('**/app/**')
}
