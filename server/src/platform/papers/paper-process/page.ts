// A page and what is written on it: lines of text, elements of the structure, what is drawn for the eye alone.
import type PDFDocument from 'pdfkit'
import { runsOf, type Weight } from './fonts.ts'
import type { ReadyPicture } from './pictures.ts'

export const margins = { top: 92, bottom: 76, left: 56, right: 56 }
export const pageWidth = 595.28
export const pageHeight = 841.89
export const innerWidth = pageWidth - margins.left - margins.right
/** Where the text of a page ends. */
export const pageBottom = pageHeight - margins.bottom

// Colours are those of visual.md: ink, secondary ink, hairline, the teal of the thread.
export const colours = {
  ink: '#211e19',
  quiet: '#5d574c',
  line: '#e2ded4',
  thread: '#0e665e',
  bad: '#9c2b1f',
}

/** What a page tells of the record that goes on over it. */
export interface Carried {
  readonly running: string
  readonly seals: readonly string[]
}

/** A paper while it is written. */
export interface Paper {
  readonly document: PDFDocument
  readonly nextPicture: () => Promise<ReadyPicture | null>
  readonly root: PDFDocument.StructureElement
  /** Section of the record that is being written. */
  section: PDFDocument.StructureElement | null
  current: Carried | null
  /** What each page tells, as far as any record stands on it. */
  readonly pages: { running: string; readonly seals: Set<string> }[]
}

export interface LineOptions extends PDFDocument.TextOptions {
  readonly weight?: Weight
}

/** One line of text in as many fonts as it takes; the cursor stands below it afterwards unless it is `continued`. */
export const writeRuns = (
  document: PDFDocument,
  line: string,
  { weight = 'text', ...options }: LineOptions,
): void => {
  const runs = runsOf(line === '' ? ' ' : line, weight)
  for (const [index, { font, drawn, actual }] of runs.entries()) {
    const continued = options.continued === true || index < runs.length - 1
    if (actual !== undefined) document.markContent('Span', { actual })
    document.font(font).text(drawn, { ...options, continued })
    if (actual !== undefined) document.endMarkedContent()
  }
}

export const writeLines = (document: PDFDocument, text: string, options: LineOptions): void => {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  for (const [index, line] of lines.entries()) {
    const last = index === lines.length - 1
    writeRuns(document, line.replaceAll('\t', '    '), {
      ...options,
      continued: last && options.continued === true,
    })
  }
}

interface WriteOptions extends LineOptions {
  readonly size?: number
  readonly colour?: string
  /** Kept free below. */
  readonly gap?: number
}

/** Writes into a structure element of a type, one that readers of the page are told. */
export const write = (
  { document }: Paper,
  {
    parent,
    type,
    text,
    writeOptions: { size = 10, colour = colours.ink, gap = 0, ...options } = {},
  }: {
    parent: PDFDocument.StructureElement
    type: string
    text: string
    writeOptions?: WriteOptions | undefined
  },
): void => {
  const element = document.struct(type)
  parent.add(element)
  element.add(() => {
    document.fontSize(size).fillColor(colour)
    writeLines(document, text, { width: innerWidth, lineGap: 1.5, ...options })
  })
  element.end()
  if (gap > 0) document.y += gap
}

/** Where what is written next belongs. */
export const sectionOf = ({ section, root }: Paper): PDFDocument.StructureElement => section ?? root

export const child = (
  { document }: Paper,
  parent: PDFDocument.StructureElement,
  type: string,
  options: PDFDocument.ElementOptions = {},
): PDFDocument.StructureElement => {
  const element = document.struct(type, options)
  parent.add(element)
  return element
}

/** A heading is never the last thing on a page. */
export const keepTogether = ({ document }: Paper, height: number): void => {
  if (document.y + height > pageBottom) document.addPage()
}

export const artifact = ({ document }: Paper, draw: () => void): void => {
  document.markContent('Artifact', { type: 'Layout' })
  draw()
  document.endMarkedContent()
}

export const hairline = (paper: Paper, y: number): void =>
  artifact(paper, () => {
    paper.document
      .moveTo(margins.left, y)
      .lineTo(pageWidth - margins.right, y)
      .lineWidth(0.75)
      .strokeColor(colours.line)
      .stroke()
  })
