import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'

/** What bytes were, once all of them went through. */
export interface CountedBytes {
  /** Hexadecimal. */
  readonly sha256: string
  readonly size: number
}

/** Bytes that go through as they are, and are counted and digested. */
export const countingBytes = (): { readonly through: Transform; readonly about: () => CountedBytes } => {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      hash.update(piece)
      size += piece.length
      done(null, piece)
    },
  })
  return { through, about: () => ({ sha256: hash.digest('hex'), size }) }
}

/** The same bytes, counted on their way; what goes wrong in front goes wrong behind. */
export const counted = (
  bytes: Readable,
): { readonly bytes: Readable; readonly about: () => CountedBytes } => {
  const { through, about } = countingBytes()
  bytes.on('error', (error) => through.destroy(error))
  return { bytes: bytes.pipe(through), about }
}

type WebStream = Parameters<typeof Readable.fromWeb>[0]

/** Bytes encrypted with age for public keys; as they are where there is none. */
export const encryptedFor = async (recipients: readonly string[], bytes: Readable): Promise<Readable> => {
  if (recipients.length === 0) return bytes
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const out = await encrypter.encrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
  return Readable.fromWeb(out as WebStream)
}

/** What was encrypted with age, opened by a key. Throws where none of them opens it; that it is cut off is found at its end. */
export const decryptedWith = async (identities: readonly string[], bytes: Readable): Promise<Readable> => {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity.trim())
  const out = await decrypter.decrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
  return Readable.fromWeb(out as WebStream)
}
