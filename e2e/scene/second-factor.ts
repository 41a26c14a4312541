import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { violations } from './faults.ts'
import type { Texts } from './texts.ts'

const base32 = (text: string): Buffer => {
  const bits = [...text.replaceAll(/[\s=]/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code an authenticator app shows now, or `steps` of thirty seconds later (RFC 6238). */
const codeOf = (secret: string, steps = 0): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', base32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/**
 * A code for the sign-in after {@link turnCodeOn}: a code counts once, and the next one is taken already. It stays good
 * for half a minute at least, however long the typing takes.
 */
export const nextCodeOf = (secret: string): string => codeOf(secret, 1)

/** Turns the code on and answers its secret and the recovery codes. */
export const turnCodeOn = async (page: Page, t: Texts): Promise<{ secret: string; recovery: string[] }> => {
  await page.goto('/app/settings/security')
  await page.getByRole('button', { name: t('settings:security.totp.start'), exact: true }).click()
  await expect(page.getByRole('img', { name: t('settings:security.totp.qr') })).toBeVisible()
  const secret = (await page.locator('code').first().textContent()) ?? ''
  expect(await violations(page)).toEqual([])
  await page.getByLabel(t('settings:security.totp.code')).fill(codeOf(secret))
  await page.getByRole('button', { name: t('settings:security.totp.confirm'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('settings:security.recovery.title') })).toBeVisible()
  const recovery = await page.locator('[data-paper] li').allTextContents()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: t('settings:security.recovery.kept'), exact: true }).click()
  await expect(page.getByText(t('settings:security.totp.on'), { exact: true })).toBeVisible()
  return { secret, recovery }
}
