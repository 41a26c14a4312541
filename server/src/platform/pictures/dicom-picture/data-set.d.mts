import type { DataSet } from 'dicom-parser'

interface ReadData {
  readonly data: DataSet
  /** As the file names it; implicit little endian where it names none. */
  readonly syntax: string
  readonly isLittle: boolean
  /** Whether the elements are written as the transfer syntax says, and not deflated. */
  readonly isAsAnnounced: boolean
}

export const inflated: (bytes: Buffer, most: number) => Promise<Buffer>
export const readDataSet: (bytes: Buffer, isCut?: boolean) => ReadData
