import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { carryOut, figure, tryIt, upload } from './import-steps.ts'

const patients = [
  'Código;Paciente;F. Nacimiento;DNI',
  '1;Mariana de la Fuente Lara;13/02/1980;12345678Z',
  '2;Ana Íñiguez Ruiz;03/04/1975;',
].join('\r\n')

/** A day from today as Spain writes it. */
const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('/')

/** Two of the past at one time, one of nobody, two to come at one time, and a time that never was. */
const visits = [
  'Código;Fecha;Hora;Fin;Profesional;Estado;Motivo',
  '1;13/03/2024;09:00;10:00;Marta Vidal;Atendida;Lumbalgia',
  '2;13/03/2024;09:30;10:30;Marta Vidal;Atendida;Cervicalgia',
  '7;14/03/2024;09:30;10:30;Marta Vidal;Atendida;De nadie',
  `1;${dayAhead(30)};09:00;10:00;Laura Restrepo;Reservada;Revisión`,
  `2;${dayAhead(30)};09:30;10:30;Laura Restrepo;Reservada;Revisión`,
  '2;31/03/2024;25:00;;Marta Vidal;Plantón;',
].join('\r\n')

const packages = 'Código;Bono;Sesiones;Restantes\r\n1;Bono de espalda;10;4\r\n2;Bono roto;5;9\r\n'

const notes = [
  'Código;Fecha;Autor;Nota',
  '1;13/03/2019;Dra. Pérez;"Mejora de la lumbalgia.\r\nSigue con ejercicios."',
  '2;;;Sin fecha',
].join('\r\n')

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

const bringPatients = async (page: Page, t: Texts): Promise<void> => {
  await upload(page, t, { name: 'pacientes.csv', buffer: latin(patients) })
  const rule = page.getByLabel(t('imports:names.label'))
  await rule.selectOption('last_two_words')
  await expect(page.getByText('de la Fuente Lara', { exact: true })).toBeVisible()
  await rule.selectOption('first_word')
  await expect(page.getByText('Íñiguez Ruiz', { exact: true })).toBeVisible()
  expect(await faultsAtEachSize(page, 'how whole names are split')).toEqual([])
  await tryIt(page, t)
  await carryOut(page, t, 'patients', 2)
}

const bringVisits = async (page: Page, t: Texts): Promise<void> => {
  await upload(page, t, { name: 'citas.csv', buffer: latin(visits), kind: 'appointments' })
  const said = (text: string) => page.getByLabel(t('imports:values.said', { text }), { exact: true })
  await expect(said('Laura Restrepo')).not.toHaveValue('')
  await expect(said('Atendida')).toHaveValue('attended')
  await said('Marta Vidal').selectOption('gone')
  await said('Plantón').selectOption('no_show')
  await expect(said('Plantón')).toHaveValue('no_show')
  expect(await faultsAtEachSize(page, 'what words of an import stand for')).toEqual([])

  await tryIt(page, t)
  await expect(figure(page, t, 'create')).toContainText('3')
  await expect(figure(page, t, 'clash')).toContainText('1')
  await expect(figure(page, t, 'fault')).toContainText('2')
  const rows = page.getByLabel(t('imports:rows.show'), { exact: true })
  await expect(page.getByText(t('importErrors:import_patient_unknown'))).toBeVisible()
  await rows.selectOption('clash')
  await expect(page.getByText(t('imports:hint.clash_row', { row: 5 }))).toBeVisible()
  await rows.selectOption('hints')
  await expect(page.getByText(t('imports:hint.overlap'))).toBeVisible()
  expect(await faultsAtEachSize(page, 'the trial of visits')).toEqual([])
  await carryOut(page, t, 'appointments', 3)
  expect(await faultsAtEachSize(page, 'visits that were imported')).toEqual([])
}

for (const language of languagesFrom('es')) {
  test(`an owner moves in with visits, packages and notes from an Excel export with faults, in ${language}`, async ({
    page,
    noise,
  }) => {
    const t = textsIn(language)
    await register(page, language)
    await bringPatients(page, t)
    await bringVisits(page, t)

    await upload(page, t, { name: 'bonos.csv', buffer: latin(packages), kind: 'packages' })
    await tryIt(page, t)
    await expect(figure(page, t, 'fault')).toContainText('1')
    await carryOut(page, t, 'packages', 1)

    await upload(page, t, { name: 'notas.csv', buffer: latin(notes), kind: 'notes' })
    await tryIt(page, t)
    await carryOut(page, t, 'notes', 1)

    // What happened elsewhere stands where it happened, and says so.
    await page.goto('/app/calendar?view=day&day=2024-03-13')
    await page
      .getByRole('button', { name: /Íñiguez/ })
      .first()
      .click()
    await expect(page.getByText(t('calendar:broughtFrom', { name: 'pacientes' }))).toBeVisible()
    await expect(page.getByText(t('calendar:overlap.brought'))).toBeVisible()

    await page.goto('/app/patient')
    await page.getByRole('link', { name: /de la Fuente/ }).click()
    const card = page.getByRole('button', { name: /Mejora de la lumbalgia/ })
    await expect(card).toContainText('pacientes')
    await card.click()
    await expect(page.getByText('Dra. Pérez')).toBeVisible()
    await expect(page.getByText('13/03/2019')).toBeVisible()
    expect(await faultsAtEachSize(page, 'a note of another system')).toEqual([])

    await page.goto('/app/settings/import')
    await page.getByRole('link', { name: t('imports:list.open', { name: 'citas.csv' }) }).click()
    await page.getByRole('button', { name: t('imports:undo.action') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('imports:undo.confirm'), exact: true })
      .click()
    await expect(page.getByText(t('imports:undo.done.appointments_other', { count: 3 }))).toBeVisible()
    expect(noise).toEqual([])
  })
}
