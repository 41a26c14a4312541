import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ErrorKey } from '@ulna/contract/errors'
import { reading, transaction } from '../../../platform/database/database.ts'
import { parseJson } from '../../../platform/database/wire.ts'
import type { FileStore, IncomingFile } from '../../../platform/files/file-store.ts'
import { ScanUnavailableError, type VirusScan } from '../../../platform/files/virus-scan.ts'
import {
  type KeepPicture,
  NoPictureError,
  type PictureWish,
  renderPictureFile,
} from '../../../platform/pictures/pictures.ts'
import type { Database } from '../../../platform/use-case.ts'
import { tellPatientFile } from '../../patients/patients.news.service.ts'
import { receivedKey, variantKey } from '../files.keys.ts'
import { queueProcessing } from '../files.queue.ts'
import { type FileRow, findFile, markReady, markRefused, type ReadyFile } from '../files.repository.ts'

export interface ProcessingDependencies {
  readonly db: Database
  readonly files: FileStore
  /** Undefined: no virus scanner is configured. */
  readonly scan: VirusScan | undefined
  readonly warn: (message: string) => void
}

/** Variants of a picture: the original without what the camera added, and two to look at. */
const variants = ['original', 'screen', 'thumb'] as const
const wishes: readonly PictureWish[] = ['same', { edge: 2048, fit: 'inside' }, { edge: 320, fit: 'inside' }]

/** Milliseconds after which a scanner that was away is asked again. */
const scanAgainMs = 30_000

/** Passes bytes on and says what passed. */
const digesting = ({ size, bytes }: IncomingFile) => {
  const hash = createHash('sha256')
  async function* passing(): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      hash.update(piece as Buffer)
      yield piece as Buffer
    }
  }
  return {
    file: { size, bytes: Readable.from(passing(), { objectMode: false }) },
    digest: () => hash.digest('hex'),
  }
}

/** Where the bytes lie that are looked at: a picture that another practice handed over was rendered there, and stays as it is. */
const sourceOf = async (files: FileStore, { storageKey, kind }: FileRow): Promise<string> => {
  const received = receivedKey(storageKey, kind)
  return (await files.sizeOf(received)) === undefined ? storageKey : received
}

const renderAnew = async (files: FileStore, file: FileRow): Promise<ReadyFile> => {
  const source = await sourceOf(files, file)
  const isKept = source === file.storageKey
  const wanted = isKept ? variants.slice(1) : variants
  let kept = isKept ? await digestOf(files, source) : { size: 0, sha256: '' }
  const keep: KeepPicture = async (wish, picture) => {
    const variant = wanted[wish] ?? 'thumb'
    const { file: passing, digest } = digesting(picture)
    await files.put(variantKey(file.storageKey, 'image', variant) ?? '', passing)
    if (variant === 'original') kept = { size: picture.size, sha256: digest() }
  }
  const open = async () => (await files.open(source)).bytes
  const { width, height } = await renderPictureFile(open, isKept ? wishes.slice(1) : wishes, keep)
  return { ...kept, width, height, dicom: null }
}

/** Variants of DICOM: what the viewer reads where it cannot read the file itself, and a small picture. */
const dicomVariants = ['screen', 'thumb'] as const
const dicomWishes: readonly PictureWish[] = ['same', { edge: 320, fit: 'inside' }]

/** The file stays as it came; one whose pictures nothing here opens is kept without them, and the viewer says so. */
const lookAtDicom = async (files: FileStore, file: FileRow): Promise<ReadyFile> => {
  const { dicom } = parseJson(file.wire)
  const kept = await digestOf(files, file.storageKey)
  const plain = { ...kept, width: null, height: null, dicom: null }
  if (dicom?.content !== 'picture') return plain
  let isUnpacked = false
  const keep: KeepPicture = async (wish, picture) => {
    const variant = dicomVariants[wish] ?? 'thumb'
    if (picture.size === 0) return
    if (variant === 'screen') isUnpacked = true
    await files.put(variantKey(file.storageKey, 'dicom', variant) ?? '', picture)
  }
  try {
    const open = async () => (await files.open(file.storageKey)).bytes
    const { width, height } = await renderPictureFile(open, dicomWishes, keep)
    return { ...kept, width, height, dicom: JSON.stringify({ ...dicom, isUnpacked }) }
  } catch (error) {
    if (error instanceof NoPictureError) return plain
    throw error
  }
}

/** SHA-256 of what lies at a key, hexadecimal, with its size. */
export const digestOf = async (files: FileStore, key: string): Promise<{ size: number; sha256: string }> => {
  const { bytes } = await files.open(key)
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of bytes) {
    hash.update(piece as Buffer)
    size += (piece as Buffer).length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Everything of a file that is not to be handed out. */
const removeAll = async (files: FileStore, { storageKey, kind }: FileRow): Promise<void> => {
  const keys = [receivedKey(storageKey, kind), ...variants.map((one) => variantKey(storageKey, kind, one))]
  for (const key of new Set(keys)) if (key !== null) await files.remove(key)
}

const makeReady = async (files: FileStore, file: FileRow): Promise<ReadyFile | ErrorKey> => {
  if (file.kind === 'dicom') return lookAtDicom(files, file)
  if (file.kind === 'pdf')
    return { ...(await digestOf(files, file.storageKey)), width: null, height: null, dicom: null }
  return renderAnew(files, file).catch((error: unknown): ErrorKey => {
    if (error instanceof NoPictureError) return 'file_damaged'
    throw error
  })
}

type Outcome = ReadyFile | ErrorKey | 'later'

const isInfected = async (files: FileStore, scan: VirusScan, file: FileRow): Promise<boolean> => {
  const { bytes } = await files.open(await sourceOf(files, file))
  return (await scan(bytes)) === 'infected'
}

const judge = async ({ files, scan, warn }: ProcessingDependencies, file: FileRow): Promise<Outcome> => {
  try {
    if (scan && (await isInfected(files, scan, file))) return 'file_infected'
  } catch (error) {
    // Nothing passes unseen: without its word the file waits (promises.md F10).
    if (!(error instanceof ScanUnavailableError)) throw error
    warn(`file ${file.id} waits for the virus scanner: ${error.message}`)
    return 'later'
  }
  return makeReady(files, file)
}

const tidyUpAfter = async (files: FileStore, file: FileRow): Promise<void> => {
  if (file.state === 'refused') return removeAll(files, file)
  if (file.kind === 'image') await files.remove(receivedKey(file.storageKey, file.kind))
}

/**
 * What becomes of bytes that have arrived: looked at by the virus scanner, pictures rendered anew, hashed, then ready;
 * or refused and gone. May be done again at any point.
 */
export const processFile = async (
  dependencies: ProcessingDependencies,
  practiceId: number,
  fileId: number,
): Promise<void> => {
  const { db, files } = dependencies
  const scope = { practiceId, userId: 0 }
  const find = () => reading(db.queries, scope, (tx) => findFile(tx, practiceId, fileId))
  const file = await find()
  if (file === undefined) return
  if (file.state === 'processing') {
    const outcome = await judge(dependencies, file)
    await transaction(db.queries, scope, 'read write', async (tx) => {
      if (outcome === 'later') return queueProcessing(tx, practiceId, fileId, scanAgainMs)
      if (typeof outcome === 'string') await markRefused(tx, practiceId, fileId, outcome)
      else await markReady(tx, practiceId, fileId, outcome)
      return tellPatientFile(tx, { practiceId }, file.patientId)
    })
    if (outcome === 'later') return
  }
  const done = await find()
  // A document that expired meanwhile took its row along; what was rendered since then goes after it.
  await (done ? tidyUpAfter(files, done) : removeAll(files, file))
}
