import { expect, type Page } from '@playwright/test'
import type { Texts } from '../scene/texts.ts'

export type Kind = 'patients' | 'appointments' | 'packages' | 'notes'

export interface ChosenFile {
  readonly name: string
  readonly buffer: Buffer
  /** What it holds; patients unless it says another. */
  readonly kind?: Kind
}

/** Chooses a file, which opens the import it begins. */
export const upload = async (
  page: Page,
  t: Texts,
  { name, buffer, kind = 'patients' }: ChosenFile,
): Promise<void> => {
  await page.goto('/app/settings/import')
  await page.getByLabel(t('imports:kind.label')).selectOption(kind)
  await page.getByLabel(t('imports:choose.action')).setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.waitForURL('**/app/settings/import/*')
}

/** How many rows have a fate. */
export const figure = (page: Page, t: Texts, fate: string) =>
  page.locator('dl > div').filter({ has: page.getByText(t(`imports:fate.${fate}`), { exact: true }) })

export const tryIt = async (page: Page, t: Texts): Promise<void> => {
  await page.getByRole('button', { name: t('imports:trial.action') }).click()
  await expect(page.getByText(t('imports:state.examined'), { exact: true })).toBeVisible()
}

const counted = (t: Texts, key: string, count: number): string =>
  t(`${key}_${count === 1 ? 'one' : 'other'}`, { count })

/** Carries a tried import out to its end. */
export const carryOut = async (page: Page, t: Texts, kind: Kind, count: number): Promise<void> => {
  await page.getByRole('button', { name: counted(t, `imports:run.action.${kind}`, count) }).click()
  await expect(page.getByText(counted(t, `imports:run.done.${kind}`, count))).toBeVisible()
}
