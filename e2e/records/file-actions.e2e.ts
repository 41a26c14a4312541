import { expect } from '@playwright/test'
import { tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize, phone } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

for (const language of languagesFrom('en')) {
  const t = textsIn(language)

  test(`a patient is called, booked in two clicks and charged from the file, on a phone too (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    const answer = await page.request.post('/api/patient', {
      headers,
      data: { firstName: 'Mariana', lastName: 'Gómez', mobile: '+57 300 555 1234' },
    })
    const { payload } = (await answer.json()) as { payload: { id: number } }
    await page.setViewportSize(phone)
    await page.goto(`/app/patient/${payload.id}`)
    await expect(
      page.getByRole('link', { name: t('patient:head.call', { number: '+57 300 555 1234' }) }),
    ).toHaveAttribute('href', 'tel:+573005551234')
    expect(await faultsAtEachSize(page, 'file with its actions')).toEqual([])
    await page.setViewportSize(phone)

    await page
      .getByRole('link', { name: t('patient:head.book'), exact: true })
      .filter({ visible: true })
      .click()
    const form = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
    await expect(form.getByRole('textbox', { name: t('calendar:form.patient'), exact: true })).toHaveValue(
      /Mariana Gómez/,
    )
    await form.getByRole('button', { name: t('calendar:form.book') }).click()
    await expect(form).toBeHidden()

    await page.goto(`/app/patient/${payload.id}?charge=true`)
    const receipt = page.getByRole('dialog', { name: t('receipts:form.title') })
    await expect(receipt.getByText('Mariana Gómez')).toBeVisible()
    await receipt.getByLabel(t('receipts:line.description')).fill('Session')
    await receipt.getByLabel(t('receipts:line.unit')).fill('90000')
    await receipt.getByRole('button', { name: t('receipts:form.submit') }).click()
    await expect(receipt).toBeHidden()
    await expect(page).not.toHaveURL(/charge/)

    // What is sold from the file is charged from the message that says so.
    await page.goto(`/app/patient/${payload.id}?sell=true`)
    const sale = page.getByRole('dialog', { name: t('sessionPackage:form.newTitle') })
    await sale.getByLabel(t('sessionPackage:form.numSessions'), { exact: true }).fill('10')
    await sale.getByLabel(t('sessionPackage:form.price')).fill('720000')
    await sale.getByRole('button', { name: t('sessionPackage:form.sell') }).click()
    await expect(sale).toBeHidden()
    await page.getByRole('button', { name: t('buttons:charge') }).click()
    await expect(receipt.getByLabel(t('receipts:line.unit'))).toHaveValue('720000')
    await expect(page).toHaveURL(/session-package\/\d+$/)
    expect(noise).toEqual([])
  })
}
