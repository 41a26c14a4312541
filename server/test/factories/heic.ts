import { readFileSync } from 'node:fs'

// HEIC as phones write it (ISO/IEC 23008-12): tiles of 64 by 64 pixels in a grid, turned by a property and not by EXIF.
// The tiles were packed once with heif-enc, each of one colour; the files of the folder `heic` come from it as they are.

const tiles = {
  red: 'AAAAGCgBrxOA5TPAn//g6o//gEzw+7sGtUPU+A==',
  teal: 'AAAAGCgBrxOA5qhw0//46UV/Yrq/8v1a0nm/fA==',
  sand: 'AAAAGCgBrxOA5qhw07//EjUf/aZnhuLq0nm/fA==',
  ink: 'AAAAGCgBrxOA5qhw0//+y5RX93+r/CRLSeb98A==',
} as const

/** How to read the tiles: the same for all of them. */
const settings = Buffer.from(
  'AAAAeGh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACtCAQEDcAAAAwCQAAADAAADAB6gIIEFlupJKa5uBAQMCAAAAwAIAAADAAhAIgABAAdEAcFysCJA',
  'base64',
)

export const tileEdge = 64

export interface HeicWish {
  /** Row by row. */
  readonly grid?: readonly (keyof typeof tiles)[]
  readonly columns?: number
  /** Pixels of the whole as the file announces them; what the tiles have more is cut off. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Quarters of a turn, counterclockwise. */
  readonly turned?: 0 | 1 | 2 | 3
  /** Across the upright axis, after it was turned. */
  readonly mirrored?: boolean
  readonly profile?: Buffer
  /** TIFF structure of EXIF. */
  readonly exif?: Buffer
  readonly brand?: string
}

const u8 = (...values: number[]): Buffer => Buffer.from(values)
const u16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((one) => [one >> 8, one & 255]))
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}
const letters = (text: string): Buffer => Buffer.from(text, 'latin1')

const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(body.length + 8), letters(type), body])
}

const versioned = (type: string, version: number, flags: number, ...content: Buffer[]): Buffer =>
  box(type, u32(version * 2 ** 24 + flags), ...content)

interface Item {
  readonly type: string
  readonly bytes: Buffer
  /** Places of its properties, from 1; the highest bit says that it cannot be read without. */
  readonly properties: readonly number[]
}

const essential = 0x80

const itemsOf = (wish: Required<Pick<HeicWish, 'grid' | 'columns' | 'size'>> & HeicWish): Item[] => {
  const { grid, columns, size, turned = 0, mirrored = false, profile, exif } = wish
  const layout = Buffer.concat([
    u8(0, 1, grid.length / columns - 1, columns - 1),
    u32(size.width, size.height),
  ])
  // Those of the whole follow the two of every tile, in this order.
  const own = [true, turned > 0, mirrored, profile !== undefined].filter(Boolean)
  const properties = own.map((_, index) => (index === 0 ? 3 : (3 + index) | essential))
  return [
    ...grid.map((name) => ({
      type: 'hvc1',
      bytes: Buffer.from(tiles[name], 'base64'),
      properties: [1 | essential, 2],
    })),
    { type: 'grid', bytes: layout, properties },
    ...(exif ? [{ type: 'Exif', bytes: Buffer.concat([u32(0), exif]), properties: [] }] : []),
  ]
}

const propertiesOf = ({ size, turned = 0, mirrored, profile }: HeicWish): Buffer[] => [
  settings,
  versioned('ispe', 0, 0, u32(tileEdge, tileEdge)),
  versioned('ispe', 0, 0, u32(size?.width ?? 0, size?.height ?? 0)),
  ...(turned > 0 ? [box('irot', u8(turned))] : []),
  ...(mirrored ? [box('imir', u8(1))] : []),
  ...(profile ? [box('colr', letters('prof'), profile)] : []),
]

const locations = (items: readonly Item[], from: number): Buffer => {
  let at = from
  const entries = items.map(({ bytes }, index) => {
    const entry = Buffer.concat([u16(index + 1, 0, 1), u32(at, bytes.length)])
    at += bytes.length
    return entry
  })
  return versioned('iloc', 0, 0, u8(0x44, 0), u16(items.length), ...entries)
}

const metaOf = (wish: HeicWish, items: readonly Item[], from: number): Buffer => {
  const whole = items.findIndex(({ type }) => type === 'grid') + 1
  const parts = Array.from({ length: whole - 1 }, (_, index) => index + 1)
  const exif = items.findIndex(({ type }) => type === 'Exif') + 1
  const entries = items.map(({ type }, index) =>
    versioned('infe', 2, type === 'grid' ? 0 : 1, u16(index + 1, 0), letters(`${type}\0`)),
  )
  const links = items.map(({ properties }, index) =>
    Buffer.concat([u16(index + 1), u8(properties.length, ...properties)]),
  )
  return versioned(
    'meta',
    0,
    0,
    versioned('hdlr', 0, 0, u32(0), letters('pict'), u32(0, 0, 0), u8(0)),
    versioned('pitm', 0, 0, u16(whole)),
    versioned('iinf', 0, 0, u16(items.length), ...entries),
    versioned(
      'iref',
      0,
      0,
      box('dimg', u16(whole, parts.length, ...parts)),
      ...(exif > 0 ? [box('cdsc', u16(exif, 1, whole))] : []),
    ),
    box('iprp', box('ipco', ...propertiesOf(wish)), versioned('ipma', 0, 0, u32(links.length), ...links)),
    locations(items, from),
  )
}

/** A photo of four colours, two by two, unless something else is wished. */
export const heic = (given: HeicWish = {}): Buffer => {
  const grid = given.grid ?? ['red', 'teal', 'sand', 'ink']
  const columns = given.columns ?? 2
  const size = given.size ?? { width: columns * tileEdge, height: (grid.length / columns) * tileEdge }
  const wish = { ...given, grid, columns, size }
  const items = itemsOf(wish)
  const brand = given.brand ?? 'heic'
  const head = box('ftyp', letters(brand), u32(0), letters('mif1heic'))
  const start = head.length + metaOf(wish, items, 0).length + 8
  const data = box('mdat', ...items.map(({ bytes }) => bytes))
  return Buffer.concat([head, metaOf(wish, items, start), data])
}

/** A file of the folder `heic`: `plain` has a place and a maker in it, `deep` ten bits a colour, `flood` 67 megapixels. */
export const heicFile = (name: 'plain' | 'odd' | 'deep' | 'clear' | 'thumb' | 'full' | 'flood'): Buffer =>
  readFileSync(new URL(`heic/${name}.heic`, import.meta.url))

/** The 67 megapixels of `flood` in a file that announces a small picture. */
export const heicBomb = (): Buffer => {
  const bytes = heicFile('flood')
  const at = bytes.indexOf('ispe') + 8
  u32(tileEdge, tileEdge).copy(bytes, at)
  return bytes
}
