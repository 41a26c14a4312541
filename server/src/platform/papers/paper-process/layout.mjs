// What goes where on the pages: pdfkit flows and breaks the text, this says in which order, font and role.
import PDFDocument from 'pdfkit'
import { registerFonts, runsOf } from './fonts.mjs'
import { reserveSignature } from './signing.mjs'
import { writeTable } from './table.mjs'

const margins = { top: 92, bottom: 76, left: 56, right: 56 }
const pageWidth = 595.28
const pageHeight = 841.89
const innerWidth = pageWidth - margins.left - margins.right

// Of visual.md: ink, secondary ink, hairline, the teal of the thread.
const colours = { ink: '#211e19', quiet: '#5d574c', line: '#e2ded4', thread: '#0e665e', bad: '#9c2b1f' }

const createDocument = ({ title, author, subject, code, language, at }) => {
  const document = new PDFDocument({
    size: 'A4',
    margins,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    lang: language,
    bufferPages: true,
    autoFirstPage: false,
    font: null,
    info: {
      Title: title,
      Author: author,
      Subject: subject,
      Keywords: `ulna:${code}`,
      Creator: 'Ulna',
      Producer: 'Ulna',
      CreationDate: new Date(at),
      ModDate: new Date(at),
    },
  })
  registerFonts(document)
  return document
}

/** One line of text in as many fonts as it takes; the cursor stands below it afterwards unless it is `continued`. */
const writeRuns = (document, line, { weight = 'text', ...options }) => {
  const runs = runsOf(line === '' ? ' ' : line, weight)
  runs.forEach(({ font, drawn, actual }, index) => {
    if (actual !== undefined) document.markContent('Span', { actual })
    document.font(font).text(drawn, { ...options, continued: options.continued || index < runs.length - 1 })
    if (actual !== undefined) document.endMarkedContent()
  })
}

const writeLines = (document, text, options) => {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  lines.forEach((line, index) => {
    const last = index === lines.length - 1
    writeRuns(document, line.replaceAll('\t', '    '), {
      ...options,
      continued: last && options.continued === true,
    })
  })
}

/** Writes into a structure element of a type, one that readers of the page are told. */
const write = (paper, parent, type, text, { size = 10, colour = colours.ink, gap = 0, ...options } = {}) => {
  const { document } = paper
  const element = document.struct(type)
  parent.add(element)
  element.add(() => {
    document.fontSize(size).fillColor(colour)
    writeLines(document, text, { width: innerWidth, lineGap: 1.5, ...options })
  })
  element.end()
  if (gap > 0) document.y += gap
}

/** A heading is never the last thing on a page. */
const keepTogether = ({ document }, height) => {
  if (document.y + height > pageHeight - margins.bottom) document.addPage()
}

const artifact = ({ document }, draw) => {
  document.markContent('Artifact', { type: 'Layout' })
  draw()
  document.endMarkedContent()
}

const hairline = (paper, y) =>
  artifact(paper, () =>
    paper.document
      .moveTo(margins.left, y)
      .lineTo(pageWidth - margins.right, y)
      .lineWidth(0.75)
      .strokeColor(colours.line)
      .stroke(),
  )

const child = (paper, parent, type, options) => {
  const element = paper.document.struct(type, options)
  parent.add(element)
  return element
}

const writePair = (paper, list, { label, text }) => {
  keepTogether(paper, 30)
  const item = child(paper, list, 'LI')
  write(paper, item, 'Lbl', label, { size: 8.5, colour: colours.quiet, weight: 'bold' })
  write(paper, item, 'LBody', text, { gap: 5 })
  item.end()
}

const shrink = ({ width, height }, [most, highest]) => Math.min(most / width, highest / height, 1)

/** A figure of its own height with what it shows in words; `draw` is told its left upper corner and its scale. */
const writeFigure = (paper, picture, { alt, room, draw, below = 24 }) => {
  const { document } = paper
  const scale = shrink(picture, room)
  const [wide, high] = [picture.width * scale, picture.height * scale]
  keepTogether(paper, high + below)
  const top = document.y
  const bbox = [margins.left, top, margins.left + wide, top + high]
  const figure = child(paper, paper.section, 'Figure', { alt, bbox })
  figure.add(() => draw(margins.left, top, scale))
  figure.end()
  document.y = top + high + 3
}

const writePicture = async (paper, { alt, caption }) => {
  const { document } = paper
  const bytes = await paper.nextPicture()
  if (bytes !== null) {
    const image = document.openImage(bytes)
    const draw = (x, y, scale) => document.image(image, x, y, { scale })
    writeFigure(paper, image, { alt, room: [innerWidth, 250], draw })
  }
  if (caption) write(paper, paper.section, 'P', caption, { size: 8.5, colour: colours.quiet, gap: 8 })
}

const drawStrokes = ({ document }, { rings }, x, y, scale) => {
  for (const ring of rings) {
    ring.forEach(([across, down], index) => {
      const place = [x + (across + 0.5) * scale, y + (down + 0.5) * scale]
      if (index === 0) document.moveTo(...place)
      else document.lineTo(...place)
    })
    document.closePath()
  }
  if (rings.length > 0) document.fillColor(colours.ink).fill('even-odd')
}

const strokesRoom = [220, 60]

/** How somebody signed, and the seal of it: the strokes or the name they typed, who it was, what proves it. */
const writeSeal = async (paper, { picture, typed, alt, lines, notes }) => {
  const strokes = picture ? await paper.nextPicture() : null
  const below = lines.length * 13 + notes.length * 26 + 14
  if (strokes) {
    const draw = (x, y, scale) => drawStrokes(paper, strokes, x, y, scale)
    writeFigure(paper, strokes, { alt, room: strokesRoom, draw, below })
  } else keepTogether(paper, below + 18)
  if (typed !== null) write(paper, paper.section, 'P', typed, { size: 13 })
  for (const line of lines) write(paper, paper.section, 'P', line, { size: 8.5, colour: colours.quiet })
  for (const note of notes)
    write(paper, paper.section, 'P', note, { size: 8.5, weight: 'bold', colour: colours.bad })
  paper.document.y += 8
}

/** What a table needs of the page it stands on. */
const page = {
  left: margins.left,
  width: innerWidth,
  bottom: pageHeight - margins.bottom,
  colours,
  writeLines,
  child,
  artifact,
  hairline,
}

/** What the page that is open tells of a record which goes on over it. */
const carryOn = (paper, { running, seals }) => {
  const page = paper.document.bufferedPageRange().count - 1
  paper.pages[page] ??= { running: '', seals: new Set() }
  const told = paper.pages[page]
  told.running ||= running
  for (const seal of seals) told.seals.add(seal)
}

const parts = {
  record: (paper, { heading, running, seals, meta, notes }) => {
    paper.section?.end()
    // A page that begins here carries nothing of the record before.
    paper.current = null
    keepTogether(paper, 110)
    if (paper.document.y > margins.top + 1) hairline(paper, paper.document.y + 4)
    paper.document.y += 12
    paper.current = { running, seals }
    carryOn(paper, paper.current)
    paper.section = child(paper, paper.root, 'Sect')
    write(paper, paper.section, 'H2', heading, { size: 13, weight: 'bold', colour: colours.thread, gap: 1 })
    write(paper, paper.section, 'P', meta, { size: 8.5, colour: colours.quiet, gap: 6 })
    for (const note of notes)
      write(paper, paper.section, 'P', note, { size: 9.5, weight: 'bold', colour: colours.bad, gap: 5 })
  },
  section: (paper, { text }) => {
    keepTogether(paper, 60)
    paper.document.y += 3
    write(paper, paper.section, 'H3', text, { size: 10.5, weight: 'bold', gap: 4 })
  },
  pairs: (paper, { items }) => {
    const list = child(paper, paper.section, 'L')
    for (const item of items) writePair(paper, list, item)
    list.end()
  },
  text: (paper, { text }) => write(paper, paper.section, 'P', text, { gap: 5 }),
  quiet: (paper, { text }) =>
    write(paper, paper.section, 'P', text, { size: 8.5, colour: colours.quiet, gap: 5 }),
  picture: writePicture,
  seal: writeSeal,
  table: (paper, table) => writeTable(paper, table, page),
}

const edgeText = ({ document }, text, x, y, { width = innerWidth, ...options } = {}) => {
  document.y = y
  document.x = x
  writeRuns(document, text, { width, height: 14, lineBreak: false, ellipsis: true, ...options })
}

/** Whose file it is, and which record and version the page goes on with: on every page. */
const writeHead = (paper, { name, facts, practice }, running) => {
  const { document } = paper
  document.fontSize(10).fillColor(colours.ink)
  edgeText(paper, name, margins.left, 36, { width: 320, weight: 'bold' })
  edgeText(paper, practice, margins.left + 330, 36, { width: innerWidth - 330, align: 'right' })
  document.fontSize(8.5).fillColor(colours.quiet)
  edgeText(paper, facts, margins.left, 51)
  if (running) edgeText(paper, running, margins.left, 63)
}

const sealSizes = [7.5, 6.5, 5.5, 4.5, 3.5]

/** Every seal of what stands on the page, in two lines: as small as it takes. */
const writeSeals = (paper, label, seals) => {
  if (seals.size === 0) return
  const { document } = paper
  const text = `${label} ${[...seals].join('\u2002')}`
  const fits = (size) => document.font('text').fontSize(size).widthOfString(text) < 1.9 * innerWidth
  document.fontSize(sealSizes.find(fits) ?? sealSizes.at(-1))
  document.x = margins.left
  document.y = pageHeight - 38
  writeRuns(document, text, { width: innerWidth, height: 24, lineGap: 1 })
}

const writeFoot = (paper, { issued, proof, seals, pages }, page, count) => {
  const { document } = paper
  document.fontSize(7.5).fillColor(colours.quiet)
  const places = pages.replace('{{page}}', String(page + 1)).replace('{{pages}}', String(count))
  edgeText(paper, issued, margins.left, pageHeight - 60, { width: innerWidth - 90 })
  edgeText(paper, proof, margins.left, pageHeight - 49, { width: innerWidth - 90 })
  writeSeals(paper, seals, paper.pages[page]?.seals ?? new Set())
  document.fontSize(7.5)
  edgeText(paper, places, pageWidth - margins.right - 90, pageHeight - 49, { width: 90, align: 'right' })
}

const writeEdges = (paper, { head, foot }) => {
  const { document } = paper
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    document.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
    hairline(paper, 78)
    hairline(paper, pageHeight - 68)
    document.markContent('Artifact', { type: 'Pagination', attached: ['Top', 'Bottom'] })
    writeHead(paper, head, paper.pages[page]?.running)
    writeFoot(paper, foot, page, count)
    document.endMarkedContent()
    document.page.margins = margins
  }
  return count
}

const writeAll = async (paper, model, signing) => {
  const { document } = paper
  document.on('pageAdded', () => {
    if (paper.current) carryOn(paper, paper.current)
    document.x = margins.left
  })
  document.addStructure(paper.root)
  document.addPage()
  const endSignature = reserveSignature(document, signing)
  write(paper, paper.root, 'H1', model.title, { size: 17, weight: 'bold', gap: 2 })
  for (const part of model.parts) await parts[part.kind](paper, part)
  paper.section?.end()
  paper.root.end()
  const pages = writeEdges(paper, model)
  endSignature()
  document.end()
  return pages
}

/**
 * The pages of a model, as bytes while they are made and in the end their number. `pictures` come in the order in which
 * they are shown; each is forgotten once it stands on its page. The signature stays to be filled in.
 */
export const layOut = (model, pictures, signing) => {
  const document = createDocument(model)
  const paper = {
    document,
    nextPicture: async () => (await pictures.next()).value ?? null,
    root: document.struct('Document'),
    section: null,
    current: null,
    pages: [],
  }
  const pages = writeAll(paper, model, signing).catch((error) => {
    document.destroy(error)
    throw error
  })
  pages.catch(() => undefined)
  return { chunks: document, pages }
}
