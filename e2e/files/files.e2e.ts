import { expect, type Locator, type Page } from '@playwright/test'
import { dicom } from '../scene/dicom-samples.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { heicPhoto, largePicture, pdf, photo, type Sample, widePhoto } from '../scene/file-samples.ts'
import { test } from '../scene/fixtures.ts'
import { register, registerOnToday } from '../scene/people.ts'
import { type languages, type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const t = textsIn('es')

const newPatient = async (page: Page): Promise<number> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const answer = await page.request.post('/api/patient', {
    headers: { authorization: `Bearer ${token}` },
    data: { firstName: 'Mariana', lastName: 'Gómez Lara', birthDate: '1985-03-09' },
  })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload.id
}

const openFile = async (page: Page, words: Texts = t, language: (typeof languages)[number] = 'es') => {
  await register(page, language)
  await page.goto(`/app/patient/${await newPatient(page)}`)
  await expect(page.getByRole('button', { name: words('files:add.open') }).first()).toBeVisible()
}

/** What a person drops on the page. */
const drop = async (page: Page, samples: readonly Sample[]): Promise<void> => {
  const carried = samples.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    content: buffer.toString('base64'),
  }))
  const transfer = await page.evaluateHandle((files) => {
    const data = new DataTransfer()
    for (const { name, mimeType, content } of files) {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
    }
    return data
  }, carried)
  const hint = page.getByText(t('files:add.drop', { name: 'Mariana Gómez Lara' }))
  // A browser says so again and again while something is held over the page.
  await expect(async () => {
    await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
    await expect(hint).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

const choose = (dialog: Locator, samples: readonly Sample[], words: Texts = t): Promise<void> =>
  dialog.getByLabel(words('files:add.choose')).setInputFiles([...samples])

/** The files a document has by now. */
const arrived = (dialog: Locator, words: Texts = t): Locator =>
  dialog.getByRole('list', { name: words('files:add.files'), exact: true })

const complete = async (dialog: Locator, title: string, words: Texts = t): Promise<void> => {
  await dialog.getByLabel(words('module:document_name')).fill(title)
  await dialog.getByRole('button', { name: words('files:add.save') }).click()
  await expect(dialog).toBeHidden()
}

const addDocument = async (page: Page, samples: readonly Sample[], title: string, words: Texts = t) => {
  await page
    .getByRole('button', { name: words('files:add.open') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await choose(dialog, samples, words)
  await complete(dialog, title, words)
}

const openViewer = async (page: Page, name: string, words: Texts = t): Promise<Locator> => {
  await page.getByRole('button', { name: words('files:gallery.open', { name }) }).click()
  const viewer = page.getByRole('dialog', { name: words('files:viewer.title') })
  await expect(viewer).toBeVisible()
  return viewer
}

for (const language of languagesFrom('es')) {
  test(`a photo is chosen, named, looked at closely and downloaded (${language})`, async ({
    page,
    noise,
  }) => {
    const words = textsIn(language)
    const found: string[] = []
    await openFile(page, words, language)
    await page
      .getByRole('button', { name: words('files:add.open') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await choose(dialog, [await photo('rodilla.jpg', '#7a5a48'), await photo('codo.jpg', '#48607a')], words)
    await expect(dialog.getByLabel(words('files:add.kind'))).toHaveValue('photo')
    await expect(arrived(dialog, words).getByRole('listitem')).toHaveCount(2)
    found.push(...(await faultsAtEachSize(page, 'adding')))
    await complete(dialog, 'Rodilla de frente', words)

    const gallery = page.getByRole('region', { name: words('files:gallery.title') })
    await expect(gallery.getByRole('listitem')).toHaveCount(2)
    await expect(gallery.locator('img')).toHaveCount(2)
    found.push(...(await faultsAtEachSize(page, 'gallery')))

    const viewer = await openViewer(page, 'rodilla.jpg', words)
    const stage = viewer.getByRole('application')
    await expect(viewer.getByRole('img', { name: 'rodilla.jpg' })).toBeVisible()
    await stage.focus()
    await page.keyboard.press('+')
    await page.keyboard.press('r')
    const told = words('files:view.state', { zoom: 125, turned: 90, brightness: 100, contrast: 100 })
    await expect(viewer.getByText(told)).toBeAttached()
    await viewer.getByRole('button', { name: words('files:view.light') }).click()
    await viewer.getByRole('button', { name: words('files:view.help') }).click()
    found.push(...(await faultsAtEachSize(page, 'viewer')))
    const download = page.waitForEvent('download')
    await viewer.getByRole('button', { name: words('files:viewer.download') }).click()
    expect((await download).suggestedFilename()).toBe('rodilla.jpg')
    // Small files may arrive in any order.
    const isFirst = await viewer.getByText(words('files:viewer.position', { index: 1, count: 2 })).isVisible()
    await page.keyboard.press(isFirst ? 'PageDown' : 'PageUp')
    await expect(viewer.getByRole('heading', { name: 'codo.jpg' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    expect(found).toEqual([])
    expect(noise).toEqual([])
  })
}

test('what is dropped on the page becomes a document, and what cannot be taken is said before it is sent', async ({
  page,
}) => {
  await openFile(page)
  const starts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/upload')) starts.push(request.url())
  })
  const program = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ program') }
  await drop(page, [await photo('hombro.jpg', '#7a4848'), program])
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('files:fault.wrongType'))).toBeVisible()
  await complete(dialog, 'Hombro')
  await expect(
    page.getByRole('button', { name: t('files:gallery.open', { name: 'hombro.jpg' }) }),
  ).toBeVisible()
  expect(starts).toHaveLength(1)
})

test('a file that is dropped where none is taken does not put itself in place of the page', async ({
  page,
}) => {
  await registerOnToday(page, 'es')
  const [onPage, onField] = await page.evaluate(() => {
    const drop = (target: Element): boolean => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'rodilla.jpg', { type: 'image/jpeg' }))
      const events = ['dragover', 'drop'].map(
        (name) => new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }),
      )
      for (const event of events) target.dispatchEvent(event)
      return events.every(({ defaultPrevented }) => defaultPrevented)
    }
    const field = Object.assign(document.createElement('input'), { type: 'file' })
    document.body.append(field)
    return [drop(document.body), drop(field)]
  })
  expect(onPage).toBe(true)
  // A field for files takes them by itself.
  expect(onField).toBe(false)
})

test('files that are chosen together stand in the order of choosing, however slow the line is for the first', async ({
  page,
}) => {
  await openFile(page)
  let isFirst = true
  await page.route(/\/api\/record\/\d+\/upload$/, async (route) => {
    if (isFirst) {
      isFirst = false
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    await route.continue()
  })
  const names = ['antes.jpg', 'durante.jpg', 'después.jpg']
  await addDocument(page, await Promise.all(names.map((name) => photo(name, '#486a7a'))), 'Hombro')
  const gallery = page.getByRole('region', { name: t('files:gallery.title') })
  await expect(gallery.getByText('.jpg')).toHaveText(names)
})

test('F9 a photo of an iPhone is taken as it is, and every browser shows it', async ({ page, noise }) => {
  await openFile(page)
  await addDocument(page, [heicPhoto('IMG_4711.HEIC')], 'Codo')
  const viewer = await openViewer(page, 'IMG_4711.jpg')
  const picture = viewer.getByRole('img', { name: 'IMG_4711.jpg' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
  const download = page.waitForEvent('download')
  await viewer.getByRole('button', { name: t('files:viewer.download') }).click()
  expect((await download).suggestedFilename()).toBe('IMG_4711.jpg')
  expect(noise).toEqual([])
})

test('a pasted picture is taken, under the name of the moment', async ({ page }) => {
  await openFile(page)
  const { buffer } = await photo('image.png', '#557')
  const paste = () =>
    page.evaluate((content) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], 'image.png', { type: 'image/jpeg' }))
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    }, buffer.toString('base64'))
  const dialog = page.getByRole('dialog')
  // What hears of it comes a moment after the file itself; a person pastes again.
  await expect(async () => {
    if (!(await dialog.isVisible())) await paste()
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(dialog.getByText(/Imagen pegada .*\.jpg/).first()).toBeVisible()
  await complete(dialog, 'Captura')
})

test('an upload whose line is cut goes on where it was, and so does one that is taken up after a reload', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    const put = /\/upload\/\d+\/part\/(\d+)$/.exec(request.url())?.[1]
    if (put) sent.push(put)
  })
  await openFile(page)
  await page.route('**/part/2', (route) => route.abort())
  await page
    .getByRole('button', { name: t('files:add.open') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const large = await largePicture('panoramica.png')
  await choose(dialog, [large])
  await expect(dialog.getByText(/Sin conexión/)).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]/)

  page.on('dialog', (asked) => void asked.accept())
  await page.reload()
  await page.unroute('**/part/2')
  await page.getByText(t('record:card.temporary')).first().click()
  await page.getByRole('button', { name: t('files:temporary.complete'), exact: true }).click()
  const again = dialog.getByLabel(t('files:upload.chooseAgain', { name: large.name }))
  await expect(again).toBeAttached()
  sent.length = 0
  await again.setInputFiles([large])
  await expect(arrived(dialog)).toContainText(large.name)
  expect(sent.sort()).toEqual(['2', '3'])
  await complete(dialog, 'Panorámica')
})

test('an upload is paused and goes on; the network that is gone does not stop it for good', async ({
  page,
  context,
}) => {
  await openFile(page)
  await page.route('**/part/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue().catch(() => undefined)
  })
  await page
    .getByRole('button', { name: t('files:add.open') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const large = await largePicture('columna.png')
  await choose(dialog, [large])
  await dialog.getByRole('button', { name: t('files:upload.pause', { name: large.name }) }).click()
  await expect(dialog.getByText(/En pausa/)).toBeVisible()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: t('files:upload.resume', { name: large.name }) }).click()
  await expect(dialog.getByText(/Sin conexión/)).toBeVisible()
  await context.setOffline(false)
  await expect(arrived(dialog)).toContainText(large.name)
  await complete(dialog, 'Columna')
})

test('a document that is not completed stays listed, and is completed or discarded later', async ({
  page,
}) => {
  await openFile(page)
  await page
    .getByRole('button', { name: t('files:add.open') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('module:document_name')).fill('Pie izquierdo')
  await dialog.getByRole('button', { name: t('files:add.later') }).click()
  // There is no file yet that would keep it.
  await page.getByRole('button', { name: t('common:form.leave.stay') }).click()
  await choose(dialog, [await photo('pie.jpg', '#4a6')])
  await expect(arrived(dialog)).toContainText('pie.jpg')
  await dialog.getByRole('button', { name: t('files:add.later') }).click()
  await page.getByText(t('record:card.temporary')).first().click()
  expect(await faultsAtEachSize(page, 'not completed')).toEqual([])
  await page.getByRole('button', { name: t('files:temporary.complete'), exact: true }).click()
  await expect(dialog.getByLabel(t('module:document_name'))).toHaveValue('Pie izquierdo')
  await dialog.getByRole('button', { name: t('files:add.later') }).click()
  await page.getByRole('button', { name: t('files:temporary.discard') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('files:temporary.discard') })
    .click()
  await expect(page.getByText(t('files:temporary.discarded')).first()).toBeVisible()
  await expect(page.getByText(t('record:card.temporary'))).toHaveCount(0)
})

test('two photos are compared side by side, with a curtain and through each other, aligned and measured', async ({
  page,
  noise,
}) => {
  await openFile(page)
  await addDocument(page, [await photo('enero.jpg', '#7a5a48')], 'Enero')
  await addDocument(page, [await photo('marzo.jpg', '#48607a')], 'Marzo')
  const viewer = await openViewer(page, 'marzo.jpg')
  await viewer.getByRole('button', { name: t('files:viewer.compare') }).click()
  await expect(viewer.getByLabel(t('files:compare.other'))).toContainText('enero.jpg')
  const found = await faultsAtEachSize(page, 'side by side')

  await viewer.getByRole('radio', { name: t('files:compare.angle') }).check()
  const values = { photo: t('files:compare.first'), number: 1, x: 50, y: 20 }
  await viewer.getByRole('button', { name: t('files:compare.point', values) }).focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowRight')
  await expect(viewer.getByText(/Diferencia: \d+°/)).toBeVisible()
  found.push(...(await faultsAtEachSize(page, 'angle')))

  await viewer.getByRole('radio', { name: t('files:compare.align') }).check()
  const second = { photo: t('files:compare.second'), number: 2, x: 50, y: 75 }
  await viewer.getByRole('button', { name: t('files:compare.point', second) }).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(viewer.getByText(t('files:compare.aligned'))).toBeVisible()

  await viewer.getByRole('radio', { name: t('files:compare.slider') }).check()
  const curtain = viewer.getByLabel(t('files:compare.divide'))
  await curtain.focus()
  await page.keyboard.press('ArrowRight')
  await expect(curtain).toHaveValue('51')
  found.push(...(await faultsAtEachSize(page, 'curtain')))
  await viewer.getByRole('radio', { name: t('files:compare.onion') }).check()
  await expect(viewer.getByLabel(t('files:compare.opacity'))).toHaveValue('51')
  expect(found).toEqual([])
  expect(noise).toEqual([])
})

test('a photo of many pixels is looked at with all of them once one looks closely', async ({
  page,
  noise,
}) => {
  await openFile(page)
  await addDocument(page, [await widePhoto('marcha.jpg')], 'Marcha')
  const viewer = await openViewer(page, 'marcha.jpg')
  const picture = viewer.getByRole('img', { name: 'marcha.jpg' })
  const pixels = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(pixels).toBe(2048)
  await viewer.getByRole('application').focus()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(pixels).toBe(4000)
  await expect(picture).toBeVisible()
  expect(noise).toEqual([])
})

test('the photos of a document are printed with it, and what is no photo is named', async ({
  page,
  noise,
}) => {
  await openFile(page)
  const report = pdf('informe.pdf', ['Informe'])
  await addDocument(
    page,
    [await photo('antes.jpg', '#7a5a48'), await photo('después.jpg', '#48607a'), report],
    'Hombro',
  )
  await page.goto(`${new URL(page.url()).pathname}?print=file`)
  const paper = page.getByRole('article').filter({ hasText: 'Hombro' })
  await expect(paper.getByRole('img', { name: 'antes.jpg' })).toBeVisible()
  await expect(paper.getByRole('img', { name: 'después.jpg' })).toBeVisible()
  await expect(paper.getByText(/PDF · /)).toBeVisible()
  const found = await faultsAtEachSize(page, 'paper')
  await page.evaluate(() => {
    const said = window as Window & { drawn?: boolean }
    said.print = () => {
      said.drawn = [...document.querySelectorAll('article img')].every(
        (image) => (image as HTMLImageElement).naturalWidth === 640,
      )
    }
  })
  await page.getByRole('button', { name: t('print:print'), exact: true }).click()
  await expect.poll(() => page.evaluate(() => (window as Window & { drawn?: boolean }).drawn)).toBe(true)
  expect(found).toEqual([])
  expect(noise).toEqual([])
})

test('a PDF is read page by page, and nothing of it runs', async ({ page, noise }) => {
  await openFile(page)
  await addDocument(page, [pdf('informe.pdf', ['Informe de resonancia', 'Segunda hoja'])], 'Resonancia')
  const viewer = await openViewer(page, 'informe.pdf')
  await expect(viewer.getByText(t('files:pdf.page', { page: 1, count: 2 }))).toBeVisible()
  const drawn = viewer.getByRole('region', { name: t('files:pdf.canvas', { page: 1, name: 'informe.pdf' }) })
  await expect(drawn).toHaveAttribute('aria-busy', 'false')
  const isInked = await viewer.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const drawn = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    // Dark and opaque: a canvas nothing was drawn on is neither.
    return Array.from(drawn).some((red, at) => at % 4 === 0 && red < 100 && drawn[at + 3] === 255)
  })
  expect(isInked).toBe(true)
  const found = await faultsAtEachSize(page, 'pdf')
  await viewer.getByRole('button', { name: t('files:pdf.next') }).click()
  await expect(viewer.getByText(t('files:pdf.page', { page: 2, count: 2 }))).toBeVisible()
  expect(found).toEqual([])
  expect(noise).toEqual([])
})

test('a DICOM picture opens with its window; that it names somebody else is said clearly', async ({
  page,
  noise,
}) => {
  await openFile(page)
  const own = dicom('hombro.dcm', { patientName: 'GOMEZ LARA^MARIANA', birthDate: '19850309' })
  const strange = dicom('otro.dcm', { patientName: 'PEREZ^JUAN', birthDate: '19900101' })
  await addDocument(page, [own, strange], 'Radiografía de hombro')
  const viewer = await openViewer(page, 'hombro.dcm')
  await expect(viewer.getByText(t('files:person.named', { name: 'MARIANA GOMEZ LARA' }))).toBeVisible()
  await expect(viewer.getByText(t('files:person.warning'))).toHaveCount(0)
  const canvas = viewer.locator('canvas')
  const greyAt = (x: number) =>
    canvas.evaluate(
      (element: HTMLCanvasElement, at) => element.getContext('2d')?.getImageData(at, 10, 1, 1).data[0],
      x,
    )
  await expect.poll(() => greyAt(128)).toBe(128)
  await viewer.getByLabel(t('files:dicom.preset')).selectOption({ label: 'HUESO' })
  await expect.poll(() => greyAt(128)).toBe(255)
  await expect(viewer.getByLabel(t('files:dicom.center'))).toHaveValue('1024')
  await viewer.getByRole('application').focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(viewer.getByLabel(t('files:dicom.center'))).not.toHaveValue('1024')

  await viewer.getByRole('button', { name: t('files:viewer.next') }).click()
  await expect(viewer.getByText(t('files:person.warning'))).toBeVisible()
  await expect(viewer.getByRole('alert')).toContainText('JUAN PEREZ')
  const found = await faultsAtEachSize(page, 'dicom')
  expect(found).toEqual([])
  expect(noise).toEqual([])
})

test('files are seen small in the time line, asked for once they are in sight, and open from there', async ({
  page,
  noise,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/file\/\d+\/thumb/.test(request.url())) asked.push(request.url())
  })
  await openFile(page)
  const photos = await Promise.all(
    ['uno', 'dos', 'tres', 'cuatro'].map((name) => photo(`${name}.jpg`, '#7a5a48')),
  )
  await addDocument(page, [...photos, pdf('informe.pdf', ['Informe'])], 'Postura')
  const timeLine = page.getByRole('region', { name: t('record:timeLine.label') })
  await expect(
    timeLine.getByRole('button', { name: t('files:thumbnails.view', { name: 'uno.jpg' }) }),
  ).toBeVisible()
  await expect(timeLine.locator('img')).toHaveCount(3)
  // The gallery of the open record shows the same bytes.
  await expect.poll(() => asked.length).toBe(4)
  expect(new Set(asked).size).toBe(4)
  const found = await faultsAtEachSize(page, 'thumbnails')
  await timeLine.getByRole('button', { name: t('files:thumbnails.more_other', { count: 2 }) }).click()
  const viewer = page.getByRole('dialog', { name: t('files:viewer.title') })
  await expect(viewer.getByText(t('files:viewer.position', { index: 4, count: 5 }))).toBeVisible()
  await viewer.getByRole('button', { name: t('files:viewer.close') }).click()
  await expect(viewer).toBeHidden()
  expect(found).toEqual([])
  expect(noise).toEqual([])
})

test('x-rays from elsewhere are taken and shown, however they are packed; what cannot be shown says what it is', async ({
  page,
  noise,
}) => {
  await openFile(page)
  const person = { patientName: 'GOMEZ LARA^MARIANA', birthDate: '19850309' }
  const shown = [
    dicom('mano.dcm', { ...person, packing: 'rle' }),
    dicom('cadera.dcm', { ...person, packing: 'jpeg2000' }),
    dicom('columna.dcm', { ...person, preamble: 'tiff' }),
    dicom('tobillo.dcm', { ...person, packing: 'deflated' }),
  ]
  const notShown = [
    dicom('pie.dcm', { ...person, packing: 'cutJpeg2000' }),
    dicom('informe.dcm', { ...person, holds: 'report' }),
  ]
  await addDocument(page, [...shown, ...notShown], 'Radiografías')
  const gallery = page.getByRole('region', { name: t('files:gallery.title') })
  await expect(gallery.getByRole('listitem')).toHaveCount(6)
  await expect(gallery.locator('img')).toHaveCount(4)

  const viewer = await openViewer(page, 'mano.dcm')
  const grey = () =>
    viewer
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.getContext('2d')?.getImageData(128, 10, 1, 1).data[0])
  for (const [index, { name }] of shown.entries()) {
    if (index > 0) await viewer.getByRole('button', { name: t('files:viewer.next') }).click()
    await expect(viewer.getByRole('heading', { name })).toBeVisible()
    await expect.poll(grey, name).toBe(128)
    await viewer.getByLabel(t('files:dicom.preset')).selectOption({ label: 'HUESO' })
    await expect.poll(grey, name).toBe(255)
  }
  await viewer.getByRole('button', { name: t('files:viewer.next') }).click()
  await expect(viewer.getByText(t('files:dicom.unsupported', { syntax: 'JPEG 2000' }))).toBeVisible()
  const found = await faultsAtEachSize(page, 'a picture that is not shown')
  await viewer.getByRole('button', { name: t('files:viewer.next') }).click()
  await expect(viewer.getByText(t('files:dicom.content.report'))).toBeVisible()
  const download = page.waitForEvent('download')
  await viewer.getByRole('button', { name: t('files:viewer.download') }).click()
  expect((await download).suggestedFilename()).toBe('informe.dcm')
  expect(found).toEqual([])
  expect(noise).toEqual([])
})

test('a file is taken out of its document', async ({ page }) => {
  await openFile(page)
  await addDocument(page, [await photo('mano.jpg', '#a66'), await photo('muñeca.jpg', '#66a')], 'Mano')
  await page.getByRole('button', { name: t('files:gallery.more', { name: 'muñeca.jpg' }) }).click()
  await page.getByRole('menuitem', { name: t('files:gallery.remove') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('files:gallery.remove') })
    .click()
  const gallery = page.getByRole('region', { name: t('files:gallery.title') })
  await expect(gallery.getByRole('listitem')).toHaveCount(1)
})
