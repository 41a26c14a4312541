import { type FileKind, type FileVariant, fileVariants } from '@ulna/contract/files/files'
import type { FileRow } from './files.repository.ts'

/** Whose file it is, as paths name them (specification §5: practice uid, patient uid, a generated id). */
export interface FilePlace {
  readonly practiceUid: string
  readonly patientUid: string
  readonly uid: string
}

/** `<practice>/<patient>/<id>/image_<record>_<time>.jpg`: nothing of what the file is called. */
export const storageKeyOf = (
  { practiceUid, patientUid, uid }: FilePlace,
  { kind, extension, recordId, at }: { kind: FileKind; extension: string; recordId: number; at: number },
): string => `${practiceUid}/${patientUid}/${uid}/${kind}_${recordId}_${at}.${extension}`

const renamed = (key: string, kind: string, extension?: string): string => {
  const slash = key.lastIndexOf('/')
  const name = key.slice(slash + 1)
  const ending = extension ?? name.slice(name.lastIndexOf('.') + 1)
  return `${key.slice(0, slash)}/${kind}${name.slice(name.indexOf('_'), name.lastIndexOf('.'))}.${ending}`
}

/** Where the bytes of a variant lie; null where the kind has no such variant. */
export const variantKey = (storageKey: string, kind: FileKind, variant: FileVariant): string | null => {
  if (variant === 'original') return storageKey
  if (kind === 'dicom' && variant === 'screen') return renamed(storageKey, variant)
  return kind === 'pdf' ? null : renamed(storageKey, variant, 'webp')
}

/** Whether a file has a variant: not every DICOM file holds pictures, and most are read as they are. */
export const hasVariant = (
  { kind, hasPicture, isUnpacked }: Pick<FileRow, 'kind' | 'hasPicture' | 'isUnpacked'>,
  variant: FileVariant,
): boolean => {
  if (variant === 'original') return true
  return variant === 'screen' && kind === 'dicom' ? isUnpacked : hasPicture
}

/** Where the bytes lie that were uploaded: a picture is rendered anew before it is anybody's. */
export const receivedKey = (storageKey: string, kind: FileKind): string =>
  kind === 'image' ? renamed(storageKey, 'received') : storageKey

/** Everywhere that bytes of these files may lie. */
export const storedKeys = (
  files: readonly { readonly storageKey: string; readonly kind: FileKind }[],
): ReadonlySet<string> => {
  const keys = files.flatMap(({ storageKey, kind }) => [
    receivedKey(storageKey, kind),
    ...fileVariants.map((variant) => variantKey(storageKey, kind, variant)),
  ])
  return new Set(keys.filter((key) => key !== null))
}
