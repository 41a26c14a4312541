// What goes where on the pages: pdfkit flows and breaks the text, this says in which order, font and role.
import PDFDocument from 'pdfkit'
import type { PaperModel, PaperPart } from '../papers.ts'
import { carryOn, writeEdges } from './edges.ts'
import { writePicture, writeSeal } from './figures.ts'
import { registerFonts } from './fonts.ts'
import { child, colours, hairline, keepTogether, margins, type Paper, sectionOf, write } from './page.ts'
import type { ReadyPicture } from './pictures.ts'
import { writeTable } from './table.ts'

const createDocument = ({ title, author, subject, code, language, at }: PaperModel): PDFDocument => {
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
      ...(code !== null && { Keywords: `ulna:${code}` }),
      Creator: 'Ulna',
      Producer: 'Ulna',
      CreationDate: new Date(at),
      ModDate: new Date(at),
    },
  })
  registerFonts(document)
  return document
}

type PartOf<Kind> = Extract<PaperPart, { readonly kind: Kind }>

const writeRecord = (paper: Paper, { heading, running, seals, meta, notes }: PartOf<'record'>): void => {
  paper.section?.end()
  // A page that begins here carries nothing of the record before.
  paper.current = null
  keepTogether(paper, 110)
  if (paper.document.y > margins.top + 1) hairline(paper, paper.document.y + 4)
  paper.document.y += 12
  paper.current = { running, seals }
  carryOn(paper, paper.current)
  const section = child(paper, paper.root, 'Sect')
  paper.section = section
  write(paper, {
    parent: section,
    type: 'H2',
    text: heading,
    writeOptions: { size: 13, weight: 'bold', colour: colours.thread, gap: 1 },
  })
  write(paper, {
    parent: section,
    type: 'P',
    text: meta,
    writeOptions: { size: 8.5, colour: colours.quiet, gap: 6 },
  })
  for (const note of notes)
    write(paper, {
      parent: section,
      type: 'P',
      text: note,
      writeOptions: { size: 9.5, weight: 'bold', colour: colours.bad, gap: 5 },
    })
}

const writeHeading = (paper: Paper, { text }: PartOf<'section'>): void => {
  keepTogether(paper, 60)
  paper.document.y += 3
  write(paper, {
    parent: sectionOf(paper),
    type: 'H3',
    text,
    writeOptions: { size: 10.5, weight: 'bold', gap: 4 },
  })
}

const writePairs = (paper: Paper, { items }: PartOf<'pairs'>): void => {
  const list = child(paper, sectionOf(paper), 'L')
  for (const { label, text } of items) {
    keepTogether(paper, 30)
    const item = child(paper, list, 'LI')
    write(paper, {
      parent: item,
      type: 'Lbl',
      text: label,
      writeOptions: { size: 8.5, colour: colours.quiet, weight: 'bold' },
    })
    write(paper, { parent: item, type: 'LBody', text, writeOptions: { gap: 5 } })
    item.end()
  }
  list.end()
}

const quiet = { size: 8.5, colour: colours.quiet }

const writePart = (paper: Paper, part: PaperPart): void | Promise<void> => {
  switch (part.kind) {
    case 'record':
      return writeRecord(paper, part)
    case 'section':
      return writeHeading(paper, part)
    case 'pairs':
      return writePairs(paper, part)
    case 'text':
      return write(paper, { parent: sectionOf(paper), type: 'P', text: part.text, writeOptions: { gap: 5 } })
    case 'quiet':
      return write(paper, {
        parent: sectionOf(paper),
        type: 'P',
        text: part.text,
        writeOptions: { ...quiet, gap: 5 },
      })
    case 'picture':
      return writePicture(paper, part)
    case 'seal':
      return writeSeal(paper, part)
    case 'table':
      return writeTable(paper, part)
  }
}

/** What proves or locks a document: told of it before anything is written, and answers what to do when all is. */
export type Guard = (document: PDFDocument) => () => void

const writeAll = async (paper: Paper, model: PaperModel, guard: Guard): Promise<number> => {
  const { document } = paper
  document.on('pageAdded', () => {
    if (paper.current) carryOn(paper, paper.current)
    document.x = margins.left
  })
  document.addStructure(paper.root)
  document.addPage()
  const endGuard = guard(document)
  write(paper, {
    parent: paper.root,
    type: 'H1',
    text: model.title,
    writeOptions: { size: 17, weight: 'bold', gap: 2 },
  })
  for (const part of model.parts) await writePart(paper, part)
  paper.section?.end()
  paper.root.end()
  const pages = writeEdges(paper, model)
  endGuard()
  document.end()
  return pages
}

interface LaidOut {
  /** Bytes of the PDF while it is made. */
  readonly chunks: AsyncIterable<Buffer>
  /** Number of pages, known once all are made. */
  readonly pages: Promise<number>
}

/**
 * The pages of a model. `pictures` come in the order in which they are shown; each is forgotten once it stands on its
 * page. A signature stays to be filled in.
 */
export const layOut = (
  model: PaperModel,
  pictures: AsyncGenerator<ReadyPicture | null, void>,
  guard: Guard,
): LaidOut => {
  const document = createDocument(model)
  const paper: Paper = {
    document,
    nextPicture: async () => (await pictures.next()).value ?? null,
    root: document.struct('Document'),
    section: null,
    current: null,
    pages: [],
  }
  const pages = writeAll(paper, model, guard).catch((error: Error) => {
    document.destroy(error)
    throw error
  })
  pages.catch(() => undefined)
  return { chunks: document, pages }
}
