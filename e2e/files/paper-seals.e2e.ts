import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { changeBehind } from '../scene/ulna-server.ts'

const t = textsIn('es')

const ask = async <T>(page: Page, path: string, data?: object): Promise<T> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: T }).payload
}

interface SignedCase {
  readonly patientId: number
  readonly caseId: number
  /** The code of the seal, as the paper shows it. */
  readonly seal: string
}

const asPrinted = (sealId: string): string => sealId.replace(/^(.{4})(.{4})(.{4})/, '$1-$2-$3-')

const signCase = async (page: Page): Promise<SignedCase> => {
  const patient = await ask<{ id: number }>(page, '/patient', {
    firstName: 'Mariana',
    lastName: 'Gómez Lara',
  })
  const diagnosis = await ask<{ id: number }>(page, '/record', {
    ownerId: patient.id,
    type: 'control',
    subtype: 'case',
    recordClassId: 'case_default',
    data: { name: 'Manguito rotador', doctorObs: 'Dolor al elevar el brazo derecho.' },
  })
  const place = `/signature/saveOrUpdateByPatientIdAndRecordId/${patient.id}/${diagnosis.id}`
  const { signatures } = await ask<{ signatures: { sealId: string }[] }>(page, place, {
    signed: true,
    typedName: 'Mariana Gómez Lara',
  })
  return { patientId: patient.id, caseId: diagnosis.id, seal: asPrinted(signatures[0]?.sealId ?? '') }
}

const downloadPdf = async (page: Page, { patientId, caseId }: SignedCase): Promise<string> => {
  await page.goto(`/app/patient/${patientId}?case=${caseId}&record=${caseId}&print=case`)
  const button = page.getByRole('button', { name: t('print:pdf') })
  const [download] = await Promise.all([
    // The first paper of a practice waits for its key.
    page.waitForEvent('download', { timeout: 120_000 }),
    button.click(),
  ])
  return download.path()
}

test('a seal stands on paper, and anybody learns by it whether what was signed is unchanged, superseded or altered', async ({
  page,
  ulna,
  noise,
}) => {
  test.slow()
  await register(page, 'es')
  const [kept, withdrawn] = [await signCase(page), await signCase(page)]
  const file = await downloadPdf(page, kept)
  const text = execFileSync('pdftotext', ['-raw', file, '-']).toString()
  expect(text).toContain(`${t('paper:seals')} ${kept.seal}`)
  expect(text).toContain(`Mariana Gómez Lara · ${t('signatures:signer.patient')}`)
  const place = `/signature/saveOrUpdateByPatientIdAndRecordId/${withdrawn.patientId}/${withdrawn.caseId}`
  await ask(page, place, { signed: false, reason: 'Firmó en la ficha de otra persona' })

  await page.goto('/verify')
  const verdict = page.getByRole('main').getByRole('status')
  const says = async (typed: string, status: string) => {
    await page.getByLabel(t('verify:number.label')).fill(typed)
    await page.keyboard.press('Enter')
    await expect(verdict.getByRole('heading', { name: t(`verify:status.${status}.title`) })).toBeVisible()
  }
  await says(kept.seal.toLowerCase().replaceAll('-', ' '), 'unchanged')
  await expect(verdict).toContainText(t('verify:status.unchanged.seal'))
  await expect(page.getByText('Mariana')).toHaveCount(0)
  const found = await faultsAtEachSize(page, 'verify-seal')
  await says(withdrawn.seal, 'superseded')
  await expect(verdict).toContainText(t('verify:since.withdrawn_one', { count: 1 }))

  const change = `update records set data = replace(data::text, 'derecho', 'izquierdo')::json where id = ${kept.caseId}`
  await changeBehind(ulna, change)
  await says(kept.seal, 'altered')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'caso.pdf', mimeType: 'application/pdf', buffer: await readFile(file) })
  await expect(verdict).toContainText(t('verify:status.altered.records'))
  expect(found).toEqual([])
  expect(noise).toEqual([])
})

/** A certificate and its key as an authority hands them out. */
const makeKeyFile = async (password: string): Promise<Buffer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ulna-key-'))
  const openssl = (...given: string[]) => execFileSync('openssl', given, { cwd: folder, stdio: 'ignore' })
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'key.pem',
    '-out',
    'own.pem',
    '-days',
    '20',
    '-subj',
    '/O=Fisio Sur/CN=Fisio Sur',
  )
  openssl(
    'pkcs12',
    '-export',
    '-in',
    'own.pem',
    '-inkey',
    'key.pem',
    '-out',
    'own.p12',
    '-passout',
    `pass:${password}`,
  )
  const bytes = await readFile(path.join(folder, 'own.p12'))
  await rm(folder, { recursive: true })
  return bytes
}

test('an owner signs papers with the certificate of the practice, is told when it ends, and goes back', async ({
  page,
  noise,
}) => {
  test.slow()
  await register(page, 'es')
  await page.goto('/app/settings/practice')
  const sheet = page.getByRole('region', { name: t('signingKey:title') })
  await sheet.getByRole('button', { name: t('signingKey:open') }).click()
  const buffer = await makeKeyFile('clave-del-archivo')
  const files = sheet.locator('input[type=file]')
  await files.setInputFiles({ name: 'consulta.p12', mimeType: 'application/x-pkcs12', buffer })
  const supply = sheet.getByRole('button', { name: t('signingKey:supply') })
  await sheet.getByLabel(t('signingKey:password')).fill('otra')
  await supply.click()
  await expect(sheet.getByText(t('error:key_file_password'))).toBeVisible()
  const found = await faultsAtEachSize(page, 'signing-key')
  await sheet.getByLabel(t('signingKey:password')).fill('clave-del-archivo')
  await supply.click()
  await expect(sheet.getByText('CN=Fisio Sur').first()).toBeVisible()
  await expect(sheet.getByRole('status')).toBeVisible()
  found.push(...(await faultsAtEachSize(page, 'signing-key-supplied')))

  const signed = await signCase(page)
  const pdf = await downloadPdf(page, signed)
  expect(execFileSync('pdfsig', [pdf]).toString()).toContain('Common Name: Fisio Sur')
  await page.goto('/app/settings/practice')
  await sheet.getByRole('button', { name: t('signingKey:remove') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('signingKey:remove') })
    .click()
  await expect(sheet.getByText('CN=Fisio Sur')).toHaveCount(0)
  expect(found).toEqual([])
  expect(noise).toEqual([])
})
