import type { Upload } from '@ulna/contract/files/files'

export interface UploadPart {
  /** The number of the part, counted from 1. */
  readonly part: number
  readonly from: number
  /** Byte after the last one. */
  readonly to: number
}

type Parted = Pick<Upload, 'size' | 'partSize'>

/** The parts a file is sent in: all of one size but the last. */
export const partsOf = ({ size, partSize }: Parted): UploadPart[] =>
  Array.from({ length: Math.ceil(size / partSize) }, (_, index) => ({
    part: index + 1,
    from: index * partSize,
    to: Math.min(size, (index + 1) * partSize),
  }))

/** What still has to be sent. */
export const missingParts = (upload: Parted & Pick<Upload, 'received'>): UploadPart[] =>
  partsOf(upload).filter(({ part }) => !upload.received.includes(part))

/** Bytes that have arrived. */
export const receivedBytes = (upload: Parted & Pick<Upload, 'received'>): number =>
  partsOf(upload)
    .filter(({ part }) => upload.received.includes(part))
    .reduce((sum, { from, to }) => sum + to - from, 0)

/** Whole percent of what is sent; a hundred only when nothing is missing. */
export const percentOf = (sent: number, size: number): number =>
  size === 0 || sent >= size ? 100 : Math.min(99, Math.floor((100 * sent) / size))

const longestDelay = 30_000

/** Milliseconds to wait before the n-th repetition (from 1): doubling, never more than half a minute. */
export const retryDelay = (failures: number): number =>
  Math.min(longestDelay, 1000 * 2 ** Math.max(0, failures - 1))

/**
 * The upload that a chosen file goes on with: same name, same size. A browser does not let a page keep a file, so it is
 * chosen again.
 */
export const uploadToResume = <One extends Pick<Upload, 'fileName' | 'size' | 'expiresAt'>>(
  file: { name: string; size: number },
  uploads: readonly One[],
  now: Date,
): One | undefined =>
  uploads.find(
    (upload) =>
      upload.fileName === file.name &&
      upload.size === file.size &&
      Date.parse(upload.expiresAt) > now.getTime(),
  )
