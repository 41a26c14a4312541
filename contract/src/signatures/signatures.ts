import * as z from 'zod/mini'
import { shortCodeBody } from '../accounts/accounts.short-code.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, knownVersion } from '../http/page.ts'
import { limits, line, name } from '../http/text.ts'
import { languages } from '../languages.ts'
import { permissions } from '../permissions.ts'
import { recordTypes } from '../record-class/record-class.ts'

/** Who puts their name to a record. */
export const signers = ['patient', 'guardian', 'practitioner'] as const
export type Signer = (typeof signers)[number]

export const signatureLimits = {
  /** Bytes of a drawn signature as it is kept. */
  imageBytes: 100_000,
  /** Pixels of its longer edge. */
  imageEdge: 2400,
  /** Characters of why a signature is withdrawn. */
  leastReason: 10,
  mostReason: limits.title,
} as const

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const labelled = z.object({ label: z.string(), text: z.string() })

/**
 * What is signed: a record as it is shown to whoever signs, in words of one language, with what binds it to the rest.
 * Its canonical JSON is what the seal covers; once a format was sealed it never changes. Format 1 held no licence numbers.
 */
export const signedDocument = z.object({
  format: z.literal(2),
  language: z.enum(languages),
  timeZone: z.string(),
  practice: z.object({ id, name: z.string() }),
  patient: z.object({
    id,
    name: z.string(),
    fileId: z.string(),
    birthDate: z.nullable(z.string()),
    socialId: z.nullable(z.string()),
  }),
  record: z.object({
    id,
    version: z.int(),
    type: z.enum(recordTypes),
    subtype: z.nullable(z.string()),
    title: z.string(),
    /** Name of the case that a follow-up belongs to; null for every other record. */
    subject: z.nullable(z.string()),
    /** Instant, and the same as it is read. */
    date: z.string(),
    day: z.string(),
    authorId: id,
    author: z.string(),
    authorLicenceNumber: z.nullable(z.string()),
    /** SHA-256 of the data as they are stored. */
    dataSha256: digest,
  }),
  /** The form it was written with; its digest is of what it asks and counts, without texts. */
  template: z.object({ classId: z.string(), version: z.int(), name: z.string(), sha256: digest }),
  sections: z.array(z.object({ label: z.string(), lines: z.array(labelled) })),
  scores: z.array(labelled),
  files: z.array(z.object({ id, name: z.string(), size: z.int(), sha256: digest })),
})
export type SignedDocument = z.output<typeof signedDocument>

/** A document that can be signed, and the digest of its canonical JSON. */
export const documentToSign = z.object({ document: signedDocument, contentHash: digest })
export type DocumentToSign = z.output<typeof documentToSign>

/** Drawn as PNG, or typed; null when the signature is withdrawn. */
const drawing = z
  .string()
  .check(z.maxLength(600_000), z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/))

export const signatureInput = z.object({
  signature: z.optional(z.nullable(drawing)),
  /** True signs, false withdraws. */
  signed: z.boolean(),
  /** Whose; of the patient when nothing is said. */
  signer: z.optional(z.enum(signers)),
  /** Name typed as a signature, instead of a drawing. */
  typedName: z.optional(name()),
  /** Name of a guardian; patient and practitioner are called what the file calls them. */
  signerName: z.optional(name()),
  /** What a guardian is to the patient. */
  relation: z.optional(line(limits.name)),
  /** What the signer saw; another one than there is now is a version_conflict. */
  version: z.optional(knownVersion),
  contentHash: z.optional(digest),
  language: z.optional(z.enum(languages)),
  /** Which signature is withdrawn, the newest when nothing is said, and why. */
  seal: z.optional(z.string().check(z.maxLength(32))),
  reason: z.optional(line(signatureLimits.mostReason).check(z.minLength(signatureLimits.leastReason))),
})
export type SignatureInput = z.output<typeof signatureInput>

export const signature = z.object({
  id,
  recordId: id,
  /** Public; printed on paper. */
  sealId: z.string(),
  recordVersion: z.int(),
  signer: z.enum(signers),
  signerName: z.string(),
  relation: z.nullable(z.string()),
  /** Whose session it was. */
  practitioner: z.object({
    id,
    fullName: z.string(),
    /** Licence number as it was registered when they signed. */
    licenceNumber: z.nullable(z.string()),
  }),
  /** PNG as data URL, or the name as it was typed. */
  image: z.nullable(z.string()),
  typedName: z.nullable(z.string()),
  language: z.enum(languages),
  /** Instant of the server's clock. */
  signedAt: z.string(),
  withdrawnAt: z.nullable(z.string()),
  withdrawnBy: z.nullable(z.string()),
  withdrawReason: z.nullable(z.string()),
})
export type Signature = z.output<typeof signature>

export const recordSignatures = z.object({
  recordId: id,
  /** Whether a signature stands. */
  signed: z.boolean(),
  /** The drawing of the newest signature that stands; null when it was typed or none stands. */
  signature: z.nullable(z.string()),
  /** All of them, also withdrawn ones, oldest first. */
  signatures: z.array(signature),
})
export type RecordSignatures = z.output<typeof recordSignatures>

/** Until when signatures are taken without another proof. */
const handOver = z.object({ patientId: id, recordId: id, until: z.string() })
export type HandOver = z.output<typeof handOver>

const pair = z.object({ patientId: idParam, recordId: idParam })

export const signatureEndpoints = {
  document: endpoint({
    method: 'GET',
    path: '/signature/document/:patientId/:recordId',
    summary: 'A record as whoever signs it is to see it, in a language',
    access: permissions.readRecords,
    handedOver: 'allowed',
    audit: 'record.read',
    params: pair,
    query: z.object({ language: z.optional(z.enum(languages)) }),
    returns: documentToSign,
    errors: ['signature_record_not_match', 'files_processing'],
  }),
  find: endpoint({
    method: 'GET',
    path: '/signature/getByPatientIdAndRecordId/:patientId/:recordId',
    summary: 'The signatures of a record; not_found when it has none',
    access: permissions.readRecords,
    audit: 'signature.read',
    params: pair,
    returns: recordSignatures,
    errors: ['signature_record_not_match'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/signature/saveOrUpdateByPatientIdAndRecordId/:patientId/:recordId',
    summary: 'Signs an own record, which seals it, or withdraws a signature with a reason',
    access: permissions.signRecords,
    handedOver: 'as proof',
    audit: 'signature.sign',
    params: pair,
    body: signatureInput,
    returns: recordSignatures,
    status: 201,
    errors: [
      'signature_record_not_match',
      'version_conflict',
      'author_required',
      'record_voided',
      'record_unfinished',
      'already_signed',
      'files_processing',
      'image_invalid',
      'patient_locked',
      'signing_over',
      'session_handed_over',
    ],
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/signature/handOver/:patientId/:recordId',
    summary:
      'The device of this session goes to a patient, who can sign this record with it and nothing else',
    access: permissions.signRecords,
    // Said again it answers the same: the answer may have been lost on its way.
    handedOver: 'as proof',
    shortCode: true,
    audit: 'signature.hand_over',
    params: pair,
    body: shortCodeBody,
    returns: handOver,
    status: 201,
    errors: [
      'signature_record_not_match',
      'author_required',
      'record_voided',
      'record_unfinished',
      'invalid_code',
    ],
  }),
  handBack: endpoint({
    method: 'POST',
    path: '/signature/handBack',
    summary: 'The device is the practitioner’s again, who has just proven it',
    access: permissions.signRecords,
    handedOver: 'allowed',
    shortCode: true,
    whileClosing: true,
    audit: 'signature.hand_back',
    body: shortCodeBody,
    returns: z.object({ handedOver: z.literal(false) }),
    status: 201,
    errors: ['invalid_code'],
  }),
}
