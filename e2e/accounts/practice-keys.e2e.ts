import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { addColleague, tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { tabTo } from '../scene/keys.ts'
import { linkMailedTo } from '../scene/mails.ts'
import { register } from '../scene/people.ts'
import { askForProof, proveIdentity } from '../scene/proofs.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const name = 'Panel de gestión'
const patient = { firstName: 'Canela', lastName: 'Amarilla' }

const addPatient = async (page: Page): Promise<void> => {
  const answer = await page.request.post('/api/patient', {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
    data: patient,
  })
  expect(answer.status()).toBe(201)
}

/** What a program is answered that sends nothing but a key. */
const ask = async (page: Page, path: string, key: string): Promise<{ status: number; text: string }> => {
  const answer = await page.request.get(path, { headers: { authorization: `Bearer ${key}` } })
  return { status: answer.status(), text: await answer.text() }
}

const section = (page: Page, t: Texts) => page.getByRole('region', { name: t('practiceKeys:title') })

const keyRow = (page: Page, t: Texts) => section(page, t).getByRole('listitem').filter({ hasText: name })

/** By the keyboard alone; a key that may read nothing is none. Answers the secret, which is shown once. */
const makeKey = async (page: Page, t: Texts): Promise<string> => {
  await section(page, t)
    .getByRole('button', { name: t('practiceKeys:add') })
    .focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(t('practiceKeys:name'), { exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(t('practiceKeys:noScope'))).toBeVisible()
  expect(await faultsAtEachSize(page, 'new key')).toEqual([])
  const patients = `${t('practiceKeys:scope.patients')} ${t('practiceKeys:scopeHint.patients')}`
  await dialog.getByRole('checkbox', { name: patients }).focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText(t('practiceKeys:noScope'))).toBeHidden()
  await askForProof(page, '**/api/practice/key')
  await tabTo(page, t('practiceKeys:create'))
  await page.keyboard.press('Enter')
  await proveIdentity(page, t)
  const secret = page.getByLabel(t('practiceKeys:secret'), { exact: true })
  await expect(secret).toBeFocused()
  expect(await faultsAtEachSize(page, 'secret')).toEqual([])
  // A slip does not throw away what is shown once.
  await page.keyboard.press('Escape')
  await expect(secret).toBeVisible()
  const value = await secret.inputValue()
  await tabTo(page, t('practiceKeys:kept'))
  await page.keyboard.press('Enter')
  await expect(secret).toBeHidden()
  return value
}

const revokeKey = async (page: Page, t: Texts): Promise<void> => {
  await keyRow(page, t)
    .getByRole('button', { name: t('practiceKeys:revokeNamed', { name }) })
    .focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: t('practiceKeys:revokeTitle', { name }) })
  await expect(question).toBeVisible()
  expect(await faultsAtEachSize(page, 'revoke')).toEqual([])
  await tabTo(page, t('practiceKeys:revoke'))
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
}

for (const language of languagesFrom('it')) {
  test(`C16 an owner makes a key that is shown once, a program reads with it and no more than it says, and is refused once it is revoked (${language})`, async ({
    page,
    browser,
    ulna,
    noise,
  }) => {
    const t = textsIn(language)
    const owner = await register(page, language)
    await addPatient(page)
    await page.goto('/app/settings/practice')
    await expect(section(page, t).getByText(t('practiceKeys:empty'), { exact: true })).toBeVisible()
    const key = await makeKey(page, t)
    await expect(keyRow(page, t)).toContainText(t('practiceKeys:neverUsed'))
    await expect(keyRow(page, t)).toContainText(key.slice(0, -39))
    expect(await page.content()).not.toContain(key.slice(-39))
    expect(await linkMailedTo(ulna, owner.email, '/app/settings/')).toBe('/app/settings/practice')

    expect(await ask(page, '/api/patient', key)).toMatchObject({
      status: 200,
      text: expect.stringContaining(patient.lastName),
    })
    expect(await ask(page, '/api/receipt', key)).toMatchObject({
      status: 403,
      text: expect.stringContaining('key_scope'),
    })
    expect(await ask(page, '/api/fhir/R4/Patient', key)).toMatchObject({
      status: 403,
      text: expect.stringMatching(/"OperationOutcome".*key_scope.*fhir/),
    })
    await page.goto('/app/settings/audit')
    await expect(page.getByText(t('settings:audit.byKey', { name })).first()).toBeVisible()

    const admin = await addColleague(page, {
      ...{ browser, ulna, language },
      colleague: { name: 'Ana Quintero', role: 'admin', clinical: false },
    })
    await admin.goto('/app/settings/practice')
    await section(admin, t)
      .getByRole('button', { name: t('practiceKeys:add') })
      .focus()
    await expect(section(admin, t).getByRole('tooltip')).toHaveText(t('error:owner_role_required'))
    await expect(keyRow(admin, t)).toHaveCount(0)

    await page.goto('/app/settings/practice')
    await expect(keyRow(page, t)).not.toContainText(t('practiceKeys:neverUsed'))
    expect(await faultsAtEachSize(page, 'keys')).toEqual([])
    await revokeKey(page, t)
    await expect(keyRow(page, t)).toContainText(t('practiceKeys:state.revoked'))
    expect(await ask(page, '/api/patient', key)).toMatchObject({
      status: 401,
      text: expect.stringContaining('key_ended'),
    })
    expect(noise).toEqual([])
    await admin.context().close()
  })
}
