import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { chromiumPath } from '../scene/chromium.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register, signIn } from '../scene/people.ts'
import { isLongTier, within } from '../scene/tier.ts'
import {
  copiesHere,
  drafts,
  followUps,
  kept,
  note,
  openForm,
  openFormWithAll,
  openScene,
  post,
  remove,
  save,
  t,
  writeFollowUp,
} from '../scene/writing-scene.ts'

/** Two tabs of one draft: the pass figure is 500 rounds, the short run plays some (promises.md H4). */
const rounds = isLongTier ? 500 : 4
/** A tab of Chromium that was loaded anew four hundred times takes two gigabytes and answers late. */
const roundsOfATab = Math.min(rounds, 100)
const batches = rounds / roundsOfATab

const type = async (page: Page, text: string): Promise<void> => {
  await note(page).press('Control+End')
  await note(page).pressSequentially(text)
}

const elsewhere = (page: Page) => page.getByText(t('record:draft.elsewhere'))
const copies = (page: Page) => page.getByRole('region', { name: t('writing:copies.label') })

/** Ends the process of the tab, as a fault of the browser does. */
const crash = async (context: BrowserContext, page: Page): Promise<void> => {
  const browser = await context.newCDPSession(page)
  // The tab is gone before it could answer.
  await Promise.race([browser.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')])
  await page.close()
}

test('H2 what was typed offline is found after the tab crashed, beside what the server has, and taken over', async ({
  page,
  context,
}) => {
  const scene = await openScene(page)
  await openForm(page, scene)
  await type(page, 'Antes. ')
  await expect(kept(page)).toBeVisible()
  await context.setOffline(true)
  await type(page, 'Sin red, y la pestaña se cae.')
  await expect.poll(() => copiesHere(page)).toBe(1)
  await page.waitForTimeout(2_000)
  await crash(context, page)
  await context.setOffline(false)

  const again = await context.newPage()
  await openForm(again, scene)
  await expect(note(again)).toHaveValue('Antes. ')
  const found = copies(again)
  await expect(found.getByText(/Se recuperó lo escrito el .* en este dispositivo/)).toBeVisible()
  await expect.poll(() => copiesHere(again)).toBe(0)
  await found.getByRole('button', { name: t('writing:copies.compare') }).click()
  await expect(found.getByText('Antes. Sin red, y la pestaña se cae.')).toBeVisible()
  await found.getByRole('button', { name: t('writing:copies.use') }).click()
  await expect(note(again)).toHaveValue('Antes. Sin red, y la pestaña se cae.')
  await save(again)
  expect((await followUps(again, scene)).map(({ data }) => data.patientObs)).toEqual([
    'Antes. Sin red, y la pestaña se cae.',
  ])
})

test('H1 a flapping network loses nothing, says so within two seconds, and leaves one record', async ({
  page,
  context,
  noise,
}) => {
  const scene = await openScene(page)
  await openFormWithAll(page, scene)
  let text = 'Con red. '
  await type(page, text)
  await expect(kept(page)).toBeVisible()
  for (let flap = 0; flap < 6; flap += 1) {
    await context.setOffline(flap % 2 === 0)
    const word = `Corte ${flap}. `
    await type(page, word)
    text += word
    if (flap === 0) await expect(page.getByText(t('record:draft.unsent')).first()).toBeVisible(within(2_000))
    await page.waitForTimeout(flap * 200)
  }
  await context.setOffline(false)
  await expect(kept(page)).toBeVisible()
  await expect(note(page)).toHaveValue(text)
  await save(page)
  expect((await followUps(page, scene)).map(({ data }) => data.patientObs)).toEqual([text])
  await expect.poll(() => copiesHere(page)).toBe(0)
  expect(noise).toEqual([])
})

/** What the browser's clock says while the line is away; half an hour passes in seconds (promises.md H1). */
const absences = [
  { name: 'a second', milliseconds: 1_000 },
  { name: 'a minute', milliseconds: 60_000 },
  { name: 'half an hour', milliseconds: 30 * 60_000 },
]

/** A note of 5,000 words. */
const longNote = 'Va a pie y no le duele. '.repeat(715)

for (const { name, milliseconds } of absences) {
  test(`H1 a note of 5,000 words loses nothing to ${name} without a line, and is one record in the end`, async ({
    page,
    context,
    noise,
  }) => {
    const scene = await openScene(page)
    await page.clock.install()
    await openFormWithAll(page, scene)
    await note(page).fill(longNote)
    await expect(kept(page)).toBeVisible()
    await context.setOffline(true)
    await type(page, 'Sin red.')
    await expect(page.getByText(t('record:draft.unsent')).first()).toBeVisible(within(2_000))
    await page.clock.runFor(milliseconds)
    await type(page, ' Y sigue.')
    await expect.poll(() => copiesHere(page)).toBe(1)
    expect((await drafts(page, scene)).map(({ data }) => data.patientObs === longNote)).toEqual([true])
    await context.setOffline(false)
    await expect(kept(page)).toBeVisible()
    await save(page)
    const written = (await followUps(page, scene)).map(({ data }) => data.patientObs)
    expect(written.map((text) => text === `${longNote}Sin red. Y sigue.`)).toEqual([true])
    await expect.poll(() => copiesHere(page)).toBe(0)
    expect(noise).toEqual([])
  })
}

for (let batch = 0; batch < batches; batch += 1)
  test(`H4 in ${roundsOfATab} rounds of two tabs on one draft no text is overwritten, and both are told within two seconds (${batch + 1} of ${batches})`, async ({
    page,
    context,
  }) => {
    test.setTimeout(300_000 + roundsOfATab * 12_000)
    const scene = await openScene(page)
    const other = await context.newPage()
    for (let round = 0; round < roundsOfATab; round += 1) {
      await Promise.all([openForm(page, scene), openForm(other, scene)])
      const [first, second] = round % 2 === 0 ? [page, other] : [other, page]
      const [one, two] = [`Ronda ${round}, una. `, `Ronda ${round}, otra. `]
      // Now and then at the same moment, now and then one after the other was told.
      if (round % 3 === 0) await Promise.all([note(first).fill(one), note(second).fill(two)])
      else {
        await note(first).fill(one)
        await page.waitForTimeout((round % 5) * 300)
        await note(second).fill(two)
      }
      await expect
        .poll(
          async () => (await drafts(page, scene)).map(({ data }) => data.patientObs).sort(),
          within(8_000),
        )
        .toEqual([one, two].sort())
      await expect
        .poll(async () => (await elsewhere(page).count()) + (await elsewhere(other).count()))
        .toBe(1)
      // The one that was first is told of the other text beside its own.
      const winner = (await elsewhere(page).count()) === 0 ? page : other
      await expect(copies(winner)).toBeVisible(within(2_000))
      await expect(note(first)).toHaveValue(one)
      await expect(note(second)).toHaveValue(two)
      for (const { key } of await drafts(page, scene)) await remove(page, `/draft/${scene.patientId}/${key}`)
    }
  })

test('H4 the text of the other window can be brought here, and what was written here stays beside it', async ({
  page,
  context,
  noise,
}) => {
  const scene = await openScene(page)
  await openForm(page, scene)
  await type(page, 'De una.')
  await expect(kept(page)).toBeVisible()
  const other = await context.newPage()
  await openForm(other, scene)
  await type(page, ' Y sigue.')
  // Told before it wrote a word.
  await expect(elsewhere(other)).toBeVisible(within(3_000))
  await type(other, ' De otra.')
  await expect(other.getByText(t('record:draft.savedApart')).first()).toBeVisible()
  expect(await faultsAtEachSize(other, 'two windows')).toEqual([])
  await other.getByRole('button', { name: t('record:draft.takeOther') }).click()
  await expect(note(other)).toHaveValue('De una. Y sigue.')
  await expect(elsewhere(other)).toBeHidden()
  expect((await drafts(page, scene)).map(({ data }) => data.patientObs).sort()).toEqual([
    'De una. De otra.',
    'De una. Y sigue.',
  ])
  // Found in the time line too, and thrown away there.
  await page.bringToFront()
  await page.goto(`/app/patient/${scene.patientId}`)
  await page.getByText(/^Otra versión sin guardar/).click()
  await copies(page)
    .getByRole('button', { name: t('writing:copies.compare') })
    .click()
  await page.mouse.move(0, 0)
  expect(await faultsAtEachSize(page, 'copies')).toEqual([])
  await copies(page)
    .getByRole('button', { name: t('writing:copies.discard') })
    .click()
  await expect(copies(page)).toBeHidden()
  expect((await drafts(page, scene)).map(({ data }) => data.patientObs)).toEqual(['De una. Y sigue.'])
  expect(noise).toEqual([])
})

/** Files of a browser's profile that hold a text, as it is or as wide characters. */
const filesWith = async (directory: string, text: string): Promise<string[]> => {
  const found: string[] = []
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await readFile(file).catch(() => Buffer.alloc(0))
    if (bytes.includes(Buffer.from(text)) || bytes.includes(Buffer.from(text, 'utf16le'))) found.push(file)
  }
  return found
}

test('H6 H7 nothing that was typed is in the profile of the browser, neither while it waits nor after signing out', async ({
  ulna,
}) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'ulna-profile-'))
  const canary = `zarigueya${Date.now()}`
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
    baseURL: ulna.url,
    timezoneId: 'America/Bogota',
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = await context.newPage()
    const scene = await openScene(page)
    // Nothing is kept here before the server gave the key to it.
    const key = page.waitForResponse('**/api/draft/key')
    await openForm(page, scene)
    await key
    await context.setOffline(true)
    await type(page, `Refiere ${canary}.`)
    await expect.poll(() => copiesHere(page)).toBe(1)
    // What the browser was told to keep, it writes within seconds.
    await page.waitForTimeout(3_000)
    expect(await filesWith(profile, canary)).toEqual([])
    await context.setOffline(false)
    await expect(kept(page)).toBeVisible()
    await context.setOffline(true)
    await type(page, ' Y más.')
    await expect.poll(() => copiesHere(page)).toBe(1)
    await context.setOffline(false)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Laura Restrepo/ })
      .click()
    await page.getByRole('menuitem', { name: t('common:userMenu.signOut') }).click()
    await page.waitForURL('**/login')
    expect(await copiesHere(page)).toBe(0)
    await page.goBack()
    await expect(page.getByText(canary)).toHaveCount(0)
    await context.close()
    expect(await filesWith(profile, canary)).toEqual([])
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})

test('H3 who signs in after somebody else sees nothing of what they typed', async ({ page, context }) => {
  const scene = await openScene(page)
  // Nothing is kept here before the server gave the key to it.
  const key = page.waitForResponse('**/api/draft/key')
  await openForm(page, scene)
  await key
  await context.setOffline(true)
  await type(page, 'Solo de Laura.')
  await expect.poll(() => copiesHere(page)).toBe(1)
  await page.waitForTimeout(2_000)
  await crash(context, page)
  await context.setOffline(false)
  await context.clearCookies()
  const other = await context.newPage()
  const stranger = await openScene(other)
  await openForm(other, stranger)
  await expect(note(other)).toHaveValue('')
  await expect(other.getByText('Solo de Laura.')).toHaveCount(0)
  expect(await copiesHere(other)).toBe(1)
  await other.evaluate(() => sessionStorage.clear())
  await context.clearCookies()
  const back = await context.newPage()
  await signIn(back, t, scene.somebody)
  await openForm(back, scene)
  await expect(note(back)).toHaveValue('Solo de Laura.')
})

test('H11 where the browser denies storage the server keeps all, and offline the page says where the text is', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    }
  })
  const scene = await openScene(page)
  await openForm(page, scene)
  await type(page, 'Con red.')
  await expect(kept(page)).toBeVisible()
  await context.setOffline(true)
  await type(page, ' Sin red.')
  await expect(page.getByText(t('record:draft.unsentWindow')).first()).toBeVisible(within(3_000))
  await context.setOffline(false)
  await expect(kept(page)).toBeVisible()
  expect((await drafts(page, scene)).map(({ data }) => data.patientObs)).toEqual(['Con red. Sin red.'])
  await save(page)
})

test('what was said last time is brought forward, marked until it is edited, and not saved again unseen', async ({
  page,
  noise,
}) => {
  const scene = await openScene(page)
  await writeFollowUp(page, scene, {
    patientObs: 'Duerme mejor',
    exercises: 'Péndulo 3 × 10',
    painIntensity: 5,
  })
  await openForm(page, scene)
  const bar = page.getByRole('region', { name: t('writing:carry.label') })
  await note(page).fill('Hoy sin dolor')
  await bar.getByRole('button', { name: /^Traer lo del/ }).click()
  const exercises = page.getByRole('textbox', { name: t('module:followup_exercises') })
  await expect(exercises).toHaveValue('Péndulo 3 × 10')
  await expect(note(page)).toHaveValue('Hoy sin dolor')
  const mark = page.getByText(/^Sin cambios desde el \d\d\//)
  await expect(mark).toHaveCount(1)
  await expect(page.getByRole('group').filter({ has: exercises }).first()).toHaveAccessibleDescription(
    /Sin cambios/,
  )
  expect(await faultsAtEachSize(page, 'carried')).toEqual([])
  await page.reload()
  await expect(mark).toHaveCount(1)
  await exercises.press('End')
  await exercises.pressSequentially('0')
  await expect(mark).toHaveCount(0)

  // Nothing but last time: asked before it is saved.
  await note(page).fill('')
  await exercises.fill('')
  await bar.getByRole('button', { name: /^Traer lo del/ }).click()
  await expect(mark).toHaveCount(2)
  await bar.getByRole('button', { name: t('writing:carry.undo') }).click()
  await expect(exercises).toHaveValue('')
  await bar.getByRole('button', { name: /^Traer lo del/ }).click()
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  const asks = page.getByRole('dialog', { name: t('writing:carry.sameTitle') })
  await expect(asks).toBeVisible()
  await asks
    .getByRole('button', { name: t('writing:carry.writeOn') })
    .last()
    .click()
  await type(page, ', y sube el brazo')
  await save(page)
  expect((await followUps(page, scene)).map(({ data }) => data.patientObs).sort()).toEqual([
    'Duerme mejor',
    'Duerme mejor, y sube el brazo',
  ])
  expect(noise).toEqual([])
})

test('a medical history that was looked through and is right still is a version of its own', async ({
  page,
}) => {
  const scene = await openScene(page)
  const { id } = await post(page, '/record', {
    ownerId: scene.patientId,
    type: 'med_hist',
    recordClassId: 'med_hist_default',
    data: { profession: 'Docente' },
  })
  await page.goto(`/app/patient/${scene.patientId}?write=history`)
  await page.getByRole('button', { name: t('record:editor.reviewed') }).click()
  await expect(page.getByText(t('record:editor.saved')).first()).toBeVisible()
  const token = await page.evaluate(() => sessionStorage.getItem('appToken'))
  const answer = await page.request.get(`/api/record/${id}/versions`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(((await answer.json()) as { payload: unknown[] }).payload).toHaveLength(2)
})

test('the dialog of an own text asks before what was typed is lost, whichever way it is left', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  await page.goto('/app/settings/account')
  await page.getByRole('link', { name: t('settings:navigation.sections.snippets') }).click()
  const add = page.getByRole('button', { name: t('snippets:add') })
  await add.click()
  const dialog = page.getByRole('dialog', { name: t('snippets:new') })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await add.click()
  const title = dialog.getByLabel(t('snippets:title'))
  await title.fill('Ejercicios de péndulo')
  const question = page.getByRole('dialog', { name: t('common:form.leave.title') })
  const leave = t('common:form.cancel')
  for (const go of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: leave }).first().click(),
    () => dialog.getByRole('button', { name: leave }).last().click(),
    () => page.mouse.click(4, 4),
    () => page.evaluate(() => window.history.back()),
  ]) {
    await go()
    await question
      .getByRole('button', { name: t('common:form.leave.stay') })
      .last()
      .click()
    await expect(question).toBeHidden()
    await expect(title).toHaveValue('Ejercicios de péndulo')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('common:form.leave.confirm') }).click()
  await expect(dialog).toBeHidden()
  expect(noise).toEqual([])
})

test('own texts are written in the settings and inserted by shortcut, by keyboard alone, and undone', async ({
  page,
  noise,
}) => {
  const scene = await openScene(page)
  await page.goto('/app/settings/snippets')
  await page.getByRole('button', { name: t('snippets:add') }).click()
  const dialog = page.getByRole('dialog', { name: t('snippets:new') })
  await dialog.getByLabel(t('snippets:title')).fill('Ejercicios de péndulo')
  await dialog.getByLabel(t('snippets:shortcut')).fill('con espacio')
  await dialog
    .getByLabel(t('snippets:text'), { exact: true })
    .fill('Péndulo, 3 series de 10.\nHielo 15 minutos.')
  await dialog.getByRole('button', { name: t('snippets:save') }).click()
  await expect(dialog.getByText(t('error:field_shortcut'))).toBeVisible()
  expect(await faultsAtEachSize(page, 'own text')).toEqual([])
  await dialog.getByLabel(t('snippets:shortcut')).fill('pendulo')
  await dialog.getByRole('button', { name: t('snippets:save') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('/pendulo')).toBeVisible()
  expect(await faultsAtEachSize(page, 'own texts')).toEqual([])

  await openForm(page, scene)
  const all = t('writing:snippets.open', { label: t('module:followup_patientObs') })
  await expect(page.getByRole('button', { name: all })).toBeVisible()
  await type(page, 'En casa: /pen')
  const list = page.getByRole('listbox', { name: t('writing:snippets.list') })
  await expect(list.getByRole('option', { name: /Ejercicios de péndulo/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  // The foot of the form stays in sight on a phone, and what lies under it scrolls out from there.
  const faults = await faultsAtEachSize(page, 'choosing an own text')
  expect(faults.filter((fault) => !fault.includes('partially obscured'))).toEqual([])
  await note(page).press('Enter')
  await expect(list).toBeHidden()
  await expect(note(page)).toHaveValue('En casa: Péndulo, 3 series de 10.\nHielo 15 minutos.')
  await note(page).press('Control+z')
  await expect(note(page)).toHaveValue('En casa: /pen')
  // Undoing selects what came back.
  await note(page).press('Control+End')
  await note(page).press('Backspace')
  await expect(list).toBeVisible()
  await note(page).press('Escape')
  await expect(list).toBeHidden()
  // The button does the same with all of them.
  await page.getByRole('button', { name: all }).click()
  await expect(list).toBeVisible()
  await note(page).press('ArrowDown')
  await note(page).press('Enter')
  await expect(note(page)).toHaveValue('En casa: /pePéndulo, 3 series de 10.\nHielo 15 minutos.')
  await save(page)
  expect((await followUps(page, scene))[0]?.data.patientObs).toContain('Hielo 15 minutos.')
  expect(noise).toEqual([])
})
