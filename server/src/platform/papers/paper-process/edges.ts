// Head and foot of every page, which are written once all pages are there.
import type { PaperModel } from '../papers.ts'
import {
  type Carried,
  colours,
  hairline,
  innerWidth,
  type LineOptions,
  margins,
  type Paper,
  pageHeight,
  pageWidth,
  writeRuns,
} from './page.ts'

/** What the page that is open tells of a record which goes on over it. */
export const carryOn = (paper: Paper, { running, seals }: Carried): void => {
  const page = paper.document.bufferedPageRange().count - 1
  paper.pages[page] ??= { running: '', seals: new Set() }
  const told = paper.pages[page]
  told.running ||= running
  for (const seal of seals) told.seals.add(seal)
}

interface Place {
  readonly x: number
  readonly y: number
}

const edgeText = (
  { document }: Paper,
  text: string,
  { x, y }: Place,
  { width = innerWidth, ...options }: LineOptions = {},
): void => {
  document.y = y
  document.x = x
  writeRuns(document, text, { width, height: 14, lineBreak: false, ellipsis: true, ...options })
}

const { left } = margins

/** Whose file it is, and which record and version the page goes on with: on every page. */
const writeHead = (paper: Paper, head: PaperModel['head'], running: string | undefined): void => {
  const { document } = paper
  document.fontSize(10).fillColor(colours.ink)
  edgeText(paper, head.name, { x: left, y: 36 }, { width: 320, weight: 'bold' })
  edgeText(paper, head.practice, { x: left + 330, y: 36 }, { width: innerWidth - 330, align: 'right' })
  document.fontSize(8.5).fillColor(colours.quiet)
  edgeText(paper, head.facts, { x: left, y: 51 })
  if (running) edgeText(paper, running, { x: left, y: 63 })
}

const leastSealSize = 3.5
const sealSizes = [7.5, 6.5, 5.5, 4.5, leastSealSize]

/** Every seal of what stands on the page, in two lines: as small as it takes. */
const writeSeals = ({ document }: Paper, label: string, seals: ReadonlySet<string>): void => {
  if (seals.size === 0) return
  const text = `${label} ${[...seals].join('\u2002')}`
  const fits = (size: number): boolean =>
    document.font('text').fontSize(size).widthOfString(text) < 1.9 * innerWidth
  document.fontSize(sealSizes.find(fits) ?? leastSealSize)
  document.x = left
  document.y = pageHeight - 38
  writeRuns(document, text, { width: innerWidth, height: 24, lineGap: 1 })
}

const writeFoot = (paper: Paper, foot: PaperModel['foot'], page: number, count: number): void => {
  const { document } = paper
  document.fontSize(7.5).fillColor(colours.quiet)
  const places = foot.pages.replace('{{page}}', String(page + 1)).replace('{{pages}}', String(count))
  edgeText(paper, foot.issued, { x: left, y: pageHeight - 60 }, { width: innerWidth - 90 })
  edgeText(paper, foot.proof, { x: left, y: pageHeight - 49 }, { width: innerWidth - 90 })
  writeSeals(paper, foot.seals, paper.pages[page]?.seals ?? new Set())
  document.fontSize(7.5)
  const right = { x: pageWidth - margins.right - 90, y: pageHeight - 49 }
  edgeText(paper, places, right, { width: 90, align: 'right' })
}

/** How many pages there are. */
export const writeEdges = (paper: Paper, { head, foot }: PaperModel): number => {
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
