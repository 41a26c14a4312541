import { expect } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { carryOut, figure, tryIt, upload } from './import-steps.ts'

const lines = (...all: readonly string[]): Buffer => Buffer.from(all.join('\r\n'), 'latin1')

for (const language of languagesFrom('it')) {
  test(`an owner who had two programs says from which a file is, and whose numbers are theirs, in ${language}`, async ({
    page,
    noise,
  }) => {
    const t = textsIn(language)
    await register(page, language)
    const patients = lines(
      'Código;Nombre;Apellidos;F. Nacimiento;DNI',
      '1;Mariana;Lara Ruiz;13/02/1980;12345678Z',
      '2;Ana;Íñiguez Ruiz;03/04/1975;',
    )
    await upload(page, t, { name: 'clinica.csv', buffer: patients })
    await tryIt(page, t)
    await carryOut(page, t, 'patients', 2)

    // The program before knows Mariana by another number: nobody is created, and the number is remembered.
    const before = lines(
      'Código;Nombre;Apellidos;F. Nacimiento;DNI',
      '77;Mariana;Lara Ruiz;13/02/1980;12345678Z',
    )
    await upload(page, t, { name: 'antiguo.csv', buffer: before })
    const source = page.getByLabel(t('imports:read.source'))
    await source.fill('antiguo')
    await source.blur()
    await expect(page.getByText(/^antiguo · /)).toBeVisible()
    await tryIt(page, t)
    await expect(figure(page, t, 'create')).toContainText('0')
    await expect(figure(page, t, 'exists')).toContainText('1')
    await expect(page.getByText(t('imports:run.linkHint'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'an import of people who are all here')).toEqual([])
    await page.getByRole('button', { name: t('imports:run.link_one', { count: 1 }) }).click()
    await expect(page.getByText(t('imports:run.linked_one', { count: 1 }))).toBeVisible()
    expect(await faultsAtEachSize(page, 'numbers that were remembered')).toEqual([])

    // 77 says nothing until it is known whose number it is.
    const visits = lines('Código;Fecha;Hora;Fin;Profesional', '77;13/03/2019;09:00;10:00;Marta Vidal')
    await upload(page, t, { name: 'citas.csv', buffer: visits, kind: 'appointments' })
    const which = page.getByText(t('importErrors:import_source_unsaid'))
    await expect(which).toBeVisible()
    await expect(page.getByRole('button', { name: t('imports:trial.action') })).toBeDisabled()
    expect(await faultsAtEachSize(page, 'an import that may be from two programs')).toEqual([])
    await source.selectOption('antiguo')
    await expect(which).toBeHidden()
    await page
      .getByLabel(t('imports:values.said', { text: 'Marta Vidal' }), { exact: true })
      .selectOption('gone')
    await tryIt(page, t)
    await expect(figure(page, t, 'create')).toContainText('1')
    await carryOut(page, t, 'appointments', 1)

    await page.goto('/app/calendar?view=day&day=2019-03-13')
    await page.getByRole('button', { name: /Lara/ }).first().click()
    await expect(page.getByText(t('calendar:broughtFrom', { name: 'antiguo' }))).toBeVisible()
    expect(noise).toEqual([])
  })
}
