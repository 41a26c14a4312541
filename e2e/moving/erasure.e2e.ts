import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { todayInBogota } from '../scene/bogota.ts'
import { tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { changeBehind, type UlnaServer } from '../scene/ulna-server.ts'

const send = async (page: Page, method: 'post' | 'put', path: string, data: object) => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request[method](`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

/** A patient who was here once, long ago, has paid what is asked for, and is archived. */
const stagePatient = async (
  page: Page,
  firstName: string,
  date: string,
  { paid, ...given }: { fileId?: string; phone?: string; paid?: number } = {},
): Promise<number> => {
  const { id } = await send(page, 'post', '/patient', {
    firstName,
    lastName: 'Gómez',
    email: 'paciente@example.test',
    ...given,
  })
  await send(page, 'post', '/record', {
    ownerId: id,
    type: 'med_hist',
    recordClassId: 'med_hist_default',
    date,
    data: { gender: 'f' },
  })
  const lines = [{ description: 'Sesión', quantity: 1, unitMinor: paid }]
  if (paid) await send(page, 'post', '/receipt', { patientId: id, currency: 'EUR', method: 'cash', lines })
  await send(page, 'post', `/patient/${id}/archive`, {})
  return id
}

const dayMs = 86_400_000

const dayAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** Has the days in which the erasures of a patient can be taken back go by. */
const letDaysPass = (ulna: UlnaServer, patientId: number): Promise<void> =>
  changeBehind(
    ulna,
    `update erasures set destroy_after = now() - interval '1 second' where patient_id = ${patientId} and state = 'blocked';
    update graphile_worker._private_jobs set run_at = now() where (payload->>'erasureId')::bigint in (
      select id from erasures where patient_id = ${patientId})`,
  )

/** Opens a PDF that a button hands out, and reads its words. */
const openPdf = async (page: Page, button: string | RegExp): Promise<{ file: string; text: string }> => {
  const paper = page.getByRole('button', { name: button })
  await expect(paper).toBeVisible()
  const coming = page.waitForEvent('download')
  await paper.click()
  const file = await (await coming).path()
  const text = execFileSync('pdftotext', ['-layout', file, '-']).toString()
  return { file, text: text.replaceAll(/\s+/g, ' ') }
}

/** The button of the only certificate there is. */
const certificateIn = (t: Texts): RegExp =>
  new RegExp(`^${t('erasures:list.certificateOf', { number: '' }).trim()}`)

/** That a paper is as it was made, as anybody is told who has the file. */
const verify = async (page: Page, t: Texts, file: string, kind: 'erasure' | 'act'): Promise<void> => {
  await page.goto('/verify')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'papel.pdf', mimeType: 'application/pdf', buffer: await readFile(file) })
  const verdict = page.getByRole('main').getByRole('status')
  await expect(verdict).toContainText(t(`verify:sheet.${kind}.unchanged.file`))
  await expect(verdict).toContainText(t(`verify:kind.${kind}`))
}

for (const language of languagesFrom('es')) {
  const t = textsIn(language)

  test(`an owner erases a file from the list of what is due: blocked first, taken back, then gone from sight (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const id = await stagePatient(page, 'Mariana', '2015-03-02')
    await send(page, 'put', '/settings/practice', { configurations: { retention: { rule: 'spain' } } })
    await page.goto('/app/settings/retention')
    await expect(page.getByText(t('erasures:list.none'))).toBeVisible()
    const name = 'Mariana Gómez'
    const erase = page.getByRole('button', { name: t('archive:due.eraseOf', { name }) })
    const dialog = page.getByRole('dialog', { name: t('erasures:dialog.title', { name }) })
    const block = async () => {
      await erase.click()
      const confirm = dialog.getByRole('button', { name: t('erasures:dialog.block') })
      await expect(dialog.getByRole('rowheader', { name: t('erasures:kinds.records') })).toBeVisible()
      await expect(confirm).toHaveAttribute('aria-disabled', 'true')
      expect(await faultsAtEachSize(page, 'what would become of a file')).toEqual([])
      await dialog.getByLabel(t('erasures:dialog.ground')).selectOption('term_over')
      await dialog.getByLabel(t('erasures:dialog.seen')).check()
      await confirm.click()
      await expect(dialog).toBeHidden()
    }
    await block()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row.getByText(t('erasures:states.blocked'), { exact: true })).toBeVisible()
    await expect(erase).toHaveCount(0)
    expect(await faultsAtEachSize(page, 'erasures')).toEqual([])

    // Nobody sees it any more, by no way.
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    expect((await page.request.get(`/api/patient/${id}`, { headers })).status()).toBe(404)

    // But for a court, which says in which matter.
    await row.getByRole('button', { name: t('erasures:disclosure.action') }).click()
    const disclosure = page.getByRole('dialog')
    await disclosure.getByLabel(t('erasures:disclosure.askedBy')).fill('Juzgado 3')
    await disclosure.getByLabel(t('erasures:disclosure.reason')).fill('Procedimiento 12/2026')
    expect(await faultsAtEachSize(page, 'reading a file that is set aside')).toEqual([])
    const coming = page.waitForEvent('download')
    await disclosure.getByRole('button', { name: t('erasures:disclosure.save') }).click()
    expect((await coming).suggestedFilename()).toMatch(/^ulna-blocked-\d+\.zip$/)
    await expect(disclosure).toBeHidden()

    await row.getByRole('button', { name: t('erasures:list.takeBackOf', { name }) }).click()
    const back = page.getByRole('dialog', { name: t('erasures:list.takeBackTitle') })
    await back.getByRole('button', { name: t('erasures:list.takeBack') }).click()
    await expect(row.getByText(t('erasures:states.taken_back'), { exact: true })).toBeVisible()
    await expect(erase).toBeVisible()
    expect((await page.request.get(`/api/patient/${id}`, { headers })).status()).toBe(200)
    await block()
    await expect(row.getByText(t('erasures:states.blocked'), { exact: true })).toBeVisible()
    expect(noise.filter((line) => !line.includes('404'))).toEqual([])
  })

  test(`a patient asks for it while the law keeps the file: what no law keeps goes, with a certificate anybody can check (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const id = await stagePatient(page, 'Andrea', todayInBogota())
    await send(page, 'put', '/settings/practice', { configurations: { retention: { rule: 'spain' } } })
    await page.goto(`/app/patient/${id}`)
    const banner = page.getByRole('region', { name: t('archive:banner.label') })
    await banner.getByRole('button', { name: t('archive:banner.erase') }).click()
    const dialog = page.getByRole('dialog', { name: t('erasures:dialog.title', { name: 'Andrea Gómez' }) })
    await expect(dialog.getByText(t('erasures:reasons.term')).first()).toBeVisible()
    await dialog.getByLabel(t('erasures:dialog.seen')).check()
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: t('erasures:dialog.erasePart') }).click()
    await expect(dialog).toBeHidden()
    await expect(banner).toBeVisible()

    await page.goto('/app/settings/retention')
    const { file, text } = await openPdf(page, certificateIn(t))
    expect(text).toContain(t('erasures:reasons.term'))
    await verify(page, t, file, 'erasure')
    expect(noise).toEqual([])
  })

  test(`a patient asks, the law keeps the receipts, a hold keeps the file past its day, and in the end it is found nowhere (${language})`, async ({
    page,
    ulna,
    noise,
  }) => {
    await register(page, language)
    await send(page, 'put', '/settings/practice', { configurations: { retention: { rule: 'spain' } } })
    const name = 'Ocarina Gómez'
    const given = { fileId: 'HC-88', phone: '600123123', paid: 4500 }
    const id = await stagePatient(page, 'Ocarina', '2015-03-02', given)

    // What goes and what the law keeps is told before anything is decided.
    await page.goto(`/app/patient/${id}`)
    const banner = page.getByRole('region', { name: t('archive:banner.label') })
    await banner.getByRole('button', { name: t('archive:banner.erase') }).click()
    const dialog = page.getByRole('dialog', { name: t('erasures:dialog.title', { name }) })
    const fate = (kind: string) =>
      dialog
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: t(`erasures:kinds.${kind}`) }) })
    await expect(fate('records')).toContainText(t('erasures:fates.goes'))
    await expect(fate('receipts')).toContainText(t('erasures:reasons.tax'))
    await dialog.getByLabel(t('erasures:dialog.askedBy')).selectOption('guardian')
    await dialog.getByLabel(t('erasures:dialog.graceDays')).fill('1')
    await dialog.getByLabel(t('erasures:dialog.seen')).check()
    await dialog.getByRole('button', { name: t('erasures:dialog.block') }).click()
    await expect(dialog).toBeHidden()

    // Its day comes while a hold stands: it waits.
    await page.goto('/app/settings/retention')
    const row = page.getByRole('listitem').filter({ hasText: name })
    await row.getByRole('button', { name: t('erasures:list.holdsOf', { name }) }).click()
    const holds = page.getByRole('dialog', { name: t('archive:holds.title', { name }) })
    await holds.getByRole('button', { name: t('archive:holds.place') }).click()
    await page
      .getByRole('dialog', { name: t('archive:holds.placeTitle') })
      .getByLabel(t('archive:holds.reason'))
      .fill('Reclamación')
    await page.keyboard.press('Enter')
    await expect(holds.getByText('Reclamación', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row.getByText(t('erasures:list.held'))).toBeVisible()
    await letDaysPass(ulna, id)
    await page.reload()
    await expect(row.getByText(t('erasures:states.blocked'), { exact: true })).toBeVisible()

    await row.getByRole('button', { name: t('erasures:list.holdsOf', { name }) }).click()
    await holds.getByRole('button', { name: t('archive:holds.liftOf', { reason: 'Reclamación' }) }).click()
    await page
      .getByRole('dialog', { name: t('archive:holds.liftTitle') })
      .getByLabel(t('archive:holds.liftReason'))
      .fill('Resuelta')
    await page.keyboard.press('Enter')
    await expect(holds.getByText(t('archive:holds.lifted'), { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await letDaysPass(ulna, id)

    // Nobody reloads: the page is told when it is destroyed, and again when its certificate is there.
    const trace = page.getByRole('listitem').filter({ hasText: /HC-88/ })
    await expect(trace.getByText(t('erasures:states.done'), { exact: true })).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
    const { file, text } = await openPdf(page, certificateIn(t))
    for (const said of ['HC-88', t('erasures:askers.guardian'), t('erasures:reasons.tax')])
      expect(text).toContain(said)
    for (const unsaid of ['Ocarina', 'Gómez', 'Reclamación', '600123123']) expect(text).not.toContain(unsaid)
    const again = await openPdf(page, certificateIn(t))
    expect((await readFile(again.file)).equals(await readFile(file))).toBe(true)
    expect(await faultsAtEachSize(page, 'the trace of an erasure')).toEqual([])

    await page.goto(`/app/patient/${id}`)
    await expect(page.getByRole('heading', { name: t('patient:file.notFound.title') })).toBeVisible()
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    for (const path of [
      '/patient?search=Ocarina',
      '/patient?search=600123123',
      '/patient?archived=true',
      `/patient/findByName/Ocarina`,
      '/erasures',
      '/retention/due',
    ]) {
      const answer = await page.request.get(`/api${path}`, { headers })
      expect(answer.status(), path).toBe(200)
      expect(await answer.text(), path).not.toContain('Ocarina')
    }
    await verify(page, t, file, 'erasure')
    expect(noise.filter((line) => !line.includes('404'))).toEqual([])
  })

  test(`a practice in Colombia destroys several files with one act: chosen, announced, reviewed, drawn up (${language})`, async ({
    page,
    ulna,
    noise,
  }) => {
    await register(page, language)
    await send(page, 'put', '/settings/practice', { configurations: { retention: { rule: 'colombia' } } })
    const names = ['Mariana', 'Ocarina', 'Andrea']
    const ids: number[] = []
    for (const [index, one] of names.entries())
      ids.push(await stagePatient(page, one, `200${index}-03-02`, { fileId: `HC-${index + 1}` }))
    await page.goto('/app/settings/retention')
    const choose = (one: string) =>
      page.getByRole('checkbox', { name: t('archive:due.chooseOf', { name: `${one} Gómez` }) })
    for (const one of names) await choose(one).check()
    const put = (count: number) => page.getByRole('button', { name: t('archive:due.act', { count }) })
    expect(await faultsAtEachSize(page, 'files chosen for an act')).toEqual([])
    await put(3).click()
    const dialog = page.getByRole('dialog', { name: t('erasures:actDialog.title') })
    const confirm = dialog.getByRole('button', { name: t('erasures:actDialog.block') })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Mariana' })).toBeVisible()
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    expect(await faultsAtEachSize(page, 'what would become of several files')).toEqual([])
    // One is left out, by the keyboard alone.
    await dialog
      .getByRole('button', { name: t('erasures:actDialog.leaveOutOf', { name: 'Andrea Gómez' }) })
      .press('Enter')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Andrea' })).toHaveCount(0)
    await dialog.getByLabel(t('erasures:actDialog.seen')).check()
    await confirm.click()
    await expect(dialog).toBeHidden()
    await expect(choose('Andrea')).toBeVisible()
    await expect(choose('Mariana')).toHaveCount(0)

    const acts = page.getByRole('region', { name: t('erasures:acts.title') })
    const act = acts.getByRole('listitem').filter({ hasText: t('erasures:acts.name', { number: 1 }) })
    const counts = (waiting: number, destroyed: number, takenBack: number) =>
      act.getByText(t('erasures:acts.counts', { waiting, destroyed, takenBack }))
    await expect(counts(2, 0, 0)).toBeVisible()
    await act.getByRole('button', { name: t('erasures:acts.noticesOf', { number: 1 }) }).click()
    const notices = page.getByRole('dialog', { name: t('erasures:notices.title') })
    await notices.getByLabel(t('erasures:notices.newspaper')).fill('El Tiempo')
    const typed = async (field: string, ago: number) => {
      const input = notices.getByLabel(t(`erasures:notices.${field}`))
      await input.fill(dayAgo(ago))
      await input.press('Tab')
    }
    await typed('first', 90)
    await typed('second', 82)
    await typed('reviewed', 2)
    await notices.getByRole('button', { name: t('erasures:notices.save') }).click()
    await expect(notices).toBeHidden()
    await expect(act.getByText(/El Tiempo/)).toBeVisible()
    expect(await faultsAtEachSize(page, 'an act that waits')).toEqual([])

    for (const id of ids.slice(0, 2)) await letDaysPass(ulna, id)
    await expect(act.getByText(t('erasures:acts.states.drawnUp'), { exact: true })).toBeVisible()
    await expect(counts(0, 2, 0)).toBeVisible()
    // It is in Spanish, whatever language the practice speaks.
    const spanish = textsIn('es')
    const { file, text } = await openPdf(page, t('erasures:acts.paperOf', { number: 1 }))
    for (const said of [spanish('erasures:actPaper.subject', { number: 1 }), 'El Tiempo', 'HC-1', 'HC-2'])
      expect(text).toContain(said)
    for (const unsaid of ['HC-3', 'Mariana', 'Ocarina', 'Gómez']) expect(text).not.toContain(unsaid)
    await verify(page, t, file, 'act')
    expect(noise).toEqual([])
  })
}
