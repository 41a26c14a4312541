// Where the digital signature stands in a PDF: over every byte of it but its own (ISO 32000-2, 12.8), with the entries of
// PAdES B-B (ETSI EN 319 142-1 §6.3).
import { createHash } from 'node:crypto'
import type PDFDocument from 'pdfkit'
import type { PaperJob, SigningMaterial } from '../papers.ts'
import { certificatesOf, signDigest } from './cms.ts'

const room = (material: SigningMaterial): number =>
  2000 + certificatesOf(material).reduce((sum, certificate) => sum + certificate.length, 0)

// Stands for lengths that are not known yet, as wide as they can become.
const unknown = 9_999_999_999
const places = `[0 ${unknown} ${unknown} ${unknown}]`

/** Keeps room for the signature in a document of pdfkit's, in a field that is not seen. */
export const reserveSignature = (
  document: PDFDocument,
  { name, reason, ...material }: PaperJob['signing'],
  at: string,
): (() => void) => {
  const signature = document.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    Name: new String(name),
    Reason: new String(reason),
    M: new Date(at),
    ByteRange: [0, unknown, unknown, unknown],
    Contents: Buffer.alloc(room(material)),
  })
  const hiddenAndLocked = 2 + 128
  const field = document.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: new String('Signature1'),
    Rect: [0, 0, 0, 0],
    F: hiddenAndLocked,
    P: document.page.dictionary,
    V: signature,
  })
  document.page.annotations.push(field)
  document.page.dictionary.data.Tabs = 'S'
  const form = document.font('text').initForm()._root.data.AcroForm?.data
  if (form === undefined) throw new Error('pdfkit made no form')
  delete form.NeedAppearances
  form.SigFlags = 3
  form.Fields.push(field)
  return () => {
    field.end()
    signature.end()
  }
}

/** Where in the last bytes of a PDF the signature goes; `from` and `to` are before and behind its angle brackets. */
const findRoom = (tail: Buffer, before: number): { from: number; to: number } => {
  const range = tail.indexOf(places)
  const from = tail.indexOf('/Contents <', range) + '/Contents '.length
  const to = tail.indexOf('>', from) + 1
  const lengths = `[0 ${before + from} ${before + to} ${tail.length - to}]`.padEnd(places.length)
  tail.write(lengths, range, 'latin1')
  return { from, to }
}

/** The bytes of a PDF with room for a signature, and the signature in it. What comes before that room passes through. */
export async function* signed(
  chunks: AsyncIterable<Buffer>,
  material: SigningMaterial,
): AsyncGenerator<Buffer, void> {
  const digest = createHash('sha256')
  const held: Buffer[] = []
  let before = 0
  for await (const chunk of chunks) {
    if (held.length > 0 || chunk.includes(places)) held.push(chunk)
    else {
      digest.update(chunk)
      before += chunk.length
      yield chunk
    }
  }
  const tail = Buffer.concat(held)
  const { from, to } = findRoom(tail, before)
  digest.update(tail.subarray(0, from)).update(tail.subarray(to))
  tail.write(signDigest(material, digest.digest()).toString('hex'), from + 1, 'latin1')
  yield tail
}
