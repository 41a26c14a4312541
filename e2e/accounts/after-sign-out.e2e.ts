import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { todayInBogota } from '../scene/bogota.ts'
import { test as base } from '../scene/fixtures.ts'
import { registerByForm } from '../scene/people.ts'
import { quietOf } from '../scene/quiet.ts'
import { textsIn } from '../scene/texts.ts'
import { editVisit, visitCard } from '../scene/visit-card.ts'

const t = textsIn('es')

/** Words of one file that stand nowhere else: who it is, and what was written about them. */
const words = ['Canela', 'Amarilla', 'Escafoides', 'Hormigueo', 'Borradorado', 'CC 55667788', 'Trapecista']

const wordsIn = (text: string): string[] => words.filter((word) => text.includes(word))

/** Playwright keeps Chromium from putting pages aside for going back; here they may be. */
const test = base.extend<{ noise: string[] }, { keeping: Browser }>({
  keeping: [
    async ({}, use, { project }) => {
      const options = project.use.launchOptions ?? {}
      const browser = await chromium.launch({
        ...options,
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ keeping, baseURL }, use) => {
    const context = await keeping.newContext({
      ...(baseURL ? { baseURL } : {}),
      timezoneId: 'America/Bogota',
    })
    await use(context)
    await context.close()
  },
})

type Settle = ReturnType<typeof quietOf>

interface Watch {
  /** Begins the time in which nothing of the file may be seen. */
  begin(): void
  readonly seen: string[]
}

/** Tells of every moment at which a page shows one of the words, however short it is. */
const watchPages = async (context: BrowserContext): Promise<Watch> => {
  const seen: string[] = []
  let isOver = false
  await context.exposeBinding('showsWord', ({ page }, what: string) => {
    if (isOver) seen.push(`${what} at ${page.url()}`)
  })
  await context.addInitScript((sought) => {
    const tell = (window as unknown as { showsWord(what: string): void }).showsWord
    const look = (when: string): void => {
      const text = `${document.title} ${document.documentElement?.outerHTML ?? ''}`
      const found = sought.filter((word) => text.includes(word))
      if (found.length > 0) tell(`${when}: ${found}`)
    }
    const observer = new MutationObserver(() => look('drawn'))
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    window.addEventListener('pageshow', ({ persisted }) => look(persisted ? 'put aside' : 'loaded'))
  }, words)
  return {
    seen,
    begin: () => {
      isOver = true
    },
  }
}

const open = async (page: Page) => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await page.request[method](`/api${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { payload: { id: number } }).payload.id
  }
  const names = { firstName: 'Canela', lastName: 'Amarilla', socialId: 'CC 55667788', note: 'Trapecista' }
  const patientId = await send('post', '/patient', names)
  const kind = { ownerId: patientId, type: 'control', subtype: 'case', recordClassId: 'case_default' }
  const data = { name: 'Escafoides', painDescription: 'Hormigueo', painIntensity: 6 }
  const caseId = await send('post', '/record', { ...kind, data })
  const me = await page.request.get('/api/auth/me', { headers })
  const { payload } = (await me.json()) as { payload: { doctor: { id: number } } }
  const noon = { start: `${todayInBogota()}T17:00:00Z`, end: `${todayInBogota()}T18:00:00Z` }
  const visit = { doctorId: payload.doctor.id, patientId, title: 'Hormigueo' }
  await send('post', '/appointment', { ...visit, ...noon })
  return { patientId, caseId }
}

/** What other people of this computer can read without opening the page: its title, its address, its entry in the history. */
const outside = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.title} ${location.href} ${JSON.stringify(history.state)}`)

/** All that the browser keeps of this page. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }, await caches.keys()]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll()
        stored.push(
          await new Promise((resolve) => reading.addEventListener('success', () => resolve(reading.result))),
        )
      }
      database.close()
    }
    return JSON.stringify(stored)
  })

/** Form fields whose texts a browser would offer again to whoever sits here next. */
const offered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const typed = ['text', 'search', 'tel', 'email', 'url', 'number', '']
    return [...document.querySelectorAll('input')]
      .filter((field) => typed.includes(field.getAttribute('type') ?? '') && !field.readOnly)
      .filter((field) => (field.getAttribute('autocomplete') ?? field.form?.autocomplete) !== 'off')
      .map((field) => field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.outerHTML)
  })

const press = (page: Page, key: string) =>
  page
    .getByRole('button', { name: t(key) })
    .first()
    .click()

/** Opens everything a file consists of, and answers what was to be seen outside of the page meanwhile. */
const workWith = async (
  page: Page,
  settle: Settle,
  { patientId, caseId }: { patientId: number; caseId: number },
) => {
  const file = `/app/patient/${patientId}`
  const faults: string[] = []
  const note = async (what: string): Promise<void> => {
    await settle(page)
    faults.push(...wordsIn(await outside(page)).map((word) => `${what} tells ${word}`))
    faults.push(...(await offered(page)).map((field) => `${what} keeps what is typed into ${field}`))
  }
  await page.goto('/app/patient')
  await page.getByRole('searchbox').first().fill('Canela')
  await page.getByText('Canela Amarilla').first().click()
  await page.waitForURL(`**${file}`)
  await note('file')
  await page.getByLabel(t('record:timeLine.filter')).fill('Hormigueo')
  await note('filter')
  await page.goto(`${file}?record=${caseId}`)
  await expect(page.getByText('Hormigueo').first()).toBeVisible()
  await note('record')
  await page.goto(`${file}?print=file`)
  await note('paper')
  await page.goto(file)
  await press(page, 'patient:head.startFollowUp')
  await page.getByRole('textbox', { name: t('module:followup_patientObs') }).fill('Borradorado')
  await expect(page.getByText(t('record:draft.savedNow')).first()).toBeVisible()
  await note('editor')
  await page.goto('/app/calendar?view=list')
  await page.getByRole('searchbox').first().fill('Canela')
  await note('agenda, list')
  await page.goto('/app/calendar')
  await page.locator('[data-event]').first().click()
  await expect(visitCard(page, t)).toContainText('Canela')
  await note('appointment')
  await page.goto('/app/calendar')
  await editVisit(page, page.locator('[data-event]').first(), t)
  await note('appointment, form')
  await page.goto('/app/calendar')
  await press(page, 'calendar:tools.wait')
  await note('wait list')
  await page.goto('/app/dashboard')
  const palette = page.getByRole('dialog').getByRole('combobox')
  // The page listens for keys once it stands.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 2000 })
  }).toPass()
  await palette.fill('Canela')
  await expect(page.getByRole('option', { name: /Canela/ })).toBeVisible()
  await note('palette')
  await page.goto(file)
  await expect(page.getByRole('heading', { name: /Canela/ })).toBeVisible()
  await page
    .getByRole('button', { name: t('patient:head.more'), exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: t('patient:head.edit') }).click()
  await note('patient')
  await page.goto(file)
  return faults
}

/** Goes back through the whole history and tells what is still to be read there. */
const goBackEverywhere = async (page: Page, settle: Settle): Promise<string[]> => {
  const faults: string[] = []
  const steps = await page.evaluate(() => history.length)
  for (let step = 1; step < steps; step += 1) {
    await page.evaluate(() => history.back())
    await page.waitForTimeout(150)
    await settle(page)
    let text = ''
    // The app may be on its way to the sign-in page.
    await expect(async () => {
      text = `${await outside(page)} ${await page.content()}`
    }).toPass()
    faults.push(...wordsIn(text).map((word) => `${word} is ${step} steps back`))
  }
  return faults
}

test('H7 C12 whoever uses the browser after a sign-out finds nothing of a file: not behind the back button, not in titles, addresses or what is kept', async ({
  page,
  context,
}) => {
  const watch = await watchPages(context)
  const settle = quietOf(context)
  await registerByForm(page, t, 'es')
  const faults = await workWith(page, settle, await open(page))
  await page.getByRole('button', { name: t('common:userMenu.label', { name: 'Laura Restrepo' }) }).click()
  await page.getByRole('menuitem', { name: t('common:userMenu.signOut') }).click()
  await page.waitForURL('**/login')
  watch.begin()
  await expect(page.getByLabel(t('auth:username'))).toBeVisible()
  faults.push(...wordsIn(`${await outside(page)} ${await page.content()} ${await kept(page)}`))
  faults.push(...(await goBackEverywhere(page, settle)))
  expect(faults).toEqual([])
  expect(watch.seen).toEqual([])
})

test('C12 whoever goes on in another practice finds nothing of the former one behind the back button', async ({
  page,
  context,
}) => {
  const watch = await watchPages(context)
  const settle = quietOf(context)
  await registerByForm(page, t, 'es')
  const file = await open(page)
  await page.goto(`/app/patient/${file.patientId}`)
  await expect(page.getByRole('heading', { name: /Canela/ })).toBeVisible()
  await page.goto('/app/calendar')
  await expect(page.locator('[data-event]').first()).toBeVisible()
  const faults: string[] = []
  await page
    .getByRole('button', { name: t('common:practiceSwitch.label', { practice: 'Fisioterapia Chapinero' }) })
    .click()
  await page.getByRole('menuitem', { name: t('practice:create.title') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('practice:name')).fill('Consulta propia')
  await dialog.getByRole('button', { name: t('practice:create.submit') }).click()
  await expect(
    page.getByRole('button', { name: t('common:practiceSwitch.label', { practice: 'Consulta propia' }) }),
  ).toBeVisible()
  watch.begin()
  await settle(page)
  faults.push(...wordsIn(`${await outside(page)} ${await page.content()} ${await kept(page)}`))
  faults.push(...(await goBackEverywhere(page, settle)))
  expect(faults).toEqual([])
  expect(watch.seen).toEqual([])
})
