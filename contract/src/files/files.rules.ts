import { isWellFormedText } from '../http/text.ts'
import { type FileType, fileLimits, fileTypes } from './files.ts'

const extensions: Readonly<Record<string, FileType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heic',
  pdf: 'application/pdf',
  dcm: 'application/dicom',
  dicom: 'application/dicom',
  ima: 'application/dicom',
}

/** What programs call a type besides its name; an empty one says that they do not know. */
const otherNames: Readonly<Record<string, FileType | 'unknown'>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'application/x-pdf': 'application/pdf',
  'image/heif': 'image/heic',
  'image/dicom': 'application/dicom',
  'image/x-dicom': 'application/dicom',
  'application/octet-stream': 'unknown',
  '': 'unknown',
}

/** Endings of programs and of pages: a name that hides one behind another ending is no accident (promises.md F1). */
const dangerous = new Set(
  'exe scr pif bat cmd msi dll cpl lnk hta jar apk app dmg sh bash ps1 psm1 vb vbs vbe js jse mjs cjs ts wsf wsh reg php php3 php4 php5 phtml phar asp aspx jsp jspx cgi pl py rb html htm xhtml shtml svg svgz xml swf'.split(
    ' ',
  ),
)

const endingsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split('.')
    .slice(1)
    .map((ending) => ending.trim())

const isFileType = (text: string): text is FileType => Object.hasOwn(fileTypes, text)

const declaredType = (contentType: string): FileType | 'unknown' | undefined => {
  const text = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  return isFileType(text) ? text : otherNames[text]
}

/** CDs of x-rays name their files by numbers, without an ending: `IM000001`, `1.2.840.113619.2.55`. */
const hasNoEnding = (ending: string | undefined): boolean => ending === undefined || /^\d*$/.test(ending)

/**
 * What a file must be by its name and by what its sender calls it; undefined when it is nothing that may be uploaded,
 * when the two disagree, or when the name hides the ending of a program. What it is, only its bytes say.
 */
export const fileTypeOf = (name: string, contentType: string): FileType | undefined => {
  const endings = endingsOf(name)
  const byName = extensions[endings.at(-1) ?? '']
  const declared = declaredType(contentType)
  if (endings.slice(0, byName === undefined ? undefined : -1).some((ending) => dangerous.has(ending)))
    return undefined
  if (byName === undefined)
    return declared === 'application/dicom' && hasNoEnding(endings.at(-1)) ? declared : undefined
  return declared === byName || declared === 'unknown' ? byName : undefined
}

/** Control characters, and those that turn the direction of a line, so that `gpj.exe` would read `exe.jpg`. */
const invisible = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu

/** Cuts a text to at most `most` UTF-16 units, without cutting a character in two. */
const cut = (text: string, most: number): string => {
  const short = text.slice(0, Math.max(0, most))
  return short.isWellFormed() ? short : short.slice(0, -1)
}

/**
 * A file's name as it is kept and given back: the last part of a path, without what cannot be seen, at most 255 units
 * with its ending. Where it lies in the file store has nothing of it.
 */
export const cleanFileName = (name: string, type: FileType): string => {
  const ending = `.${fileTypes[type].extension}`
  const part = (isWellFormedText(name) ? name : name.toWellFormed().replaceAll('\u0000', ''))
    .split(/[/\\]/)
    .at(-1)
  const visible = (part ?? '').replaceAll(invisible, '').trim()
  const last = visible.lastIndexOf('.')
  const dot = hasNoEnding(visible.slice(last + 1)) ? -1 : last
  const stem = dot < 0 ? visible : visible.slice(0, dot).trim()
  const kept = dot < 0 ? ending : visible.slice(dot)
  return `${cut(stem, fileLimits.name - kept.length).trim() || 'file'}${kept}`
}

/** What a file of a type is kept and handed out as: no browser but one shows HEIC. */
export const keptType = (type: FileType): FileType => (type === 'image/heic' ? 'image/jpeg' : type)

/** The name a file is kept under once it is what `keptType` says: `IMG_1.HEIC` becomes `IMG_1.jpg`. */
export const keptName = (name: string, type: FileType): string =>
  keptType(type) === type
    ? name
    : `${name.slice(0, name.lastIndexOf('.'))}.${fileTypes[keptType(type)].extension}`

/** How many parts a file of `size` bytes comes in. */
export const partCount = (size: number): number => Math.ceil(size / fileLimits.partBytes)

/** Bytes of one part, from 1; 0 for a part that a file of `size` bytes does not have. */
export const partLength = (size: number, part: number): number => {
  if (part < 1 || part > partCount(size)) return 0
  return Math.min(fileLimits.partBytes, size - (part - 1) * fileLimits.partBytes)
}

/** Types of records that files belong to: documents, and tests of modules. */
export const fileRecordTypes: readonly string[] = ['document', 'test']
