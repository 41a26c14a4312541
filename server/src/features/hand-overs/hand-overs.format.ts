import { handOverGrounds, packageThere } from '@ulna/contract/hand-overs/hand-overs'
import { id } from '@ulna/contract/http/page'
import { limits, name } from '@ulna/contract/http/text'
import { patientConsent } from '@ulna/contract/patient-consents/patient-consents'
import { patientInput } from '@ulna/contract/patients/patients'
import { recordClass } from '@ulna/contract/record-class/record-class'
import { addendum, recordFile, recordRow } from '@ulna/contract/records/records'
import { signature } from '@ulna/contract/signatures/signatures'
import * as z from 'zod/mini'

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

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const instant = z.iso.datetime()

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
  counts: z.object({ records: z.int(), files: z.int(), addenda: z.int(), signatures: z.int() }),
  keptBack: z.array(z.string().check(z.maxLength(1000))),
  files: z.record(z.string(), z.object({ sha256: digest, size: z.int() })),
})
export type HandOverManifest = z.output<typeof manifestShape>

const { firstName, lastName, birthDate, socialId, phone, mobile, email, address, note, clinicSummary } =
  patientInput.shape

export const contentsShape = z.object({
  patient: z.object({
    ...{ firstName, lastName, birthDate, socialId, phone, mobile, email, address, note, clinicSummary },
    language: patientInput.shape.language,
  }),
  records: z.array(recordRow),
  forms: z.array(recordClass),
  addenda: z.array(addendum),
  files: z.array(z.object({ ...recordFile.shape, path: z.string() })),
  signatures: z.array(signature),
  consents: z.array(patientConsent),
  packages: z.array(packageThere),
  visits: z.int(),
})
export type HandOverContents = z.output<typeof contentsShape>

/** A seal as its installation found it; its text stays behind where an answer of it was kept back. */
export const sealsShape = z.array(
  z.object({
    ...{ sequence: z.int(), digest, seal: z.string(), recordId: id, sealId: z.string(), state: z.string() },
    content: z.nullable(z.string()),
  }),
)
export type HandedSeals = z.output<typeof sealsShape>
