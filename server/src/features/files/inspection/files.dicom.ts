import type { RecordFile } from '@ulna/contract/records/records'
import type { DataSet } from 'dicom-parser'
import { inflated, readDataSet } from '../../../platform/pictures/dicom-picture/data-set.ts'

export type DicomHeader = NonNullable<RecordFile['dicom']>
type DicomContent = NonNullable<DicomHeader['content']>

/** What a header may measure; what follows it are the pixels. */
export const dicomHeadBytes = 4 * 1024 * 1024

const pixelData = 'x7fe00010'

/** Encodings of DICOM PS3.3 C.12.1.1.2 as the Encoding standard calls them. */
const encodings: Readonly<Record<string, string>> = {
  'ISO_IR 6': 'latin1',
  'ISO_IR 100': 'latin1',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'windows-1254',
  'ISO_IR 203': 'iso-8859-15',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 166': 'windows-874',
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
}

const decoderOf = (dataSet: DataSet) => {
  const named = (dataSet.string('x00080005') ?? '').split('\\')[0]?.trim() ?? ''
  return new TextDecoder(encodings[named.replace('ISO 2022 IR', 'ISO_IR')] ?? 'latin1')
}

/** Cuts a text to what a screen shows, without padding and control characters. */
const clean = (text: string): string | null => {
  const visible = text.replaceAll(/\p{Cc}/gu, ' ').trim()
  return visible === '' ? null : visible.slice(0, 200).toWellFormed()
}

/** A person's name has its family name first, and is written in up to three alphabets (DICOM PS3.5 §6.2.1). */
const nameOf = (text: string | null): string | null => {
  if (text === null) return null
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = (text.split('=')[0] ?? '').split(
    '^',
  )
  return clean([prefix, given, middle, family, suffix].filter((part) => part.trim() !== '').join(' '))
}

const dayOf = (text: string | null): string | null => {
  const [, year, month, day] = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(text ?? '') ?? []
  if (year === undefined || Number.isNaN(Date.parse(`${year}-${month}-${day}`))) return null
  return `${year}-${month}-${day}`
}

/** Whether all of the pixels are there that the header announces, in a file of `size` bytes. */
const isWhole = (dataSet: DataSet, size: number): boolean => {
  const pixels = dataSet.elements[pixelData]
  if (pixels === undefined) return true
  return pixels.hadUndefinedLength === true || pixels.dataOffset + pixels.length <= size
}

/** What files of the storage classes of DICOM PS3.6, table A-1, hold in place of pictures, by how their names begin. */
const contents: readonly (readonly [storageClass: string, content: DicomContent])[] = [
  ['1.2.840.10008.1.3.10', 'directory'],
  ['1.2.840.10008.5.1.4.1.1.88.', 'report'],
  ['1.2.840.10008.5.1.4.1.1.9.', 'waveform'],
  ['1.2.840.10008.5.1.4.1.1.11.', 'presentation'],
  ['1.2.840.10008.5.1.4.1.1.104.', 'document'],
  ['1.2.840.10008.5.1.4.1.1.481.', 'radiotherapy'],
]

const floatPixels = ['x7fe00008', 'x7fe00009']

/** Transfer syntaxes of films (MPEG-2, MPEG-4, HEVC). */
const films = /^1\.2\.840\.10008\.1\.2\.4\.10[0-8](\.1)?$/

const contentOf = (dataSet: DataSet, syntax: string): DicomContent => {
  if (films.test(syntax)) return 'film'
  if ([pixelData, ...floatPixels].some((tag) => dataSet.elements[tag])) return 'picture'
  const storageClass = dataSet.string('x00080016') ?? dataSet.string('x00020002') ?? ''
  return contents.find(([beginning]) => storageClass.startsWith(beginning))?.[1] ?? 'other'
}

/** How long a file is that a header of `size` bytes in all belongs to; what a deflated one becomes nobody says. */
const lengthOf = (head: Buffer, whole: Buffer, size: number): number =>
  head === whole ? size : Number.POSITIVE_INFINITY

/**
 * What the header of a DICOM file says; `head` is its beginning, `size` all of it. Undefined when it cannot be read or
 * announces more than there is.
 */
export const readDicomHeader = async (head: Buffer, size: number): Promise<DicomHeader | undefined> => {
  try {
    const bytes = await inflated(head, dicomHeadBytes)
    const isCut = bytes.length >= dicomHeadBytes
    const { data: dataSet, syntax } = readDataSet(bytes, isCut)
    if (!isWhole(dataSet, lengthOf(head, bytes, size))) return undefined
    const decoder = decoderOf(dataSet)
    const text = (tag: string): string | null => {
      const element = dataSet.elements[tag]
      if (element === undefined) return null
      return clean(decoder.decode(bytes.subarray(element.dataOffset, element.dataOffset + element.length)))
    }
    return {
      patientName: nameOf(text('x00100010')),
      patientId: text('x00100020'),
      birthDate: dayOf(text('x00100030')),
      studyDate: dayOf(text('x00080020')),
      modality: text('x00080060'),
      description: text('x00081030'),
      content: contentOf(dataSet, syntax),
    }
  } catch {
    // It throws texts, whatever was wrong with the bytes.
    return undefined
  }
}
