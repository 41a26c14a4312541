import { expect, type Page } from '@playwright/test'
import { draw } from '../scene/drawing.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { password, register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const tokenOf = (page: Page): Promise<string> => page.evaluate(() => sessionStorage.getItem('appToken') ?? '')

const post = async (page: Page, path: string, data: object): Promise<{ id: number }> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

/** The address of a follow-up of a new patient. */
const writeFollowUp = async (page: Page): Promise<string> => {
  const patient = await post(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
  const write = (recordClassId: string, subtype: string, data: object) =>
    post(page, '/record', { ownerId: patient.id, type: 'control', subtype, recordClassId, data })
  const diagnosis = await write('case_default', 'case', { name: 'Manguito rotador' })
  const session = await write('followup_default', 'follow_up', {
    case: diagnosis.id,
    patientObs: 'Duerme mejor.',
  })
  return `/app/patient/${patient.id}?case=${diagnosis.id}&record=${session.id}`
}

for (const language of languagesFrom('it')) {
  const t = textsIn(language)

  test(`a practitioner writes their licence number, which stands in what they sign and beside their hand (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const file = await writeFollowUp(page)
    await page.goto('/app/settings/profile')
    await page.getByLabel(t('doctor:licenceNumber'), { exact: true }).fill('28/1234')
    await page.getByRole('button', { name: t('settings:navigation.save') }).click()
    await expect(page.getByText(t('settings:navigation.saved'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'profile')).toEqual([])

    await page.goto(file)
    await page.getByRole('button', { name: t('signatures:signOneself') }).click()
    const dialog = page.getByRole('dialog')
    const licence = t('signatures:licence', { number: '28/1234' })
    await expect(dialog.getByText(licence)).toBeVisible()
    await draw(page, dialog.locator('canvas'))
    expect(await faultsAtEachSize(page, 'practitioner signs')).toEqual([])
    await dialog.getByRole('button', { name: t('signatures:sign'), exact: true }).click()
    await expect(dialog).toBeHidden()
    const signatures = page.getByRole('region', { name: t('signatures:title') })
    await expect(signatures.getByText(licence)).toBeVisible()
    expect(await faultsAtEachSize(page, 'signed by the practitioner')).toEqual([])
    expect(noise).toEqual([])
  })

  test(`a patient signs on the device that is handed over, which does nothing else; what is signed changes no more (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const file = await writeFollowUp(page)
    await page.goto(file)
    await page.getByRole('button', { name: t('signatures:handOver.start') }).click()
    const title = page.getByRole('heading', { name: t('signatures:handOver.title', { name: 'Mariana' }) })
    await expect(title).toBeVisible()
    await expect(page.getByText('Duerme mejor.')).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    expect(await faultsAtEachSize(page, 'hand-over')).toEqual([])

    // Whoever holds the device gets nowhere else, by address, by reloading or by the keys of the app.
    await page.goto('/app/dashboard')
    await expect(title).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('button', { name: t('signatures:sign'), exact: true }).click()
    await expect(page.getByText(t('signatures:missing.draw'))).toBeVisible()
    await draw(page, page.locator('canvas'))
    await page.getByRole('button', { name: t('signatures:sign'), exact: true }).click()
    await expect(page.getByRole('heading', { name: t('signatures:outcome.signed') })).toBeVisible()

    await page
      .getByRole('button', { name: t('signatures:handOver.giveBack', { name: 'Laura' }) })
      .last()
      .click()
    const proof = page.getByRole('dialog')
    await expect(proof.getByText(t('signatures:handing.back.proof'))).toBeVisible()
    await proof.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: t('signatures:offer.decline') }).click()
    const signatures = page.getByRole('region', { name: t('signatures:title') })
    await expect(signatures.getByText('Mariana Gómez Lara')).toBeVisible()
    await expect(
      signatures.getByRole('img', { name: t('signatures:image', { name: 'Mariana Gómez Lara' }) }),
    ).toBeVisible()
    expect(await faultsAtEachSize(page, 'signed')).toEqual([])

    await signatures.getByRole('button', { name: t('signatures:withdraw.open') }).click()
    const withdrawing = page.getByRole('dialog')
    await withdrawing.getByLabel(t('signatures:withdraw.reason')).fill('Firmó en la ficha de otra persona')
    await withdrawing.getByRole('button', { name: t('signatures:withdraw.confirm') }).click()
    await expect(signatures.getByText('Firmó en la ficha de otra persona')).toBeVisible()
    expect(noise).toEqual([])
  })

  test(`what is written is signed with one button; six digits take the device back, and hand it over next time (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const file = await writeFollowUp(page)
    await page.goto(file.replace(/record=\d+/, 'write=followup'))
    await page.getByRole('form').getByRole('textbox').first().fill('Ya alcanza el estante alto.')
    await page.getByRole('button', { name: t('record:editor.signWith', { name: 'Mariana' }) }).click()
    const title = page.getByRole('heading', { name: t('signatures:handOver.title', { name: 'Mariana' }) })
    await expect(title).toBeVisible()
    await expect(page.getByText('Ya alcanza el estante alto.')).toBeVisible()

    const sign = page.getByRole('button', { name: t('signatures:sign'), exact: true })
    for (const [width, height] of [
      [360, 640],
      [820, 1180],
      [1024, 768],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(sign, `${width} × ${height}`).toBeInViewport({ ratio: 1 })
    }
    await draw(page, page.locator('canvas'))
    await sign.click()
    await expect(page.getByRole('heading', { name: t('signatures:outcome.signed') })).toBeFocused()
    await expect(page.getByText(t('signatures:outcome.signedNext', { name: 'Laura' }))).toBeVisible()
    expect(await faultsAtEachSize(page, 'what was signed')).toEqual([])

    const giveBack = page.getByRole('button', {
      name: t('signatures:handOver.giveBack', { name: 'Laura' }),
    })
    await giveBack.last().click()
    await page.getByRole('dialog').locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: t('signatures:offer.title') })).toBeFocused()
    expect(await faultsAtEachSize(page, 'the offer of a short code')).toEqual([])
    const field = page.getByRole('textbox', { name: t('signatures:handing.code') })
    await field.fill('123456')
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('signatures:handing.common'))).toBeVisible()
    await field.fill('407193')
    await page.keyboard.press('Enter')

    // From here on with the keyboard alone: nothing but digits and Enter.
    const again = page.getByRole('button', { name: t('signatures:handOver.start') })
    await again.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: t('signatures:handOver.notNow') }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: t('signatures:outcome.declined') })).toBeFocused()
    await giveBack.last().focus()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    expect(await faultsAtEachSize(page, 'the device is taken back by a short code')).toEqual([])
    await page.keyboard.type('640218')
    await expect(page.getByText(t('signatures:handing.wrong', { left: 4 }))).toBeVisible()
    await page.keyboard.type('407193')
    await expect(again).toBeVisible()

    // The code made no fresh proof: handing over asks again, and a code does.
    await again.focus()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.type('407193')
    await expect(title).toBeVisible()
    await giveBack.first().focus()
    await page.keyboard.press('Enter')
    // One was wrong before; a right one forgives none.
    for (const left of [3, 2, 1]) {
      await field.fill('640218')
      await expect(page.getByText(t('signatures:handing.wrong', { left }))).toBeVisible()
    }
    await field.fill('640218')
    await expect(page.getByText(t('signatures:handing.blocked'))).toBeVisible()
    await page.getByRole('dialog').locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await expect(again).toBeVisible()
    expect(noise).toEqual([])
  })
}
