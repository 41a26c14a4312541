// AES-256 over a PDF that pdfkit lays out: revision 6 of the standard security handler (ISO 32000-2, 7.6.4). pdfkit knows
// where strings and streams are, but only revision 5, whose one round of SHA-256 over a password is no longer in the standard.
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import type PDFDocument from 'pdfkit'

const noVector = Buffer.alloc(16)

const digest = (name: 'sha256' | 'sha384' | 'sha512', ...parts: readonly Buffer[]): Buffer =>
  createHash(name).update(Buffer.concat(parts)).digest()

/** AES in CBC mode without padding: what goes in is whole blocks. */
const blocksOf = (key: Buffer, vector: Buffer, bytes: Buffer): Buffer => {
  const cipher = createCipheriv(key.length === 16 ? 'aes-128-cbc' : 'aes-256-cbc', key, vector)
  return Buffer.concat([cipher.setAutoPadding(false).update(bytes), cipher.final()])
}

const nextDigest = ['sha256', 'sha384', 'sha512'] as const

/** Algorithm 2.B: 64 rounds at least, as many as chance has it, over a password, its salt and what else belongs to it. */
export const hardenedHash = (password: Buffer, salt: Buffer, besides: Buffer): Buffer => {
  let key = digest('sha256', password, salt, besides)
  let last = 0
  for (let round = 0; round < 64 || last > round - 32; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([password, key, besides])))
    const mixed = blocksOf(key.subarray(0, 16), key.subarray(16, 32), repeated)
    // The first sixteen bytes as one number, modulo three: 256 leaves one, so their sum leaves the same.
    const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = digest(nextDigest[remainder] ?? 'sha256', mixed)
    last = mixed.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

/** Algorithms 8 and 9: what a password is recognised by, and the key of the file for whoever knows it. */
const entriesOf = (password: Buffer, fileKey: Buffer, besides: Buffer): { known: Buffer; opens: Buffer } => {
  const [validation, salt] = [randomBytes(8), randomBytes(8)]
  return {
    known: Buffer.concat([hardenedHash(password, validation, besides), validation, salt]),
    opens: blocksOf(hardenedHash(password, salt, besides), noVector, fileKey),
  }
}

/** Whoever opens it may print, copy and have it read aloud: table 22, every bit that means something. */
const everything = -4

/** Algorithm 10: what is permitted, so that nobody changes it beside the file's own word for it. */
const permissionsEntry = (fileKey: Buffer): Buffer => {
  const words = Buffer.alloc(8, 0xff)
  words.writeInt32LE(everything)
  const plain = Buffer.concat([words, Buffer.from('Tadb'), randomBytes(4)])
  const cipher = createCipheriv('aes-256-ecb', fileKey, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.final()])
}

const dictionaryOf = (password: Buffer, fileKey: Buffer): PDFDocument.Reference['data'] => {
  const user = entriesOf(password, fileKey, Buffer.alloc(0))
  // Nobody has the owner's password: with that of the file everything is permitted.
  const owner = entriesOf(randomBytes(32), fileKey, user.known)
  return {
    Filter: 'Standard',
    V: 5,
    R: 6,
    Length: 256,
    CF: { StdCF: { AuthEvent: 'DocOpen', CFM: 'AESV3', Length: 32 } },
    StmF: 'StdCF',
    StrF: 'StdCF',
    U: user.known,
    UE: user.opens,
    O: owner.known,
    OE: owner.opens,
    P: everything,
    Perms: permissionsEntry(fileKey),
  }
}

/** Algorithm 1.A: each string and stream behind a vector of its own. */
const encrypted = (fileKey: Buffer, bytes: Uint8Array): Buffer => {
  const vector = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', fileKey, vector)
  return Buffer.concat([vector, cipher.update(bytes), cipher.final()])
}

/**
 * Locks a document that nothing was written of yet: whoever has no password reads neither its text nor its title.
 * `password`: letters and digits of ASCII, 127 at most, which SASLprep leaves as they are.
 */
export const lockDocument = (document: PDFDocument, password: string): void => {
  if (!/^[\x21-\x7e]{1,127}$/.test(password)) throw new Error('no password for a PDF')
  const fileKey = randomBytes(32)
  const dictionary = document.ref(dictionaryOf(Buffer.from(password), fileKey))
  document._security = {
    dictionary,
    getEncryptFn: () => (bytes) => encrypted(fileKey, bytes),
    end: () => dictionary.end(),
  }
  // Revision 6 in a PDF 1.7, which PDF/UA-1 asks for, is Adobe's extension level 8.
  document._root.data.Extensions = { ADBE: { BaseVersion: '1.7', ExtensionLevel: 8 } }
}
