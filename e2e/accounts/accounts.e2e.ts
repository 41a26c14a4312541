import { expect, type Locator, type Page } from '@playwright/test'
import { violations } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { linkMailedTo } from '../scene/mails.ts'
import { password, register, registerOnToday, type Somebody, signIn } from '../scene/people.ts'
import { nextCodeOf, turnCodeOn } from '../scene/second-factor.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom, within } from '../scene/tier.ts'

const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true })

const typeCredentials = async (page: Page, t: Texts, somebody: Somebody): Promise<void> => {
  await page.getByLabel(t('auth:username')).fill(somebody.email)
  await page.getByLabel(t('auth:password'), { exact: true }).fill(somebody.password)
  await button(page, t('auth:login.submit')).click()
}

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Laura Restrepo/ }).click()
  await page.getByRole('menuitem').last().click()
  await page.waitForURL('**/login')
}

/** An authenticator that always finds its user present and verified, as a fingerprint does. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const addPasskey = async (page: Page, t: Texts, name: string): Promise<void> => {
  await button(page, t('settings:security.passkeys.add')).click()
  const dialog = page.getByRole('dialog', { name: t('settings:security.passkeys.add') })
  await dialog.getByLabel(t('settings:security.passkeys.name')).fill(name)
  await button(dialog, t('settings:security.passkeys.create')).click()
}

for (const language of languagesFrom('it')) {
  const t = textsIn(language)

  test(`a forgotten password is replaced with the link of a mail; other sessions end (${language})`, async ({
    page,
    browser,
    ulna,
    noise,
  }) => {
    const somebody = await registerOnToday(page, language)
    const elsewhere = await browser.newContext({ baseURL: ulna.url })
    const forgetful = await elsewhere.newPage()
    await forgetful.addInitScript((chosen) => localStorage.setItem('ulna.language', chosen), language)
    await forgetful.goto('/login')
    await forgetful.getByRole('link', { name: t('auth:login.forgot') }).click()
    await forgetful.waitForURL('**/forgot-password')
    await expect(forgetful.getByRole('heading', { name: t('auth:forgot.title') })).toBeVisible()
    await forgetful.getByLabel(t('auth:username')).fill(somebody.email)
    await button(forgetful, t('auth:forgot.submit')).click()
    await expect(forgetful.getByText(t('auth:forgot.content'))).toBeVisible()
    expect(await violations(forgetful)).toEqual([])

    const link = await linkMailedTo(ulna, somebody.email, '/reset-password')
    await forgetful.goto(link)
    const field = forgetful.getByLabel(t('auth:newPassword'), { exact: true })
    await expect(field).toBeVisible()
    await expect(forgetful).toHaveURL(/\/reset-password$/)
    expect(await violations(forgetful)).toEqual([])
    const chosen = 'otra frase que nadie adivina'
    await field.fill(chosen)
    await button(forgetful, t('auth:reset.submit')).click()
    await expect(
      forgetful.getByText(t('auth:passwordReset.success', { username: somebody.email })),
    ).toBeVisible()

    await page.goto('/app/patient')
    await page.waitForURL('**/login**')
    await typeCredentials(page, t, somebody)
    await expect(page.getByText(t('auth:login.rejected'))).toBeVisible()
    await signIn(page, t, { ...somebody, password: chosen })

    await forgetful.goto(link)
    await forgetful.getByLabel(t('auth:newPassword'), { exact: true }).fill(chosen)
    await button(forgetful, t('auth:reset.submit')).click()
    await expect(forgetful.getByRole('heading', { name: t('auth:link.ended') })).toBeVisible()
    await elsewhere.close()
    expect(noise).toEqual([])
  })

  test(`what is missing on the way in is said at its field, in the page's language (${language})`, async ({
    page,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('ulna.language', chosen), language)
    const missing = page.getByText(t('error:field_required'), { exact: true })
    await page.goto('/login')
    await button(page, t('auth:login.submit')).click()
    await expect(missing).toHaveCount(2)
    await expect(page.getByLabel(t('auth:username'))).toBeFocused()
    expect(await violations(page)).toEqual([])

    await page.goto('/register')
    await page.getByLabel(t('auth:email'), { exact: true }).fill('laura')
    await page.getByLabel(t('auth:password'), { exact: true }).fill('corta')
    await button(page, t('auth:register.submit')).click()
    await expect(missing).toHaveCount(2)
    await expect(page.getByText(t('error:field_email'))).toBeVisible()
    await expect(page.getByText(t('error:field_too_short', { min: 10 }))).toBeVisible()
    await expect(page.getByLabel(t('auth:firstName'), { exact: true })).toBeFocused()

    await page.goto('/forgot-password')
    await button(page, t('auth:forgot.submit')).click()
    await expect(missing).toHaveCount(1)
  })

  test(`a passkey is added in the settings and signs in (${language})`, async ({ page, noise }) => {
    await addAuthenticator(page)
    await register(page, language)
    await page.goto('/app/settings/security')
    await addPasskey(page, t, 'Portátil')
    await expect(
      button(page, t('settings:security.passkeys.removeNamed', { name: 'Portátil' })),
    ).toBeVisible()
    expect(await violations(page)).toEqual([])
    await signOut(page)
    // Browsers that offer passkeys while the name is typed may have signed in by themselves.
    const passkey = button(page, t('auth:login.passkey'))
    await passkey.click({ timeout: 5000 }).catch(() => undefined)
    await page.waitForURL('**/app/dashboard')
    expect(noise).toEqual([])
  })
}

const t = textsIn('es')

test('G11 with the code turned on, signing in takes the code or a recovery code, each once', async ({
  page,
  noise,
}) => {
  const somebody = await register(page, 'es')
  const { secret, recovery } = await turnCodeOn(page, t)
  expect(recovery).toHaveLength(10)
  await signOut(page)

  await typeCredentials(page, t, somebody)
  const code = page.getByLabel(t('auth:code.app'))
  await expect(code).toBeFocused()
  expect(await violations(page)).toEqual([])
  await code.fill('000000')
  await button(page, t('auth:login.submit')).click()
  await expect(page.getByText(t('error:invalid_code'))).toBeVisible()
  await code.fill(nextCodeOf(secret))
  await button(page, t('auth:login.submit')).click()
  await page.waitForURL('**/app/dashboard')
  await signOut(page)

  const signInWithRecovery = async (): Promise<void> => {
    await typeCredentials(page, t, somebody)
    await button(page, t('auth:code.useRecovery')).click()
    await page.getByLabel(t('auth:code.recovery')).fill(recovery[0] ?? '')
    await button(page, t('auth:login.submit')).click()
  }
  await signInWithRecovery()
  await page.waitForURL('**/app/dashboard')
  await signOut(page)
  await signInWithRecovery()
  await expect(page.getByText(t('error:invalid_code'))).toBeVisible()
  expect(noise).toEqual([])
})

test('another password takes the code of the second factor; what was typed before it is kept and out of the way', async ({
  page,
  noise,
}) => {
  const somebody = await register(page, 'es')
  const { secret } = await turnCodeOn(page, t)
  const sheet = page.getByRole('form', { name: t('settings:security.password.title') })
  const chosen = sheet.getByLabel(t('auth:newPassword'), { exact: true })
  const submit = button(sheet, t('settings:security.password.submit'))
  await sheet.getByLabel(t('settings:security.password.current'), { exact: true }).fill(password)
  await chosen.fill('siete mares y un faro lejano')
  await submit.click()
  const code = sheet.getByLabel(t('auth:code.app'))
  await expect(code).toBeFocused()
  await expect(chosen).toBeHidden()
  expect(await violations(page)).toEqual([])
  await code.fill('000000')
  await submit.click()
  await expect(sheet.getByText(t('error:invalid_code'))).toBeVisible()
  await button(sheet, t('auth:code.startOver')).click()
  await expect(chosen).toHaveValue('siete mares y un faro lejano')

  await submit.click()
  await code.fill(nextCodeOf(secret))
  await submit.click()
  await expect(sheet.getByText(t('settings:security.password.changed_zero'))).toBeVisible()
  await expect(code).toBeHidden()
  await expect(chosen).toHaveValue('')
  await signOut(page)
  await typeCredentials(page, t, { ...somebody, password: 'siete mares y un faro lejano' })
  await expect(page.getByLabel(t('auth:code.app'))).toBeFocused()
  expect(noise).toEqual([])
})

test('G13 a change that needs a fresh proof asks in place, then happens; declining leaves everything as it was', async ({
  page,
  noise,
}) => {
  await addAuthenticator(page)
  await register(page, 'es')
  await page.goto('/app/settings/security')
  // The server asks five minutes after the sign-in; the page cannot tell that from a server that asks now.
  let refusals = 2
  await page.route('**/api/auth/passkeys/options', async (route) => {
    if (refusals === 0) return route.continue()
    refusals -= 1
    const body = { errors: [{ code: '0105', message: 'reauth_required' }] }
    return route.fulfill({ status: 401, json: body })
  })
  await addPasskey(page, t, 'Portátil')
  const question = page.getByRole('dialog', { name: t('auth:confirm.title') })
  await expect(question.getByLabel(t('auth:password'), { exact: true })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  const dialog = page.getByRole('dialog', { name: t('settings:security.passkeys.add') })
  await expect(dialog.getByLabel(t('settings:security.passkeys.name'))).toHaveValue('Portátil')

  await button(dialog, t('settings:security.passkeys.create')).click()
  await question.getByLabel(t('auth:password'), { exact: true }).fill('no es esta')
  await button(question, t('auth:confirm.submit')).click()
  await expect(question.getByText(t('error:password_mismatch'))).toBeVisible()
  await question.getByLabel(t('auth:password'), { exact: true }).fill(password)
  await button(question, t('auth:confirm.submit')).click()
  await expect(button(page, t('settings:security.passkeys.removeNamed', { name: 'Portátil' }))).toBeVisible()
  expect(noise).toEqual([])
})

test('H4 signing out in one tab reaches the other within five seconds', async ({ page, context }) => {
  await registerOnToday(page, 'es')
  const other = await context.newPage()
  await other.goto('/app/patient')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await signOut(page)
  await other.waitForURL('**/login', within(5000))
})

test('account and profile are changed; another address counts once its link was opened', async ({
  page,
  ulna,
  noise,
}) => {
  const somebody = await register(page, 'es')
  await page.goto('/app/settings/account')
  const account = page.getByRole('form', { name: t('settings:account.title') })
  const address = `nueva-${somebody.email}`
  await account.getByLabel(t('user:email')).fill(address)
  await button(account, t('settings:navigation.save')).click()
  await expect(page.getByText(t('settings:account.pendingEmail', { email: address }))).toBeVisible()
  await expect(account.getByLabel(t('user:email'))).toHaveValue(somebody.email)
  await page.goto(await linkMailedTo(ulna, address, '/confirm-mail'))
  await expect(page).toHaveURL(/\/confirm-mail$/)
  await button(page, t('auth:confirmMail.submit')).click()
  await expect(page.getByText(t('auth:confirmMail.doneText', { email: address }))).toBeVisible()

  await page.goto('/app/settings/profile')
  const profile = page.getByRole('form', { name: t('settings:profile.title') })
  await profile.getByRole('radio', { name: t('settings:profile.colors.plum') }).check()
  await profile.getByLabel(t('doctor:birthDate')).fill('5/3/1988')
  await button(profile, t('settings:navigation.save')).click()
  await expect(profile.getByRole('status')).toHaveText(t('settings:navigation.saved'))
  await expect(profile.getByLabel(t('doctor:birthDate'))).toHaveValue(/05\/mar\/1988/)
  await page.reload()
  await expect(profile.getByRole('radio', { name: t('settings:profile.colors.plum') })).toBeChecked()
  expect(await violations(page)).toEqual([])
  expect(noise).toEqual([])
})
