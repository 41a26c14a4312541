// Reads what a DICOM file says, by dicom-parser, with what devices get wrong about it: elements written the other way
// than announced, and no word of how they are written. Also used by the server itself, for the header.
import { createInflateRaw, constants as zlib } from 'node:zlib'
import dicomParser, { type DataSet as ParsedData } from 'dicom-parser'

const { ByteStream, DataSet, bigEndianByteArrayParser, littleEndianByteArrayParser } = dicomParser
const { findEndOfEncapsulatedElement, parseDicomDataSetExplicit, parseDicomDataSetImplicit } = dicomParser

const implicit = '1.2.840.10008.1.2'
const deflated = '1.2.840.10008.1.2.1.99'
const bigEndian = '1.2.840.10008.1.2.2'

const pixelData = 'x7fe00010'

/** What the file says of itself, and where it ends. */
const openMeta = (bytes: Buffer) => {
  const meta = dicomParser.readPart10Header(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const syntax = (meta.string('x00020010') ?? implicit).trim()
  return { elements: meta.elements, end: meta.position, syntax }
}

/** The bytes of a file whose elements are not deflated; of a deflated one at most so many of them. */
export const inflated = async (bytes: Buffer, most: number): Promise<Buffer> => {
  const { syntax, end } = openMeta(bytes)
  if (syntax !== deflated) return bytes
  const inflate = createInflateRaw({ finishFlush: zlib.Z_SYNC_FLUSH })
  inflate.end(bytes.subarray(end))
  const pieces = [bytes.subarray(0, end)]
  let size = 0
  for await (const piece of inflate) {
    pieces.push(piece.subarray(0, most - size))
    size += piece.length
    if (size >= most) break
  }
  return Buffer.concat(pieces)
}

/** An element says its kind in two letters where it says it at all. */
const isExplicit = (bytes: Buffer, at: number): boolean =>
  /^[A-Z]{2}$/.test(bytes.toString('latin1', at + 4, at + 6))

/** A file that was cut off is parsed as far as it goes: what there is of it says enough. */
const parseWhole = (parse: () => void, isCut: boolean): void => {
  try {
    parse()
  } catch (error) {
    if (!isCut) throw error
  }
}

export interface ReadData {
  readonly data: ParsedData
  /** Transfer syntax as the file names it; implicit little endian where it names none. */
  readonly syntax: string
  readonly isLittle: boolean
  /** Whether the elements are written as the transfer syntax says, and not deflated. */
  readonly isAsAnnounced: boolean
}

/**
 * The elements of a file that `inflated` has gone through, up to its pixels: where these begin is known, and nothing of
 * what follows them is wanted. `isCut`: the bytes are its beginning. Throws whatever its parser throws.
 */
export const readDataSet = (bytes: Buffer, isCut = false): ReadData => {
  const { elements, end, syntax } = openMeta(bytes)
  const array = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = syntax !== bigEndian
  const parser = isLittle ? littleEndianByteArrayParser : bigEndianByteArrayParser
  const data = new DataSet(parser, array, {})
  const isSaid = isExplicit(bytes, end)
  const parse = isSaid ? parseDicomDataSetExplicit : parseDicomDataSetImplicit
  const stream = new ByteStream(parser, array, end)
  parseWhole(() => parse(data, stream, array.length, { untilTag: pixelData }), isCut)
  Object.assign(data.elements, elements)
  return { data, syntax, isLittle, isAsAnnounced: isSaid === (syntax !== implicit) && syntax !== deflated }
}

/** Finds the pieces that packed pixels lie in, which the parser did not get to. */
export const findPieces = ({ data }: ReadData): void => {
  const pixels = data.elements[pixelData]
  if (pixels?.hadUndefinedLength !== true) return
  const stream = new ByteStream(littleEndianByteArrayParser, data.byteArray, pixels.dataOffset)
  findEndOfEncapsulatedElement(stream, pixels)
}
