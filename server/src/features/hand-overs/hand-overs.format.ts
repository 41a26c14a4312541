import { fileLimits } from '@ulna/contract/files/files'
import { handOverGrounds, packageThere } from '@ulna/contract/hand-overs/hand-overs'
import { isSensibleDay, isSensibleInstant } from '@ulna/contract/http/dates'
import { id, knownVersion } from '@ulna/contract/http/page'
import { asOneLine, fileName, limits, name, text } from '@ulna/contract/http/text'
import { patientConsent } from '@ulna/contract/patient-consents/patient-consents'
import { patientInput } from '@ulna/contract/patients/patients'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { addendum, recordAuthor, recordFile, recordRow } from '@ulna/contract/records/records'
import { signature } from '@ulna/contract/signatures/signatures'
import * as z from 'zod/mini'
import { byPath, listOf } from './hand-overs.lists.ts'

/** What a file that is handed over is called inside, and the version of its shape. */
export const handOverFormat = 'ulna-hand-over'
export const handOverVersion = 1

/** Where it holds what programs read; everything else in it is for people and for other systems. */
export const handOverFiles = {
  manifest: 'manifest.json',
  signature: 'manifest.sig',
  certificate: 'certificate.pem',
  contents: 'hand-over.json',
  seals: 'proof/seals.json',
  readme: 'README.txt',
} as const

/** Files that the manifest cannot name, as it stands in them or is signed by them. */
export const unnamedFiles: readonly string[] = [
  handOverFiles.manifest,
  handOverFiles.signature,
  handOverFiles.certificate,
]

/**
 * What may be in a file that is handed over. Whoever sends keeps to it, and whoever gets one looks at it before anything
 * else.
 */
export const handOverLimits = {
  /** Bytes that all of it unpacks to, and files. */
  unpacked: 1024 * 1024 * 1024,
  files: 20_000,
  /** Bytes of the certificate and of the signature, of the manifest, and of each text that programs read. */
  key: 64 * 1024,
  manifest: 8 * 1024 * 1024,
  text: 128 * 1024 * 1024,
  /** Values in a text, and how deep they stand in each other. */
  values: 5_000_000,
  depth: 64,
  /** Records, forms, and what there is of each record. */
  records: 20_000,
  forms: 500,
  perFile: 60_000,
} as const

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const instant = z.string().check(z.refine(isSensibleInstant))
const day = z.string().check(z.refine(isSensibleDay))
const count = z.int().check(z.minimum(0), z.maximum(1_000_000))
/** One line, as whoever writes it now could: what was written before may hold what is refused since. */
const line = (most: number) => z.pipe(text(most), z.transform(asOneLine))
/** The name of a person, which is shortened where it is kept. */
const personName = line(1000)
const author = z.extend(recordAuthor, { fullName: personName })

/** What is looked at before anything else: a later version may have another shape. */
export const manifestHead = z.object({ format: z.literal(handOverFormat), version: z.int() })

export const manifestShape = z.object({
  ...manifestHead.shape,
  product: z.string(),
  /** Of this very hand-over. */
  uid: z.uuid(),
  /** Address of the installation. */
  origin: z.string().check(z.minLength(1), z.maxLength(2000)),
  /** Instant of the one moment that everything is of. */
  at: instant,
  practice: z.object({ uid: z.uuid(), name: name(limits.title) }),
  by: name(limits.title),
  ground: z.enum(handOverGrounds),
  groundNote: z.nullable(z.string().check(z.maxLength(limits.title))),
  /** For whom it is encrypted: whoever gets it from them sees that it was not for them. */
  recipient: z.object({ name: z.string().check(z.maxLength(limits.title)), key: z.string() }),
  counts: z.object({ records: count, files: count, addenda: count, signatures: count }),
  keptBack: listOf(z.string().check(z.maxLength(1000)), 1000),
  files: byPath(z.object({ sha256: digest, size: z.int() }), handOverLimits.files),
})
export type HandOverManifest = z.output<typeof manifestShape>

const { firstName, lastName, birthDate, socialId, phone, mobile, email, address, note, clinicSummary } =
  patientInput.shape

const handedRecord = z.extend(recordRow, {
  ...{ author, version: knownVersion, versions: knownVersion },
  ...{ recordClassVersion: knownVersion, sessionNumber: z.nullable(count) },
  ...{ date: instant, createdAt: instant, updatedAt: z.nullable(instant), localDay: day },
  ...{ name: z.nullable(text(limits.note)), caseClosedOn: z.nullable(day) },
  voidedAt: z.nullable(instant),
  voidReason: z.nullable(text(limits.note).check(z.minLength(10))),
})

const handedFile = z.extend(recordFile, {
  author,
  fileName: fileName(fileLimits.name).check(z.minLength(1)),
  createdAt: instant,
  path: z.string(),
})

const drawing = z.string().check(z.startsWith('data:image/png;base64,'))

const handedSignature = z.extend(signature, {
  ...{ signerName: personName, relation: z.nullable(personName), typedName: z.nullable(personName) },
  image: z.nullable(drawing),
  ...{ signedAt: instant, withdrawnAt: z.nullable(instant) },
})

const handedConsent = z.extend(patientConsent, {
  signatures: listOf(z.extend(patientConsent.shape.signatures._zod.def.element, { at: instant }), 1000),
  withdrawnAt: z.nullable(instant),
})

const { records: mostRecords, forms: mostForms, perFile } = handOverLimits

export const contentsShape = z.object({
  patient: z.object({
    ...{ firstName, lastName, birthDate, socialId, phone, mobile, email, address, note, clinicSummary },
    language: patientInput.shape.language,
  }),
  records: listOf(handedRecord, mostRecords),
  /** Looked at by whoever keeps forms. */
  forms: z.array(z.unknown()).check(z.maxLength(mostForms)),
  addenda: listOf(
    z.extend(addendum, { author, text: text(limits.recordText).check(z.minLength(1)), at: instant }),
    perFile,
  ),
  files: listOf(handedFile, handOverLimits.files),
  signatures: listOf(handedSignature, perFile),
  consents: listOf(handedConsent, mostRecords),
  packages: listOf(packageThere, 1000),
  visits: count,
})
export type HandOverContents = Omit<z.output<typeof contentsShape>, 'forms'> & {
  readonly forms: readonly RecordClass[]
}

/** A seal as its installation found it; its text stays behind where an answer of it was kept back. */
export const sealsShape = listOf(
  z.object({
    ...{ sequence: z.int(), digest, seal: z.string(), recordId: id, sealId: z.string(), state: z.string() },
    content: z.nullable(z.string()),
  }),
  perFile,
)
export type HandedSeals = z.output<typeof sealsShape>
