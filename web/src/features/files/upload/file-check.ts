import { type FileType, fileLimits, fileTypes } from '@ulna/contract/files/files'
import type { documentSubtypes } from '@ulna/contract/records/records'

export type DocumentSubtype = Exclude<(typeof documentSubtypes)[number], 'temporal'>

/** What a document may be, in the order it is offered. */
export const documentKinds = ['exam', 'pdf', 'xray', 'photo'] as const satisfies readonly DocumentSubtype[]

/** Why a file is not even sent. */
export type FileFault = 'empty' | 'tooLarge' | 'wrongType' | 'tooMany' | 'unreadable'

/** Number of bytes at the beginning of a file that say what it is. */
export const headBytes = 140

const startsWith = (head: Uint8Array, at: number, text: string): boolean =>
  [...text].every((letter, index) => head[at + index] === letter.charCodeAt(0))

/** What phones of one maker take photos as; the server keeps them as JPEG. */
const heicBrands = ['heic', 'heix', 'mif1']

const signs: readonly (readonly [type: FileType, isIt: (head: Uint8Array) => boolean])[] = [
  // What stands before its sign may be the beginning of anything, a TIFF's for one.
  ['application/dicom', (head) => startsWith(head, 128, 'DICM')],
  ['image/jpeg', (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff],
  ['image/png', (head) => startsWith(head, 0, '\u0089PNG\r\n')],
  ['image/webp', (head) => startsWith(head, 0, 'RIFF') && startsWith(head, 8, 'WEBP')],
  ['image/heic', (head) => startsWith(head, 4, 'ftyp') && heicBrands.some((one) => startsWith(head, 8, one))],
  ['application/pdf', (head) => startsWith(head, 0, '%PDF-')],
]

/** What a file is by its first bytes, whatever its name says; undefined for what is not taken. */
export const typeOf = (head: Uint8Array): FileType | undefined => signs.find(([, isIt]) => isIt(head))?.[0]

export type FileCheck = { readonly type: FileType } | { readonly fault: FileFault }

/** Says before anything is sent whether the server would take it: the same rules, sooner. */
export const checkFile = (file: { name: string; size: number }, head: Uint8Array): FileCheck => {
  if (file.size === 0) return { fault: 'empty' }
  const type = typeOf(head)
  if (!type) return { fault: 'wrongType' }
  return file.size > fileLimits.bytes ? { fault: 'tooLarge' } : { type }
}

/** What the chooser of files offers. Extensions too: browsers know no type of DICOM. */
export const acceptedFiles = [
  ...Object.keys(fileTypes),
  ...Object.values(fileTypes).map(({ extension }) => `.${extension}`),
  '.jpeg',
  '.heif',
].join(',')

export const acceptedPhotos = 'image/jpeg,image/png,image/webp'

const kindOf: Readonly<Record<FileType, DocumentSubtype>> = {
  'image/jpeg': 'photo',
  'image/png': 'photo',
  'image/webp': 'photo',
  'image/heic': 'photo',
  'application/pdf': 'pdf',
  'application/dicom': 'xray',
}

const isKnown = (type: string): type is FileType => Object.hasOwn(fileTypes, type)

/** What a document with these files most likely is; several kinds together are an exam. */
export const guessSubtype = (contentTypes: readonly string[]): DocumentSubtype => {
  const kinds = new Set(contentTypes.filter(isKnown).map((type) => kindOf[type]))
  const [only] = kinds
  return only && kinds.size === 1 ? only : 'exam'
}

/** A pasted picture has no name of its own worth keeping. */
export const pastedName = (file: File, stamp: string): string => {
  const type = isKnown(file.type) ? file.type : 'image/png'
  return `${stamp}.${fileTypes[type].extension}`
}
