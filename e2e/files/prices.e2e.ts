import { expect } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

for (const language of languagesFrom('it')) {
  const t = textsIn(language)

  test(`an owner writes the price list, and a receipt is filled in from it by a button (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    await page.goto('/app/settings/practice')
    const list = page.getByRole('region', { name: t('receipts:prices.title') })
    await expect(list.getByText(t('receipts:prices.empty'))).toBeVisible()
    const add = list.getByRole('button', { name: t('receipts:prices.add') })
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: t('receipts:prices.save') })
    const field = (name: string) => dialog.getByRole('textbox', { name: t(`receipts:prices.${name}`) })

    await add.click()
    await save.click()
    await expect(dialog.getByText(t('receipts:prices.wrong.amount'))).toBeVisible()
    await expect(field('name')).toBeFocused()
    await field('name').fill('Seduta')
    await field('minutes').fill('45')
    await field('amount').fill('90.000')
    expect(await faultsAtEachSize(page, 'a price')).toEqual([])
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(list.getByText('Seduta')).toBeVisible()

    await add.click()
    await field('name').fill('Seduta')
    await field('amount').fill('1')
    await save.click()
    await expect(dialog.getByText(t('receipts:prices.taken'))).toBeVisible()
    await field('name').fill('Relazione')
    await field('amount').fill('50000')
    await save.click()
    await expect(dialog).toBeHidden()
    await list.getByRole('button', { name: t('receipts:prices.edit', { name: 'Relazione' }) }).click()
    await field('amount').fill('60000')
    await save.click()
    await expect(list.getByText(/60.000/)).toBeVisible()
    expect(await faultsAtEachSize(page, 'the price list')).toEqual([])

    await page.goto('/app/session-package/receipts?new=true')
    const form = page.getByRole('dialog', { name: t('receipts:form.title') })
    await form.getByRole('button', { name: /Relazione/ }).click()
    await form.getByRole('button', { name: /Seduta/ }).click()
    await expect(form.getByLabel(t('receipts:line.unit')).nth(1)).toHaveValue('90000')
    await expect(form.getByText(/150.000/)).toBeVisible()
    expect(await faultsAtEachSize(page, 'a receipt from the list')).toEqual([])
    expect(noise).toEqual([])

    await page.goto('/app/settings/practice')
    await list.getByRole('button', { name: t('receipts:prices.remove', { name: 'Relazione' }) }).click()
    await dialog.getByRole('button', { name: t('receipts:prices.removeConfirm') }).click()
    await expect(list.getByText('Relazione')).toBeHidden()
  })
}
