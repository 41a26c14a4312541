// Tables on paper: a row is never torn apart, and its columns are named again on every page.

const pad = 6
const fonts = { size: 9, head: 8.5 }

const widthsOf = ({ columns }, { width }) => columns.map(({ share }) => share * width)

/** How high a cell will be. Signs of other fonts are as wide as ours, more or less: a tenth more is kept. */
const heightOf = ({ document }, text, width, { size, weight }) => {
  document.font(weight).fontSize(size)
  const lines = text === '' ? ' ' : text
  return document.heightOfString(lines, { width: (width - pad) / 1.1, lineGap: 1.5 })
}

const rowHeight = (paper, cells, widths, style) =>
  Math.max(...cells.map((text, index) => heightOf(paper, text, widths[index], style))) + 8

const drawCell = ({ document }, { text, x, y, width, align }, { size, colour, weight }, page) => {
  document.fontSize(size).fillColor(colour)
  document.x = x
  document.y = y
  page.writeLines(document, text, { width: width - pad, lineGap: 1.5, weight, ...(align && { align }) })
}

/** The cells of a row with what `around` makes of each: an element of the structure, or nothing. */
const drawRow = (paper, { cells, columns, widths, height }, style, page, around) => {
  const top = paper.document.y
  let { left } = page
  cells.forEach((text, index) => {
    const width = widths[index]
    const cell = { text, x: left, y: top + 4, width, align: columns[index].align }
    around(() => drawCell(paper, cell, style, page))
    left += width
  })
  paper.document.x = page.left
  paper.document.y = top + height
  page.hairline(paper, paper.document.y)
}

const structured = (paper, parent, type, page) => (draw) => {
  const element = page.child(paper, parent, type, type === 'TH' ? { scope: 'Column' } : {})
  element.add(draw)
  element.end()
}

const headOf = (table, page) => ({
  cells: table.columns.map(({ label }) => label),
  style: { size: fonts.head, colour: page.colours.quiet, weight: 'bold' },
})

/** A row that is there for readers too. */
const writeRow = (paper, parent, { cells, style, type }, layout, page) => {
  const row = page.child(paper, parent, 'TR')
  drawRow(paper, { cells, ...layout }, style, page, structured(paper, row, type, page))
  row.end()
}

/** On a new page the names of the columns are drawn again, for the eye alone: readers know them. */
const turnPage = (paper, head, layout, page) => {
  paper.document.addPage()
  const height = rowHeight(paper, head.cells, layout.widths, head.style)
  page.artifact(paper, () =>
    drawRow(
      paper,
      { cells: head.cells, ...layout, height },
      head.style,
      { ...page, hairline: () => {} },
      (draw) => draw(),
    ),
  )
  page.hairline(paper, paper.document.y)
}

export const writeTable = (paper, table, page) => {
  const widths = widthsOf(table, page)
  const { columns } = table
  const head = headOf(table, page)
  const plain = { size: fonts.size, colour: page.colours.ink, weight: 'text' }
  const rows = table.rows.map((cells) => ({ cells, style: plain, type: 'TD' }))
  const total = table.total ? [{ cells: table.total, style: { ...plain, weight: 'bold' }, type: 'TD' }] : []
  const element = page.child(paper, paper.section, 'Table')
  for (const [index, row] of [{ ...head, type: 'TH' }, ...rows, ...total].entries()) {
    const height = rowHeight(paper, row.cells, widths, row.style)
    // The names of the columns are never the last thing on a page.
    const kept = index === 0 ? height + 40 : height
    if (paper.document.y + kept > page.bottom) {
      if (index === 0) paper.document.addPage()
      else turnPage(paper, head, { columns, widths }, page)
    }
    writeRow(paper, element, row, { columns, widths, height }, page)
  }
  element.end()
  paper.document.y += 10
}
