import { type FileType, fileTypes } from '@ulna/contract/files/files'
import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '../../../platform/app-error.ts'
import { bytesOf, type FileStore } from '../../../platform/files/file-store.ts'
import { isDicom } from '../../../platform/pictures/dicom-picture/sign.ts'
import { type DicomHeader, dicomHeadBytes, readDicomHeader } from './files.dicom.ts'

/** What was found out about bytes that have all arrived. */
export interface Inspection {
  readonly size: number
  /** Header of a DICOM file; null for other files. */
  readonly dicom: DicomHeader | null
}

const headBytes = 4100
const tailBytes = 4096

const read = async (files: FileStore, key: string, start: number, length: number): Promise<Buffer> => {
  const { bytes } = await files.open(key, { start: Math.max(0, start), end: Math.max(0, start) + length - 1 })
  return bytesOf(bytes)
}

/** A PDF ends with where its table of contents stands; one that was cut off does not (ISO 32000-1 §7.5.5). */
const requireEndOfPdf = async (files: FileStore, key: string, size: number): Promise<void> => {
  const tail = (await read(files, key, size - tailBytes, tailBytes)).toString('latin1')
  if (!/startxref\s+\d+\s+%%EOF/.test(tail)) throw new AppError('file_damaged')
}

const requireDicomHeader = async (files: FileStore, key: string, size: number): Promise<DicomHeader> => {
  const header = await readDicomHeader(await read(files, key, 0, Math.min(size, dicomHeadBytes)), size)
  if (header === undefined) throw new AppError('file_damaged')
  return header
}

/** DICOM first: what stands before its sign may be the beginning of anything, a TIFF's for one (PS3.10 §7.1). */
const foundIn = async (head: Buffer): Promise<string | undefined> =>
  isDicom(head) ? 'application/dicom' : (await fileTypeFromBuffer(head))?.mime

/** What else a type's bytes may say they are: `mif1` stands at the beginning of a HEIC that no phone wrote. */
const otherSigns: Partial<Record<FileType, string>> = { 'image/heic': 'image/heif' }

/**
 * Whether bytes are what they were called (promises.md F1): file_type_unsupported when they are something else,
 * file_damaged when they are not whole. Pictures show only when they are rendered whether they are whole.
 */
export const inspect = async (files: FileStore, key: string, type: FileType): Promise<Inspection> => {
  const size = (await files.sizeOf(key)) ?? 0
  if (size === 0) throw new AppError('file_damaged')
  const found = await foundIn(await read(files, key, 0, Math.min(size, headBytes)))
  if (found !== type && found !== (otherSigns[type] ?? type)) throw new AppError('file_type_unsupported')
  const { kind } = fileTypes[type]
  if (kind === 'pdf') await requireEndOfPdf(files, key, size)
  return { size, dicom: kind === 'dicom' ? await requireDicomHeader(files, key, size) : null }
}
