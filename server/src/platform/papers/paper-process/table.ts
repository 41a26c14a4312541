// Tables on paper: a row is never torn apart, and its columns are named again on every page.
import type PDFDocument from 'pdfkit'
import type { PaperTable } from '../papers.ts'
import type { Weight } from './fonts.ts'
import {
  artifact,
  child,
  colours,
  hairline,
  innerWidth,
  margins,
  type Paper,
  pageBottom,
  sectionOf,
  writeLines,
} from './page.ts'

const pad = 6
const sizes = { text: 9, head: 8.5 }

interface Style {
  readonly size: number
  readonly colour: string
  readonly weight: Weight
}

interface Row {
  readonly cells: readonly string[]
  readonly style: Style
  readonly type: 'TH' | 'TD'
}

interface Column {
  readonly width: number
  readonly align?: 'right'
}

const columnsOf = ({ columns }: PaperTable): readonly Column[] =>
  columns.map(({ share, align }) => ({ width: share * innerWidth, ...(align && { align }) }))

/** How high a cell will be. Signs of other fonts are as wide as ours, more or less: a tenth more is kept. */
const heightOf = ({ document }: Paper, text: string, width: number, { size, weight }: Style): number => {
  document.font(weight).fontSize(size)
  const lines = text === '' ? ' ' : text
  return document.heightOfString(lines, { width: (width - pad) / 1.1, lineGap: 1.5 })
}

const rowHeight = (paper: Paper, { cells, style }: Row, columns: readonly Column[]): number =>
  Math.max(...columns.map(({ width }, index) => heightOf(paper, cells[index] ?? '', width, style))) + 8

interface Place {
  readonly x: number
  readonly y: number
}

const drawCell = (
  { document }: Paper,
  { text, place: { x, y }, column, style }: { text: string; place: Place; column: Column; style: Style },
): void => {
  const { width, ...align } = column
  document.fontSize(style.size).fillColor(style.colour)
  document.x = x
  document.y = y
  writeLines(document, text, { width: width - pad, lineGap: 1.5, weight: style.weight, ...align })
}

interface RowLayout {
  readonly columns: readonly Column[]
  readonly height: number
}

/** The cells of a row with what `around` makes of each: an element of the structure, or nothing. */
const drawRow = (
  paper: Paper,
  { cells, style }: Row,
  { columns, height }: RowLayout,
  around: (draw: () => void) => void,
): void => {
  const { document } = paper
  const top = document.y
  let x = margins.left
  for (const [index, column] of columns.entries()) {
    const place = { x, y: top + 4 }
    around(() => drawCell(paper, { text: cells[index] ?? '', place, column, style }))
    x += column.width
  }
  document.x = margins.left
  document.y = top + height
}

/** A row that is there for readers too. */
const writeRow = (paper: Paper, table: PDFDocument.StructureElement, row: Row, layout: RowLayout): void => {
  const element = child(paper, table, 'TR')
  drawRow(paper, row, layout, (draw) => {
    const cell = child(paper, element, row.type, row.type === 'TH' ? { scope: 'Column' } : {})
    cell.add(draw)
    cell.end()
  })
  hairline(paper, paper.document.y)
  element.end()
}

/** On a new page the names of the columns are drawn again, for the eye alone: readers know them. */
const turnPage = (paper: Paper, head: Row, columns: readonly Column[]): void => {
  paper.document.addPage()
  const height = rowHeight(paper, head, columns)
  artifact(paper, () => drawRow(paper, head, { columns, height }, (draw) => draw()))
  hairline(paper, paper.document.y)
}

const headOf = ({ columns }: PaperTable): Row => ({
  cells: columns.map(({ label }) => label),
  style: { size: sizes.head, colour: colours.quiet, weight: 'bold' },
  type: 'TH',
})

const bodyOf = ({ rows, total }: PaperTable): readonly Row[] => {
  const style = { size: sizes.text, colour: colours.ink, weight: 'text' } as const
  const body = rows.map((cells): Row => ({ cells, style, type: 'TD' }))
  return total ? [...body, { cells: total, style: { ...style, weight: 'bold' }, type: 'TD' }] : body
}

export const writeTable = (paper: Paper, table: PaperTable): void => {
  const { document } = paper
  const columns = columnsOf(table)
  const head = headOf(table)
  const element = child(paper, sectionOf(paper), 'Table')
  for (const row of [head, ...bodyOf(table)]) {
    const height = rowHeight(paper, row, columns)
    // The names of the columns are never the last thing on a page.
    const kept = row === head ? height + 40 : height
    if (document.y + kept > pageBottom) {
      if (row === head) document.addPage()
      else turnPage(paper, head, columns)
    }
    writeRow(paper, element, row, { columns, height })
  }
  element.end()
  document.y += 10
}
