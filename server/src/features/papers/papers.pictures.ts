import type { RecordFile, RecordRow } from '@ulna/contract/records/records'
import type { Signature } from '@ulna/contract/signatures/signatures'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { PaperModel } from '../../platform/papers/papers.ts'
import { pictureForPaper } from '../files/files.paper.service.ts'

/** A file of a record that is printed, and whether it is shown as a picture or only named. */
export type PlacedFile = RecordFile & { readonly shown: boolean }

/** A photo of a record, or the strokes of a signature. */
export type PictureOnPaper = { readonly photo: PlacedFile } | { readonly strokes: string }

const strokesOf = ({ image }: Signature): PictureOnPaper[] => (image === null ? [] : [{ strokes: image }])

interface Printed {
  /** Records in the order of the pages. */
  readonly records: readonly RecordRow[]
  readonly files: readonly PlacedFile[]
  readonly signatures: readonly Signature[]
}

/** In the order in which the parts of the paper show them: of each record its photos, then its signatures. */
export const picturesOnPaper = ({ records, files, signatures }: Printed): PictureOnPaper[] =>
  records.flatMap(({ id }) => [
    ...files.filter((file) => file.recordId === id && file.shown).map((photo) => ({ photo })),
    ...signatures.filter(({ recordId }) => recordId === id).flatMap(strokesOf),
  ])

export const kindsOf = (pictures: readonly PictureOnPaper[]): PaperModel['pictures'] =>
  pictures.map((one) => ({ kind: 'photo' in one ? 'photo' : 'strokes' }))

const dataOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')

/** Their bytes, each read when its turn comes: hundreds of photos are never held at once. */
export async function* readPictures(
  store: FileStore,
  pictures: readonly PictureOnPaper[],
): AsyncIterable<Buffer> {
  for (const one of pictures)
    yield 'photo' in one ? await pictureForPaper(store, one.photo) : dataOf(one.strokes)
}
