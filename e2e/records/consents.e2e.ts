import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize, schemesFor, violationsIn } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { password, register } from '../scene/people.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const consentNames = {
  es: 'Consentimiento: punción seca',
  en: 'Consent: dry needling',
  it: 'Consenso: dry needling (puntura a secco)',
} as const

const areaLabels = {
  es: 'Zona y músculos que se van a tratar',
  en: 'Area and muscles to be treated',
  it: 'Zona e muscoli da trattare',
} as const

const risks = { es: /neumotórax/, en: /pneumothorax/, it: /pneumotorace/ } as const

const muscles = {
  es: 'Músculos y puntos tratados',
  en: 'Muscles and points treated',
  it: 'Muscoli e punti trattati',
} as const

const post = async (page: Page, path: string, data: object = {}): Promise<{ id: number }> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

const signByTyping = async (page: Page, t: Texts): Promise<void> => {
  await page.getByRole('radio', { name: t('signatures:way.type') }).check()
  await page.getByLabel(t('signatures:typed.label')).fill('Mariana Gómez Lara')
  await page.getByRole('button', { name: t('signatures:sign'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('signatures:outcome.signed') })).toBeVisible()
  await page
    .getByRole('button', { name: t('signatures:handOver.giveBack', { name: 'Laura' }) })
    .last()
    .click()
  await page.getByRole('dialog').locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('signatures:offer.decline') }).click()
}

const needling = { es: 'Punción seca', en: 'Dry needling', it: 'Dry needling (puntura a secco)' } as const
const massage = {
  es: 'Terapia de tejidos blandos',
  en: 'Soft-tissue therapy',
  it: 'Terapia dei tessuti molli',
} as const

for (const language of languagesFrom('es')) {
  const t = textsIn(language)
  const name = consentNames[language]

  test(`a form says that a consent is missing when the technique is chosen that needs it, and only then (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    for (const id of ['consents', 'techniques']) await post(page, `/record_module/install/${id}`)
    const patient = await post(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
    const missing = page.getByText(t('consents:notice.missing', { name }))

    await page.goto(`/app/patient/${patient.id}?write=session_techniques`)
    const choice = (label: string) => page.getByRole('checkbox', { name: label, exact: true })
    await choice(massage[language]).focus()
    await page.keyboard.press('Space')
    await expect(choice(massage[language])).toBeChecked()
    await expect(missing).toHaveCount(0)
    await choice(needling[language]).focus()
    await page.keyboard.press('Space')
    await expect(missing).toBeVisible()
    await expect(choice(needling[language])).toBeFocused()
    expect(await faultsAtEachSize(page, 'technique without consent')).toEqual([])
    await page.keyboard.press('Space')
    await expect(missing).toHaveCount(0)
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
    await expect(page).toHaveURL(/record=\d+/)
    await expect(missing).toBeVisible()
    expect(await faultsAtEachSize(page, 'record of a technique without consent')).toEqual([])
    expect(noise).toEqual([])
  })

  test(`a form says that its consent is missing until the patient signs it, and again once they take it back (${language})`, async ({
    page,
    noise,
  }) => {
    test.slow()
    await register(page, language)
    for (const id of ['consents', 'techniques']) await post(page, `/record_module/install/${id}`)
    const patient = await post(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
    const form = `/app/patient/${patient.id}?write=dry_needling_session`
    const missing = page.getByText(t('consents:notice.missing', { name }))

    await page.goto(form)
    await expect(missing).toBeVisible()
    expect(await violationsIn(page, schemesFor('technique without consent'))).toEqual([])
    await page.getByRole('textbox', { name: muscles[language] }).fill('Trapecio superior derecho')
    await page.getByRole('button', { name: t('consents:notice.begin') }).click()

    await expect(page.getByText(risks[language])).toBeVisible()
    await page.getByRole('textbox', { name: areaLabels[language] }).fill('Trapecio superior derecho')
    await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
    await expect(page.getByRole('region', { name: t('consents:state.open') })).toBeVisible()
    expect(await faultsAtEachSize(page, 'consent to be signed')).toEqual([])

    await page.getByRole('button', { name: t('consents:handOver') }).click()
    await expect(page.getByText(risks[language])).toBeVisible()
    expect(await faultsAtEachSize(page, 'consent as it is read')).toEqual([])
    await signByTyping(page, t)
    const given = page.getByRole('region', { name: t('consents:state.given') })
    await expect(given.getByText('Mariana Gómez Lara')).toBeVisible()
    expect(await faultsAtEachSize(page, 'consent given')).toEqual([])

    // The form goes on with what was typed, and has nothing more to say.
    await page.goto(form)
    await expect(page.getByRole('textbox', { name: muscles[language] })).toHaveValue(
      'Trapecio superior derecho',
    )
    await expect(missing).toHaveCount(0)
    await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
    await expect(page.getByRole('article').getByText('Trapecio superior derecho')).toBeVisible()
    await expect(page).toHaveURL(/record=\d+/)
    const session = page.url()

    await page.goto(`/app/patient/${patient.id}?consents=true`)
    const list = page.getByRole('dialog', {
      name: t('consents:list.title', { name: 'Mariana Gómez Lara' }),
    })
    await expect(list.getByText(t('consents:state.given'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'consents of the file')).toEqual([])
    await list.getByRole('button', { name: `${t('consents:list.show')}: ${name}` }).click()

    await given.getByRole('button', { name: t('consents:withdraw') }).click()
    const withdrawing = page.getByRole('dialog', { name: t('consents:dialog.title') })
    await withdrawing.getByLabel(t('consents:dialog.reason')).fill('Prefiere ejercicio')
    expect(await faultsAtEachSize(page, 'withdrawing')).toEqual([])
    await withdrawing.getByRole('button', { name: t('consents:dialog.confirm') }).click()
    await expect(
      page.getByRole('region', { name: t('consents:state.withdrawn') }).getByText(/Prefiere ejercicio/),
    ).toBeVisible()

    await page.goto(session)
    const back = t('consents:notice.withdrawn', { name, when: '' }).slice(0, 20)
    await expect(page.getByRole('status').filter({ hasText: back })).toBeVisible()
    await expect(page.getByRole('button', { name: t('consents:notice.begin') })).toBeVisible()
    expect(await faultsAtEachSize(page, 'record without consent')).toEqual([])
    expect(noise).toEqual([])
  })
}
