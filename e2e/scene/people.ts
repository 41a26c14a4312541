import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Language, Texts } from './texts.ts'

export interface Somebody {
  readonly email: string
  readonly password: string
}

export const password = 'cuatro gatos en el tejado'

/** Registers a practice as a stranger does, in the page's own words. */
export const register = async (page: Page, t: Texts, language: Language): Promise<Somebody> => {
  const email = `laura-${randomUUID()}@example.test`
  await page.goto('/register')
  await page.getByRole('combobox', { name: /Idioma|Language|Lingua/ }).selectOption(language)
  await page.getByLabel(t('auth:firstName'), { exact: true }).fill('Laura')
  await page.getByLabel(t('auth:lastName'), { exact: true }).fill('Restrepo')
  await page.getByLabel(t('auth:practiceName')).fill('Fisioterapia Chapinero')
  await page.getByLabel(t('auth:email'), { exact: true }).fill(email)
  await page.getByLabel(t('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth:register.submit') }).click()
  await page.waitForURL('**/app/dashboard')
  return { email, password }
}

export const signIn = async (page: Page, t: Texts, somebody: Somebody): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel(t('auth:username')).fill(somebody.email)
  await page.getByLabel(t('auth:password'), { exact: true }).fill(somebody.password)
  await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
  await page.waitForURL('**/app/**')
}
