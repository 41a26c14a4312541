import { expect, type Page } from '@playwright/test'
import { password } from './people.ts'
import type { Texts } from './texts.ts'

/**
 * The server asks five minutes after the sign-in; the page cannot tell that from a server that asks now, as this one
 * does for the next call to `path`.
 */
export const askForProof = async (page: Page, path: string): Promise<void> => {
  await page.route(
    path,
    (route) =>
      route.fulfill({ status: 401, json: { errors: [{ code: '0105', message: 'reauth_required' }] } }),
    { times: 1 },
  )
}

/** Answers the question who is at the keyboard with the password. */
export const proveIdentity = async (page: Page, t: Texts): Promise<void> => {
  const question = page.getByRole('dialog', { name: t('auth:confirm.title') })
  await question.getByLabel(t('auth:password'), { exact: true }).fill(password)
  await question.getByRole('button', { name: t('auth:confirm.submit'), exact: true }).click()
  await expect(question).toBeHidden()
}
