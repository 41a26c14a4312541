import { expect, type Locator } from '@playwright/test'

const months = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ')

/** A day as the Spanish page writes it. */
export const shown = (iso: string): string => {
  const [year, month, day] = iso.split('-')
  return `${day}/${months[Number(month) - 1]}/${year}`
}

/** Types key by key, as a person does, over what stood there; then goes on to the next field. */
export const type = async (field: Locator, text: string): Promise<void> => {
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
  await field.pressSequentially(text)
  await field.press('Tab')
}

export const expectRefused = async (field: Locator, text: string): Promise<void> => {
  await expect(field).toHaveValue(text)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/\S/)
}

export const expectTaken = async (field: Locator, iso: string): Promise<void> => {
  await expect(field).toHaveValue(shown(iso))
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
}
