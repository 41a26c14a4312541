import path from 'node:path'
import { expect } from '@playwright/test'
import { test as base } from '../scene/fixtures.ts'
import { linkMailedTo } from '../scene/mails.ts'
import { password, registerOnToday, signIn } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { isLongTier } from '../scene/tier.ts'
import { createDataDirectory, startUlna, type UlnaServer } from '../scene/ulna-server.ts'
import { freeTextFields, type HostileApi, hostileApi } from './hostile-api.ts'
import { lookAtExports, lookAtMails } from './hostile-files.ts'
import { prepareGround } from './hostile-ground.ts'
import { watch } from './hostile-look.ts'
import { hostileTexts } from './hostile-texts.ts'
import { lookAtNames, lookEverywhere } from './hostile-views.ts'

const t = textsIn('es')
const operator = 'operator@example.test'

/** A server that mails what is written into its contact form. */
const test = base.extend<object, { ulna: UlnaServer }>({
  ulna: [
    async ({}, use) => {
      const data = await createDataDirectory()
      const server = await startUlna(data.directory, { CAPTCHA: 'off', CONTACT_EMAIL: operator })
      await use(server)
      await server.stop()
      await data.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** `npm test` takes some five texts of different kinds, the long tier every one in its turn. */
const parts = isLongTier ? 14 : 66
const batches = Array.from({ length: isLongTier ? parts : 1 }, (_, part) =>
  hostileTexts.filter((_text, index) => index % parts === part),
)

/** Fields in which no text of anybody's choice can stand, by what they are. */
const takeNoText: readonly RegExp[] = [
  // Compared and never kept.
  /\.(password|currentPassword|code|captcha|firebaseIdToken)$/,
  /(login|forgotPassword|resendActivation)\.username$/,
  // A device answers them, not a person; the name of one needs such an answer first, and is shown like a session's.
  /passkey.*\.(\*|name)$/,
  // These ask the same as registration without the hosted identity service.
  /firebase\/register\.(firstName|lastName|practiceName)$/,
  // Addresses of networks, of mail domains and of form classes: anything else is refused.
  /(networks|mailDomains)\[\]$/,
  /\/record\.(subtype|recordClassId)$/,
  /\/merge\.history\.recordClassId$/,
  // Names a signature there is; a code of a currency.
  /\/api\/signature\/.*\.seal$/,
  /\.currency$/,
  // A public key of age: anything else is refused.
  /\/practice\/export\.recipient$/,
  /\/handOvers\.recipient$/,
  // Where a backup lies and what opens it, asked while nobody has an account: used once and never kept.
  /\/installation\/restore\.(path|key)$/,
  // The name that a practice has already, and what a receiver was shown: compared and never kept.
  /\/practice\/deletion\.name$/,
  /\/practice\/deletion\/arrival\.(fingerprint|digest)$/,
  // Letters, digits, spaces and . - / (contract/src/practices/licence-number.ts).
  /\.licenceNumber$/,
  // One of five, whatever the name says.
  /\/upload\.contentType$/,
]

const forgottenFields = async (api: HostileApi): Promise<string[]> => {
  const fields = freeTextFields(JSON.parse(await api.text('/openapi.json')))
  return fields.filter((field) => !api.planted.has(field) && !takeNoText.some((one) => one.test(field)))
}

for (const [index, texts] of batches.entries()) {
  // A policy that refuses code would hide that there was some: half of the texts are looked at without it.
  const bypassCSP = index % 2 === 0
  test(`E1 E13 no text that somebody writes becomes code or an element, and each is shown as it is kept (${index + 1} of ${parts})`, async ({
    browser,
    request,
    ulna,
  }) => {
    test.setTimeout(1_200_000)
    const api = hostileApi(request, { url: ulna.url, hostile: new Set(texts) })
    const linkTo = (email: string) => linkMailedTo(ulna, email, '/register/')
    const ground = await prepareGround(api, texts, { rounds: isLongTier ? texts.length : 3, linkTo })
    expect(await forgottenFields(api)).toEqual([])
    // Exports come first: who signed in a while ago is asked for a proof of identity before them.
    expect(await lookAtExports(ground)).toEqual([])

    const context = await browser.newContext({
      baseURL: ulna.url,
      bypassCSP,
      timezoneId: 'America/Bogota',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    const seen = await watch(context, texts)
    const page = await context.newPage()
    await signIn(page, t, { email: ground.email, password })
    await page.getByRole('button').filter({ hasText: ground.practiceName }).click()
    await expect(page.getByRole('navigation').first()).toBeVisible()

    const faults = await lookEverywhere(page, ground, seen)
    faults.push(...(await lookAtNames(page, ground, seen, isLongTier ? texts : texts.slice(0, 1))))
    const paper = await context.newPage()
    const outbox = path.join(ulna.dataDirectory, 'outbox')
    faults.push(...(await lookAtMails(paper, outbox, seen, ground.mailed)))
    expect(faults).toEqual([])
    expect(seen.happened).toEqual([])
    await context.close()
  })
}

test('E1 the page takes no markup and no code from a text, whoever asks it to', async ({ page }) => {
  await registerOnToday(page, 'es')
  const outcomes = await page.evaluate(() => {
    const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
    const isRefused = (run: () => void): boolean => {
      try {
        run()
        return false
      } catch {
        return true
      }
    }
    const script = (fill: (element: HTMLScriptElement) => void): void => {
      const element = document.createElement('script')
      element.nonce = nonce
      fill(element)
      document.head.append(element)
    }
    const code = 'document.title = "ran"'
    const factory = (
      window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
    ).trustedTypes
    const rules = { createHTML: (text: string) => text }
    const refused = {
      element: isRefused(() => {
        document.createElement('div').innerHTML = '<img src=x>'
      }),
      adjacent: isRefused(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
      fragment: isRefused(() => document.createRange().createContextualFragment('<b>x</b>')),
      frame: isRefused(() => {
        document.createElement('iframe').srcdoc = '<b>x</b>'
      }),
      scriptText: isRefused(() =>
        script((element) => {
          element.textContent = code
        }),
      ),
      scriptAddress: isRefused(() =>
        script((element) => {
          element.src = '/assets/x.js'
        }),
      ),
      samePolicy: isRefused(() => factory.createPolicy('default', rules)),
      otherPolicy: isRefused(() => factory.createPolicy('other', rules)),
    }
    // These are not refused where they are written: they do not run.
    script((element) => element.append(code))
    script((element) => {
      element.innerHTML = code
    })
    return { ...refused, ran: document.title === 'ran' }
  })
  expect(outcomes).toEqual({
    element: true,
    adjacent: true,
    fragment: true,
    frame: true,
    scriptText: true,
    scriptAddress: true,
    samePolicy: true,
    otherPolicy: true,
    ran: false,
  })
})
