import { readFile } from 'node:fs/promises'
import { type APIResponse, expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { carryOut, figure, tryIt, upload } from './import-steps.ts'

/** What Excel in Spain saves: semicolons, Windows letters, days first; and what people write into it. */
const spanishExport = [
  'Código;Apellidos;Nombre;F. Nacimiento;DNI;Móvil;Correo;Observaciones',
  '1;Gómez Lara;Mariana;13/02/1980;12345678Z;600 100 200;mariana@example.com;"Prefiere tardes;\r\nllamar antes"',
  '2;Íñiguez;Ana;03/04/1975;;+34 600 100 201;;',
  '3;Ruiz;Pedro;01/01/1990;;;no es un correo;',
  '4;Gómez Lara;Mariana;13/02/1980;12345678Z;;;',
  '5;Vega;Luis;31/02/1990;;;;',
].join('\r\n')

for (const language of languagesFrom('es')) {
  test(`an owner moves in from an Excel export with faults, puts them right and takes it back, in ${language}`, async ({
    page,
    noise,
  }) => {
    const t = textsIn(language)
    await register(page, language)
    await page.goto('/app/settings/import')
    await expect(page.getByText(t('imports:list.empty'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'imports')).toEqual([])

    await upload(page, t, { name: 'pacientes.csv', buffer: Buffer.from(spanishExport, 'latin1') })
    await expect(page.getByRole('columnheader', { name: 'Código' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Íñiguez' })).toBeVisible()
    const birth = page.getByLabel(t('imports:match.asFieldOf', { column: 'F. Nacimiento' }))
    await expect(birth).toHaveValue('birthDate')
    expect(await faultsAtEachSize(page, 'matching the columns of an import')).toEqual([])

    await tryIt(page, t)
    await expect(page.getByText(/13\/02\/1980/).last()).toBeVisible()
    await expect(figure(page, t, 'create')).toContainText('2')
    await expect(figure(page, t, 'repeated')).toContainText('1')
    await expect(figure(page, t, 'fault')).toContainText('2')
    await expect(page.getByText(t('error:field_email'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'the trial of an import')).toEqual([])

    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: t('imports:faults.action') }).click()
    const faults = await readFile(await (await coming).path(), 'utf8')
    expect(faults).toContain(t('imports:faults.column'))
    await carryOut(page, t, 'patients', 2)
    await expect(page.getByRole('button', { name: t('imports:faults.action') })).toBeVisible()
    expect(await faultsAtEachSize(page, 'an import that is done')).toEqual([])

    // Nobody is anybody else: who came with a number of its own is known by it.
    const mended = faults.replace('no es un correo', 'pedro@example.com').replace('31/02/1990', '28/02/1990')
    await upload(page, t, { name: 'pacientes - errores.csv', buffer: Buffer.from(mended) })
    await tryIt(page, t)
    await carryOut(page, t, 'patients', 2)
    await page.getByRole('link', { name: t('imports:run.list') }).click()
    for (const name of [/Gómez Lara/, /Íñiguez/, /Ruiz/, /Vega/])
      await expect(page.getByRole('link', { name })).toHaveCount(1)

    await page.goto('/app/settings/import')
    await page.getByRole('link', { name: t('imports:list.open', { name: 'pacientes.csv' }) }).click()
    await page.getByRole('button', { name: t('imports:undo.action') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('imports:undo.confirm'), exact: true })
      .click()
    await expect(page.getByText(t('imports:undo.done.patients_other', { count: 2 }))).toBeVisible()
    await page.goto('/app/patient')
    await expect(page.getByRole('link', { name: /Vega/ })).toHaveCount(1)
    await expect(page.getByRole('link', { name: /Gómez Lara/ })).toHaveCount(0)
    expect(noise).toEqual([])
  })
}

interface Answer {
  readonly payload: { readonly state: string } | readonly { readonly state: string }[]
}

const stateOf = async (response: APIResponse): Promise<string | undefined> =>
  [((await response.json()) as Answer).payload].flat()[0]?.state

/**
 * The list of imports is answered once the import is over, and behind that what the import was read as before: as where a
 * browser asks rarely. Answers what it was read as.
 */
const answerLate = async (page: Page): Promise<readonly (string | undefined)[]> => {
  const over = Promise.withResolvers<void>()
  const states: (string | undefined)[] = []
  await page.route(/\/api\/import(\?|$)/, async (route) => {
    let response = await route.fetch()
    while ((await stateOf(response)) === 'running') response = await route.fetch()
    await route.fulfill({ response })
    if ((await stateOf(response)) === 'done') over.resolve()
  })
  await page.route(/\/api\/import\/\d+$/, async (route) => {
    const response = await route.fetch()
    states.push(await stateOf(response))
    if (states.at(-1) === 'running') await over.promise
    await route.fulfill({ response })
  })
  return states
}

test('an import that ends while it is being read is told to be over', async ({ page }) => {
  const t = textsIn('es')
  await register(page, 'es')
  const people = Array.from({ length: 2000 }, (_, at) => `${at};Vega;Luis ${at};13/02/1980`)
  const file = ['Código;Apellidos;Nombre;F. Nacimiento', ...people].join('\r\n')
  await upload(page, t, { name: 'pacientes.csv', buffer: Buffer.from(file, 'latin1') })
  await tryIt(page, t)
  const states = await answerLate(page)
  await carryOut(page, t, 'patients', 2000)
  expect(states).toContain('running')
})

test('a file that cannot be read says why, and another one can be chosen', async ({ page }) => {
  const t = textsIn('es')
  await register(page, 'es')
  await page.goto('/app/settings/import')
  const choose = page.getByLabel(t('imports:choose.action'))
  await choose.setInputFiles({
    name: 'pacientes.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  })
  await expect(page.getByText(t('importErrors:import_file_kind'))).toBeVisible()
  await choose.setInputFiles({
    name: 'pacientes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Nombre;Apellidos\nAna;"Ruiz\n'),
  })
  await expect(page.getByText(t('importErrors:import_quotes', { row: 2, column: 2 }))).toBeVisible()
})
