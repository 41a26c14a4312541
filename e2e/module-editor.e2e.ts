import { expect, type Locator, type Page } from '@playwright/test'
import { faultsAtEachSize } from './scene/faults.ts'
import { test } from './scene/fixtures.ts'
import { tabTo } from './scene/keys.ts'
import { register } from './scene/people.ts'
import { type Texts, textsIn } from './scene/texts.ts'
import { languagesFrom } from './scene/tier.ts'

const tokenOf = (page: Page): Promise<string> => page.evaluate(() => sessionStorage.getItem('appToken') ?? '')

const newPatient = async (page: Page): Promise<string> => {
  const answer = await page.request.post('/api/patient', {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
    data: { firstName: 'Mariana', lastName: 'Gómez Lara' },
  })
  expect(answer.ok()).toBe(true)
  const { payload } = (await answer.json()) as { payload: { id: number } }
  return `/app/patient/${payload.id}`
}

const openModules = async (page: Page, t: Texts): Promise<void> => {
  await page.goto('/app/modules')
  await expect(page.getByRole('heading', { level: 1, name: t('modules:title') })).toBeVisible()
}

/** Presses something with the keyboard alone. */
const press = async (page: Page, control: Locator, key = 'Enter'): Promise<void> => {
  await control.focus()
  await page.keyboard.press(key)
}

const type = async (page: Page, control: Locator, text: string): Promise<void> => {
  await control.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

const editor = (page: Page, t: Texts) => {
  const e = (key: string, values?: Record<string, string | number>) => t(`moduleEditor:${key}`, values)
  const label = (text: string) => page.getByRole('textbox', { name: text, exact: true })
  return {
    e,
    label,
    /** Adds a field to a section; the keyboard stands in its label then. */
    add: async (section: string, kind: string, words: string) => {
      await press(page, page.getByRole('button', { name: e('fields.addTo', { name: section }), exact: true }))
      await press(page, page.getByRole('button', { name: new RegExp(`^${e(`types.${kind}.name`)}`) }).first())
      await expect(label(e('field.label'))).toBeFocused()
      await page.keyboard.type(words)
    },
    /** Takes what a language lacks from the first one. */
    copyTo: async (language: string) => {
      const choice = page
        .getByRole('group', { name: e('texts.language') })
        .getByRole('radio', { name: new RegExp(`^${e(`languages.${language}`)}`) })
      await press(page, choice, 'Space')
      await press(page, page.getByRole('button', { name: e('texts.copy', { language: e('languages.es') }) }))
    },
    save: async () => {
      await press(page, page.getByRole('button', { name: e('save'), exact: true }))
      await expect(page.getByText(e('state.saved'))).toBeVisible()
    },
  }
}

const openForm = async (page: Page, t: Texts, file: string, name: string): Promise<void> => {
  await page.goto(file)
  await page
    .getByRole('button', { name: t('modules:picker.open') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: t('modules:picker.title') })
  await dialog.getByRole('button', { name }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

test('a form is made by keyboard, written with, and changed; what was written shows as before', async ({
  page,
  noise,
}) => {
  const t = textsIn('es')
  const found: string[] = []
  // Colours that are still on their way from light to dark are no fault.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await register(page, 'es')
  const file = await newPatient(page)
  const { e, label, add, copyTo, save } = editor(page, t)

  await openModules(page, t)
  await tabTo(page, t('modules:create'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: e('title.new') })).toBeVisible()
  await type(page, label(e('module.name')), 'Marcha de la casa')
  await type(page, label(e('module.description')), 'Cómo camina el paciente.')
  await press(page, page.getByRole('button', { name: e('forms.add') }))
  await expect(label(e('form.name'))).toBeFocused()
  await page.keyboard.type('Marcha')
  await type(page, label(e('sections.name', { number: 1 })), 'Paseo')

  await add('Paseo', 'text', 'Lugar')
  await add('Paseo', 'number', 'Distancia')
  await type(page, label(e('numbers.min')), '0')
  await type(page, label(e('numbers.max')), '500')
  await type(page, label(e('numbers.unit')), 'm')
  await add('Paseo', 'radio_group', 'Apoyo')
  await type(page, label(e('options.number', { number: 1 })), 'Ninguno')
  await type(page, label(e('options.number', { number: 2 })), 'Bastón')
  await add('Paseo', 'pain_scale', 'Dolor al final')
  await add('Paseo', 'measure_pair', 'Zancada')
  await type(page, label(e('numbers.unit')), 'cm')
  await press(page, page.getByRole('button', { name: e('order.up', { name: 'Zancada' }) }))
  await expect(page.getByRole('button', { name: e('order.up', { name: 'Zancada' }) })).toBeFocused()
  found.push(...(await faultsAtEachSize(page, 'editor')))

  // A reload loses nothing; leaving asks.
  await page.reload()
  await expect(page.getByText(e('state.unsaved'))).toBeVisible()
  await expect(label(e('module.name'))).toHaveValue('Marcha de la casa')
  await page.getByRole('link', { name: e('title.back') }).click()
  await page
    .getByRole('button', { name: t('common:form.leave.stay') })
    .first()
    .click()

  // The preview is the form itself: it shows the order, and refuses what the form will refuse.
  const preview = page.getByRole('form', { name: e('preview.label', { name: 'Marcha' }) })
  await preview.getByLabel(/^Distancia/).fill('600')
  await preview.getByRole('button', { name: e('preview.check') }).click()
  await expect(preview.getByRole('alert').or(preview.getByText(/500/)).first()).toBeVisible()

  // What lacks in the other languages keeps it from being saved, and is told with its place.
  await press(page, page.getByRole('button', { name: e('save'), exact: true }))
  const faults = page.getByRole('region', { name: /No se pudo guardar/ })
  await expect(faults).toBeVisible()
  await expect(faults).toContainText('Distancia')
  found.push(...(await faultsAtEachSize(page, 'faults')))
  await copyTo('en')
  await copyTo('it')
  await expect(faults).toBeHidden()
  await save()
  await expect(page).toHaveURL(/module=own_marcha_de_la_casa/)

  await openForm(page, t, file, 'Marcha')
  await page.getByLabel(/^Lugar/).fill('Pasillo')
  await page.getByLabel(/^Distancia/).fill('120')
  await page.getByText('Bastón', { exact: true }).click()
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  const card = page
    .getByRole('region', { name: t('record:timeLine.label') })
    .getByRole('button', { name: 'Marcha' })
  await expect(card).toBeVisible()

  // Another label, and one field more: the id stays, and the old record as it was.
  await page.goto('/app/modules/editor?module=own_marcha_de_la_casa')
  await press(page, page.getByRole('button', { name: /^Lugar/ }))
  await type(page, label(e('field.label')), 'Sitio')
  await press(page, page.getByRole('button', { name: e('field.id'), exact: true }))
  await expect(page.getByText('lugar', { exact: true })).toBeVisible()
  // Its answers stay out of copies for the patient from now on; that makes no new version of what was asked.
  const reserved = page.getByRole('combobox', { name: e('field.reserved') })
  await reserved.focus()
  await reserved.selectOption('annotation')
  await expect(page.getByRole('button', { name: /^Sitio/ })).toContainText(e('field.isReserved'))
  await add('Paseo', 'checkbox', 'Con calzado')
  await copyTo('en')
  await copyTo('it')
  await save()

  await page.goto(file)
  await card.click()
  await expect(page.getByText('Pasillo').first()).toBeVisible()
  await expect(page.getByText('Lugar').first()).toBeVisible()
  await expect(page.getByText('Sitio')).toHaveCount(0)
  await openForm(page, t, file, 'Marcha')
  await expect(page.getByLabel(/^Sitio/)).toBeVisible()
  await expect(page.getByLabel(/^Con calzado/)).toBeVisible()

  await openModules(page, t)
  const own = page.getByRole('article', { name: 'Marcha de la casa' })
  await expect(own).toContainText(t('modules:own'))
  await press(page, own.getByRole('button', { name: t('modules:more', { name: 'Marcha de la casa' }) }))
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: t('modules:export') }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('own_marcha_de_la_casa.ulna-module.json')

  // What was taken out comes in again, after a look at it.
  await page.getByRole('button', { name: t('modules:import') }).click()
  const dialog = page.getByRole('dialog', { name: e('import.title') })
  await dialog.getByLabel(e('import.choose')).setInputFiles(await download.path())
  await expect(dialog).toContainText(e('import.replaces', { version: 2 }))
  await expect(dialog.getByLabel(/^Sitio/)).toBeVisible()
  found.push(...(await faultsAtEachSize(page, 'import')))
  await dialog.getByRole('button', { name: e('import.take'), exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(found).toEqual([])
  expect(noise).toEqual([])
})

test('a consent and a form whose choice needs it are made by keyboard; a fault is told in words; the form asks', async ({
  page,
  noise,
}) => {
  const t = textsIn('es')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await register(page, 'es')
  const file = await newPatient(page)
  const { e, label, add, copyTo, save } = editor(page, t)

  await page.goto('/app/modules/editor')
  await type(page, label(e('module.name')), 'Ventosas de la casa')
  await type(page, label(e('module.description')), 'Ventosas con su consentimiento.')
  await press(page, page.getByRole('button', { name: e('forms.add') }))
  await expect(label(e('form.name'))).toBeFocused()
  await page.keyboard.type('Consentimiento: ventosas')
  await type(page, label(e('sections.name', { number: 1 })), 'Riesgos')
  const isConsent = page.getByRole('checkbox', { name: e('consent.is'), exact: true })
  await press(page, isConsent, 'Space')
  await expect(isConsent).toBeChecked()
  await expect(page.getByRole('combobox', { name: e('consent.needs') })).toHaveCount(0)
  await copyTo('en')
  await copyTo('it')

  // Nothing to read yet: told in words, at the form.
  await press(page, page.getByRole('button', { name: e('save'), exact: true }))
  const fault = t('moduleFaults:consentWithoutText')
  await expect(page.getByRole('group', { name: e('consent.title') }).getByText(fault)).toBeVisible()
  expect(await faultsAtEachSize(page, 'consent without text')).toEqual([])
  await press(page, page.getByRole('radio', { name: new RegExp(`^${e('languages.es')}`) }).first(), 'Space')
  await type(page, label(e('sections.text', { number: 1 })), 'Pueden quedar hematomas.')

  await press(page, page.getByRole('button', { name: e('forms.add') }))
  await expect(label(e('form.name'))).toBeFocused()
  await page.keyboard.type('Técnicas de la casa')
  await type(page, label(e('sections.name', { number: 1 })), 'Sesión')
  await add('Sesión', 'checkbox_group', 'Qué se hizo')
  await type(page, label(e('options.number', { number: 1 })), 'Masaje')
  await type(page, label(e('options.number', { number: 2 })), 'Ventosas')
  await press(page, page.getByRole('checkbox', { name: e('consent.choices') }), 'Space')
  const needed = page.getByRole('combobox', { name: e('consent.needsOf', { name: 'Ventosas' }) })
  await needed.selectOption({ label: 'Consentimiento: ventosas' })
  const preview = page.getByRole('form', { name: e('preview.label', { name: 'Técnicas de la casa' }) })
  const notice = preview.getByText(e('consent.inPreview', { name: 'Consentimiento: ventosas' }))
  await preview.getByRole('checkbox', { name: 'Masaje' }).check()
  await expect(notice).toHaveCount(0)
  await preview.getByRole('checkbox', { name: 'Ventosas' }).check()
  await expect(notice).toBeVisible()
  // The page is looked at from its top: what is half under the bar that stays is small only until one scrolls on.
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await faultsAtEachSize(page, 'choice with consent')).toEqual([])
  await copyTo('en')
  await copyTo('it')
  await save()
  await page.reload()

  await openForm(page, t, file, 'Técnicas de la casa')
  const missing = page.getByText(t('consents:notice.missing', { name: 'Consentimiento: ventosas' }))
  await page.getByRole('checkbox', { name: 'Masaje' }).check()
  await expect(missing).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Ventosas' }).check()
  await expect(missing).toBeVisible()
  expect(noise).toEqual([])
})

const broken = {
  format: 'ulna-module/1',
  module: {
    id: 'own_broken',
    name: 'name',
    description: 'name',
    category: 'tests',
    public: false,
    version: 1,
    licence: 'CC-BY-4.0',
    classes: ['own_broken'],
  },
  classes: [
    {
      classId: 'own_broken',
      name: 'name',
      type: 'test',
      subType: 'own_broken',
      sections: [
        {
          id: 'main',
          label: 'name',
          displayOrder: 10,
          fields: [{ id: 'side', label: 'side', type: 'select', displayOrder: 10 }],
        },
      ],
    },
  ],
  locales: {
    es: { name: 'Roto', side: 'Lado' },
    en: { name: 'Broken', side: 'Side' },
    it: { name: 'Rotto' },
  },
}

for (const language of languagesFrom('it')) {
  const t = textsIn(language)

  test(`a broken file is refused with every reason and its place (${language})`, async ({ page, noise }) => {
    await register(page, language)
    await openModules(page, t)
    await page.getByRole('button', { name: t('modules:import') }).click()
    const dialog = page.getByRole('dialog', { name: t('moduleEditor:import.title') })
    const choose = (name: string, text: string) =>
      dialog
        .getByLabel(t('moduleEditor:import.choose'))
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

    await choose('no.json', '{\n  "format": oops\n}')
    await expect(dialog).toContainText(t('moduleEditor:import.notJson', { line: 2, column: 13 }))
    await expect(dialog).toContainText(t('moduleEditor:import.nothingTaken'))

    await choose('broken.json', JSON.stringify(broken))
    const alert = dialog.getByRole('alert')
    await expect(alert).toContainText(t('moduleFaults:needsOptions'))
    await expect(alert).toContainText('classes.own_broken.main.side')
    await expect(
      dialog.getByRole('button', { name: t('moduleEditor:import.take'), exact: true }),
    ).toHaveCount(0)
    expect(await faultsAtEachSize(page, 'refused')).toEqual([])
    expect(noise).toEqual([])
  })
}
