/** How the pixels of a file are written. `jpeg` is what the browser decodes itself. */
export type Coding = 'plain' | 'jpeg' | PackedCoding
/** Codings that are decoded here and not by the browser. */
export type PackedCoding = 'lossless' | 'rle'

/** Transfer syntaxes of DICOM PS3.6, table A-1. */
export const syntaxes = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  bigEndian: '1.2.840.10008.1.2.2',
  jpegBaseline: '1.2.840.10008.1.2.4.50',
  jpegExtended: '1.2.840.10008.1.2.4.51',
  jpegLossless: '1.2.840.10008.1.2.4.57',
  jpegLosslessFirstOrder: '1.2.840.10008.1.2.4.70',
  rle: '1.2.840.10008.1.2.5',
} as const

const codings: Readonly<Record<string, Coding>> = {
  [syntaxes.implicit]: 'plain',
  [syntaxes.explicit]: 'plain',
  [syntaxes.jpegBaseline]: 'jpeg',
  [syntaxes.jpegExtended]: 'jpeg',
  [syntaxes.jpegLossless]: 'lossless',
  [syntaxes.jpegLosslessFirstOrder]: 'lossless',
  [syntaxes.rle]: 'rle',
}

/** How the pixels of a transfer syntax are written; undefined where nothing here opens it. */
export const codingOf = (syntax: string): Coding | undefined => codings[syntax]

/** What compressions are called, for whoever has to open the file elsewhere. */
const names: Readonly<Record<string, string>> = {
  [syntaxes.deflated]: 'Deflate',
  [syntaxes.bigEndian]: 'Big Endian',
  [syntaxes.jpegExtended]: 'JPEG 12 bit',
  '1.2.840.10008.1.2.4.80': 'JPEG-LS',
  '1.2.840.10008.1.2.4.81': 'JPEG-LS',
  '1.2.840.10008.1.2.4.90': 'JPEG 2000',
  '1.2.840.10008.1.2.4.91': 'JPEG 2000',
  '1.2.840.10008.1.2.4.110': 'JPEG XL',
  '1.2.840.10008.1.2.4.111': 'JPEG XL',
  '1.2.840.10008.1.2.4.112': 'JPEG XL',
  '1.2.840.10008.1.2.4.201': 'HTJ2K',
  '1.2.840.10008.1.2.4.202': 'HTJ2K',
  '1.2.840.10008.1.2.4.203': 'HTJ2K',
}

export const syntaxName = (syntax: string): string => names[syntax] ?? syntax
