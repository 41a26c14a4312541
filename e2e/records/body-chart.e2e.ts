import { expect, type Locator, type Page } from '@playwright/test'
import { faultsAtEachSize, phone } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const t = textsIn('es')

const tokenOf = (page: Page): Promise<string> => page.evaluate(() => sessionStorage.getItem('appToken') ?? '')

const post = async (page: Page, path: string, data: object): Promise<{ id: number }> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

const lumbar = { view: 'back', region: 'lumbar', side: 'left' }

interface OpenCase {
  readonly patientId: number
  readonly caseId: number
}

const writeFollowUp = ({ patientId, caseId }: OpenCase, page: Page, date: string, data: object) =>
  post(page, '/record', {
    ownerId: patientId,
    type: 'control',
    subtype: 'follow_up',
    recordClassId: 'followup_default',
    date: `${date}T15:00:00Z`,
    data: { case: caseId, ...data },
  })

/** A patient whose diagnosis has a body chart. */
const openCase = async (page: Page): Promise<OpenCase> => {
  const patient = await post(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
  const { id } = await post(page, '/record', {
    ownerId: patient.id,
    type: 'control',
    subtype: 'case',
    recordClassId: 'case_default',
    date: '2026-09-01T15:00:00Z',
    data: {
      name: 'Lumbalgia',
      sessions: 10,
      painIntensity: 8,
      bodyChart: {
        marks: [
          { ...lumbar, intensity: 8, qualities: ['burning'] },
          { view: 'front', strokes: [[200, 300, 230, 330]] },
        ],
      },
    },
  })
  return { patientId: patient.id, caseId: id }
}

const startFollowUp = async (page: Page, { patientId, caseId }: OpenCase): Promise<Locator> => {
  await page.goto(`/app/patient/${patientId}?write=followup&case=${caseId}`)
  await page.getByRole('button', { name: t('bodyChart:enlarge') }).click()
  return page.getByRole('dialog', { name: t('module:followup_bodyChart') })
}

const save = (page: Page) => page.getByRole('button', { name: t('record:editor.saveAndClose'), exact: true })

const inWords = (region: string, side: 'left' | 'right' | 'midline', rest = ''): string =>
  `${t(`bodyChart:region.${region}`)}, ${t(`bodyChart:side.${side}`)}${rest}`

test('where it hurts is marked by mouse and by pen, is in the draft at once and in the record in words', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  const dialog = await startFollowUp(page, await openCase(page))
  const back = dialog.getByRole('group', { name: t('bodyChart:view.back'), exact: true })
  await back.getByRole('button', { name: inWords('back.lumbar', 'left') }).click()
  await dialog.getByRole('radio', { name: '6', exact: true }).click()
  await dialog.getByRole('button', { name: t('bodyChart:quality.burning') }).click()
  await dialog.getByRole('button', { name: t('bodyChart:depth.deep') }).click()

  await dialog.getByRole('button', { name: t('bodyChart:tool.pen') }).click()
  const front = dialog.getByRole('group', { name: t('bodyChart:view.front'), exact: true })
  const box = await front.boundingBox()
  if (!box) throw new Error('the drawing has no place')
  const [x, y] = [box.x + box.width / 2 + box.height * 0.055, box.y + box.height * 0.6]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 8; step += 1) await page.mouse.move(x + step / 2, y + step * 3)
  await page.mouse.up()
  await dialog.getByRole('radio', { name: '3', exact: true }).click()
  const marks = dialog.getByRole('list', { name: t('bodyChart:marks') })
  await expect(marks.getByRole('listitem')).toHaveCount(2)

  // A line too many is undone, a line is rubbed out, and undone again.
  await page.mouse.move(x + 30, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 20)
  await page.mouse.up()
  await dialog.getByRole('button', { name: t('bodyChart:undo') }).click()
  await dialog.getByRole('button', { name: t('bodyChart:tool.eraser') }).click()
  await page.mouse.click(x + 2, y + 12)
  await expect(marks.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: t('bodyChart:undo') }).click()
  await expect(marks.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: t('bodyChart:done') }).click()

  const said = inWords(
    'back.lumbar',
    'left',
    `: 6/10, ${t('bodyChart:quality.burning')}, ${t('bodyChart:depth.deep')}`,
  )
  const drawn = t('bodyChart:drawn', { place: inWords('front.thigh', 'left') })
  await expect(page.getByRole('listitem').filter({ hasText: said })).toBeVisible()
  await expect(page.getByText(t('record:draft.savedNow')).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: said })).toBeVisible()
  await save(page).click()
  const record = page.getByRole('definition').filter({ hasText: said })
  await expect(record).toContainText(`${drawn}: 3/10`)
  await expect(record.getByRole('img', { name: new RegExp(t('bodyChart:view.back')) })).toBeVisible()

  await page
    .getByRole('searchbox', { name: t('record:timeLine.filter') })
    .fill(t('bodyChart:region.front.thigh'))
  await expect(page.getByRole('status').filter({ hasText: t('record:timeLine.found_one') })).toBeVisible()
  expect(noise).toEqual([])
})

test('everything of it is done with the keyboard alone, by name and by arrows', async ({ page }) => {
  await register(page, 'es')
  const dialog = await startFollowUp(page, await openCase(page))
  await dialog.getByRole('combobox', { name: t('bodyChart:search.label') }).focus()
  await page.keyboard.type('sacroiliaca derecho')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: inWords('back.sacroiliac', 'right') })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('7')
  await expect(dialog.getByRole('radio', { name: '7', exact: true })).toBeChecked()
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')

  const back = dialog.getByRole('group', { name: t('bodyChart:view.back'), exact: true })
  await back.getByRole('button').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const marks = dialog.getByRole('list', { name: t('bodyChart:marks') })
  await expect(marks).toContainText(inWords('back.neck', 'midline'))
  await expect(marks).toContainText(inWords('back.sacroiliac', 'right', ': 7/10'))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await save(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('definition').filter({ hasText: '7/10' })).toContainText(
    inWords('back.neck', 'midline'),
  )
})

test('last time’s marks are behind today’s, and today may start from them', async ({ page }) => {
  await register(page, 'es')
  const open = await openCase(page)
  const dialog = await startFollowUp(page, open)
  await expect(dialog.getByRole('checkbox', { name: t('bodyChart:showLast') })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('bodyChart:carry') }).click()
  await expect(
    page.getByRole('listitem').filter({ hasText: inWords('back.lumbar', 'left', ': 8/10') }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: t('bodyChart:carry') })).toBeHidden()
})

for (const language of languagesFrom('es')) {
  test(`charts of two visits and measures of all stand beside each other, readable as tables (${language})`, async ({
    page,
    noise,
  }) => {
    const words = textsIn(language)
    await register(page, language)
    const open = await openCase(page)
    const chart = (intensity: number) => ({ bodyChart: { marks: [{ ...lumbar, intensity }] } })
    await writeFollowUp(open, page, '2026-09-15', { painIntensity: 6, ...chart(6) })
    await writeFollowUp(open, page, '2026-10-03', { painIntensity: 3, ...chart(3) })
    // Sessions that were recommended twice are no measure that was taken twice.
    await post(page, '/record', {
      ownerId: open.patientId,
      type: 'control',
      subtype: 'case',
      recordClassId: 'case_default',
      date: '2026-10-20T15:00:00Z',
      data: { name: 'Cervicalgia', sessions: 12 },
    })
    await page.goto(`/app/patient/${open.patientId}`)
    await page.getByRole('button', { name: words('record:tree.measures') }).click()
    const dialog = page.getByRole('dialog', { name: words('evolution:title') })
    const row = dialog.getByRole('row', { name: new RegExp(words('bodyChart:region.back.lumbar')) })
    await expect(row.first()).toContainText(words('bodyChart:compare.less', { by: 5 }))
    await dialog.getByLabel(words('bodyChart:compare.before')).selectOption({ index: 1 })
    await expect(row.first()).toContainText(words('bodyChart:compare.less', { by: 3 }))
    const measures = dialog.getByRole('region', { name: words('evolution:measures') })
    const course = words('evolution:course', { first: 8, last: 3, change: '−5' })
    await expect(measures.getByText(course)).toBeVisible()
    await expect(measures.getByRole('table')).toContainText('8')
    const found = await faultsAtEachSize(page, 'measures')
    await dialog
      .getByRole('button', { name: words('bodyChart:compare.showTable') })
      .first()
      .click()
    await measures.getByRole('button', { name: words('evolution:showTable') }).click()
    found.push(...(await faultsAtEachSize(page, 'tables')))
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/app/patient/${open.patientId}$`))
    expect(found).toEqual([])
    expect(noise).toEqual([])
  })
}

test('the form, its drawing and the record have no faults, and a finger marks on a phone', async ({
  page,
}) => {
  await register(page, 'es')
  const open = await openCase(page)
  const dialog = await startFollowUp(page, open)
  const back = dialog.getByRole('group', { name: t('bodyChart:view.back'), exact: true })
  await page.setViewportSize(phone)
  await dialog.getByRole('button', { name: t('bodyChart:view.back'), exact: true }).click()
  await back.getByRole('button', { name: inWords('back.lumbar', 'left') }).click()
  await expect(dialog.getByRole('heading', { name: inWords('back.lumbar', 'left') })).toBeVisible()
  const found = await faultsAtEachSize(page, 'drawing')
  await dialog.getByRole('button', { name: t('bodyChart:pair.palms') }).click()
  found.push(...(await faultsAtEachSize(page, 'hands')))
  await dialog.getByRole('button', { name: t('bodyChart:done') }).click()
  found.push(...(await faultsAtEachSize(page, 'form')))
  await save(page).click()
  await expect(page.getByRole('definition').filter({ hasText: inWords('back.lumbar', 'left') })).toBeVisible()
  found.push(...(await faultsAtEachSize(page, 'record')))
  // What the foot of the form happens to cover is uncovered by scrolling.
  expect(found.filter((fault) => !fault.includes('partially obscured'))).toEqual([])
})
