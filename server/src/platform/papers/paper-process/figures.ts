// Pictures on paper: photos, and how somebody signed.
import type { PaperPart } from '../papers.ts'
import { child, colours, innerWidth, keepTogether, margins, type Paper, sectionOf, write } from './page.ts'
import type { Outlines } from './strokes.ts'

interface Size {
  readonly width: number
  readonly height: number
}

interface Figure {
  /** What it shows, in words. */
  readonly alt: string
  /** Most that it may take. */
  readonly room: Size
  /** What has to stand on the same page below it. */
  readonly below?: number
  /** Is told the left upper corner and the scale. */
  readonly draw: (x: number, y: number, scale: number) => void
}

const shrink = ({ width, height }: Size, room: Size): number =>
  Math.min(room.width / width, room.height / height, 1)

/** A figure of its own height. */
const writeFigure = (paper: Paper, picture: Size, { alt, room, draw, below = 24 }: Figure): void => {
  const { document } = paper
  const scale = shrink(picture, room)
  const [wide, high] = [picture.width * scale, picture.height * scale]
  keepTogether(paper, high + below)
  const top = document.y
  const figure = child(paper, sectionOf(paper), 'Figure', {
    alt,
    bbox: [margins.left, top, margins.left + wide, top + high],
  })
  figure.add(() => draw(margins.left, top, scale))
  figure.end()
  document.y = top + high + 3
}

const photoRoom = { width: innerWidth, height: 250 }

type PartOf<Kind> = Extract<PaperPart, { readonly kind: Kind }>

export const writePicture = async (paper: Paper, { alt, caption }: PartOf<'picture'>): Promise<void> => {
  const { document } = paper
  const ready = await paper.nextPicture()
  if (ready?.kind === 'photo') {
    const image = document.openImage(ready.jpeg)
    const draw: Figure['draw'] = (x, y, scale) => {
      document.image(image, x, y, { scale })
    }
    writeFigure(paper, image, { alt, room: photoRoom, draw })
  }
  if (caption)
    write(paper, {
      parent: sectionOf(paper),
      type: 'P',
      text: caption,
      writeOptions: { size: 8.5, colour: colours.quiet, gap: 8 },
    })
}

const drawStrokes = (
  { document }: Paper,
  { rings }: Outlines,
  ...[x, y, scale]: Parameters<Figure['draw']>
): void => {
  for (const ring of rings) {
    for (const [index, [across, down]] of ring.entries()) {
      const place = [x + (across + 0.5) * scale, y + (down + 0.5) * scale] as const
      if (index === 0) document.moveTo(...place)
      else document.lineTo(...place)
    }
    document.closePath()
  }
  if (rings.length > 0) document.fillColor(colours.ink).fill('even-odd')
}

const strokesRoom = { width: 220, height: 60 }

/** How somebody signed, and the seal of it: the strokes or the name they typed, who it was, what proves it. */
export const writeSeal = async (paper: Paper, seal: PartOf<'seal'>): Promise<void> => {
  const { picture, typed, alt, lines, notes } = seal
  const ready = picture ? await paper.nextPicture() : null
  const below = lines.length * 13 + notes.length * 26 + 14
  if (ready?.kind === 'strokes') {
    const { outlines } = ready
    const draw: Figure['draw'] = (...place) => drawStrokes(paper, outlines, ...place)
    writeFigure(paper, outlines, { alt, room: strokesRoom, draw, below })
  } else keepTogether(paper, below + 18)
  const section = sectionOf(paper)
  if (typed !== null) write(paper, { parent: section, type: 'P', text: typed, writeOptions: { size: 13 } })
  for (const line of lines)
    write(paper, {
      parent: section,
      type: 'P',
      text: line,
      writeOptions: { size: 8.5, colour: colours.quiet },
    })
  for (const note of notes)
    write(paper, {
      parent: section,
      type: 'P',
      text: note,
      writeOptions: { size: 8.5, weight: 'bold', colour: colours.bad },
    })
  paper.document.y += 8
}
