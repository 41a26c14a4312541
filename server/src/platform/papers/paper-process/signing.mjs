// The digital signature of the practice: CMS SignedData, detached, SHA-256 (RFC 5652), over every byte of a PDF but its
// own (ISO 32000-2, 12.8).
import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

const { asn1 } = forge
const { Class, Type } = asn1

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
}

const node = (type, value) => asn1.create(Class.UNIVERSAL, type, Array.isArray(value), value)
const sequence = (...values) => node(Type.SEQUENCE, values)
const set = (...values) => node(Type.SET, values)
const tagged = (values) => asn1.create(Class.CONTEXT_SPECIFIC, 0, true, values)
const oid = (id) => node(Type.OID, asn1.oidToDer(id).getBytes())
const integer = (value) => node(Type.INTEGER, asn1.integerToDer(value).getBytes())
const octets = (bytes) => node(Type.OCTETSTRING, bytes.toString('binary'))
const noParameters = () => node(Type.NULL, '')

const bytesOf = (value) => Buffer.from(asn1.toDer(value).getBytes(), 'binary')
const read = (bytes) => asn1.fromDer(bytes.toString('binary'))

/** Names are taken as they stand: written anew, one that is not ASCII is no longer the one of the certificate. */
const issuerOf = (certificate) => {
  const [{ value: fields }] = certificate.value
  const [serial, , issuer] = fields[0].tagClass === Class.CONTEXT_SPECIFIC ? fields.slice(1) : fields
  return sequence(issuer, serial)
}

// DER wants the members of a set in the order of their bytes.
const attributesOf = (digest, at) =>
  [
    sequence(oid(oids.contentType), set(oid(oids.data))),
    sequence(oid(oids.signingTime), set(node(Type.UTCTIME, asn1.dateToUtcTime(at)))),
    sequence(oid(oids.messageDigest), set(octets(digest))),
  ].toSorted((one, other) => Buffer.compare(bytesOf(one), bytesOf(other)))

const algorithmOf = (key) =>
  key.asymmetricKeyType === 'ec'
    ? sequence(oid(oids.ecdsaWithSha256))
    : sequence(oid(oids.rsa), noParameters())

const certificatesOf = ({ certificate, chain }) =>
  [certificate, ...chain].map((pem) => new X509Certificate(pem).raw)

/** The signature over what has this digest. `certificate`, `privateKey` and what `chain` holds are PEM. */
const signDigest = (material, digest, at) => {
  const certificates = certificatesOf(material).map(read)
  const key = createPrivateKey(material.privateKey)
  const attributes = attributesOf(digest, at)
  const digestAlgorithm = () => sequence(oid(oids.sha256), noParameters())
  const signer = sequence(
    integer(1),
    issuerOf(certificates[0]),
    digestAlgorithm(),
    tagged(attributes),
    algorithmOf(key),
    octets(sign('sha256', bytesOf(set(...attributes)), key)),
  )
  const signedData = sequence(
    integer(1),
    set(digestAlgorithm()),
    sequence(oid(oids.data)),
    tagged(certificates),
    set(signer),
  )
  return bytesOf(sequence(oid(oids.signedData), tagged([signedData])))
}

const room = (material) =>
  2000 + certificatesOf(material).reduce((sum, certificate) => sum + certificate.length, 0)

// Stands for lengths that are not known yet, as wide as they can become.
const unknown = 9_999_999_999
const places = `[0 ${unknown} ${unknown} ${unknown}]`

/** Keeps room for the signature in a document of pdfkit's, in a field that is not seen. */
export const reserveSignature = (document, { name, reason, at, ...material }) => {
  const signature = document.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
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
  const form = document.font('text').initForm()._root.data.AcroForm
  delete form.data.NeedAppearances
  form.data.SigFlags = 3
  form.data.Fields.push(field)
  return () => {
    field.end()
    signature.end()
  }
}

/** Where in the last bytes of a PDF the signature goes; `from` and `to` are before and behind its angle brackets. */
const findRoom = (tail, before) => {
  const range = tail.indexOf(places)
  const from = tail.indexOf('/Contents <', range) + '/Contents '.length
  const to = tail.indexOf('>', from) + 1
  const lengths = `[0 ${before + from} ${before + to} ${tail.length - to}]`.padEnd(places.length)
  tail.write(lengths, range, 'latin1')
  return { from, to }
}

/** The bytes of a PDF with room for a signature, and the signature in it. What comes before that room passes through. */
export async function* signed(chunks, { at, ...material }) {
  const digest = createHash('sha256')
  const held = []
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
  tail.write(signDigest(material, digest.digest(), new Date(at)).toString('hex'), from + 1, 'latin1')
  yield tail
}
