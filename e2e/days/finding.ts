import { expect } from '@playwright/test'
import type { Texts } from '../scene/texts.ts'
import type { Hand } from './hands.ts'

const openSearch = async (hand: Hand, t: Texts): Promise<void> => {
  if (hand.kind === 'keyboard') return hand.page.keyboard.press('Control+k')
  // Where there is room it says what is found, and the key.
  const name = new RegExp(`^(${t('common:palette.title')}|${t('common:palette.open')})( ?Ctrl K)?$`)
  await hand.press(hand.page.getByRole('button', { name }))
}

/** Types into the search and chooses what is called so: a patient, or what is to be done with them. */
export const find = async (hand: Hand, t: Texts, text: string, what: string): Promise<void> => {
  await openSearch(hand, t)
  const search = hand.page.getByRole('dialog', { name: t('common:palette.title') })
  await expect(search.getByRole('combobox')).toBeFocused()
  await hand.page.keyboard.type(text)
  const option = search.getByRole('option', { name: new RegExp(what) }).first()
  await expect(option).toBeVisible()
  if (hand.kind !== 'keyboard') return hand.press(option)
  for (let step = 0; step < 8; step += 1) {
    if ((await option.getAttribute('aria-selected')) === 'true') break
    await hand.page.keyboard.press('ArrowDown')
  }
  await hand.page.keyboard.press('Enter')
}
