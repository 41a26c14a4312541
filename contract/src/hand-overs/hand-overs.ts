import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { linkToken } from '../http/link-token.ts'
import { id, idParam, idPath, pageMetadata } from '../http/page.ts'
import { limits, line, name } from '../http/text.ts'
import { languages } from '../languages.ts'
import { patientConsent } from '../patient-consents/patient-consents.ts'
import { partKeys } from '../patient-copies/patient-copies.ts'
import { permissions } from '../permissions.ts'
import { recordRow } from '../records/records.ts'
import { signature } from '../signatures/signatures.ts'

/** On what ground a file is handed over: the patient asks for it, agrees to it, or their care goes on there. */
export const handOverGrounds = ['request', 'agreement', 'continuity'] as const

/** How long what was made lies ready, and a link to it leads there; how long what came waits, and can be taken back. */
export const handOverLifetimes = {
  readyDays: 3,
  linkMinutes: 10,
  waitingDays: 14,
  undoDays: 30,
  /** A key that was replaced still opens what was on its way. */
  formerKeyDays: 90,
} as const

/** Files that may wait in a practice until somebody decides. */
export const mostWaiting = 20

/** Bytes of a file that is handed over, as it travels. */
export const mostHandOverBytes = 100 * 1024 * 1024

/** What a practice is sent files with: the public half of its key. */
export const handOverKey = z.object({
  practice: z.string(),
  /** `age1…`, https://age-encryption.org */
  recipient: z.string(),
  /** Told by another way than the key, so that nobody puts theirs in its place. */
  fingerprint: z.string(),
  /** Instant. */
  createdAt: z.string(),
})
export type HandOverKey = z.output<typeof handOverKey>

export const handOver = z.object({
  id,
  patientId: id,
  /** Who gets it, by name and by the key that alone opens it. */
  recipientName: z.string(),
  recipient: z.string(),
  fingerprint: z.string(),
  ground: z.enum(handOverGrounds),
  /** When and how the patient asked or agreed. */
  groundNote: z.nullable(z.string()),
  keptBack: z.array(z.string()),
  records: z.int(),
  files: z.int(),
  /** Bytes and SHA-256 of what was made. */
  size: z.int(),
  sha256: z.string(),
  by: z.string(),
  /** Instants. */
  madeAt: z.string(),
  fetchedAt: z.nullable(z.string()),
  /** Until when it can be fetched; null when it is gone. */
  readyUntil: z.nullable(z.string()),
})
export type HandOver = z.output<typeof handOver>

export const fileHandOverInput = z.object({
  recipientName: name(limits.title),
  recipient: line(100),
  ground: z.enum(handOverGrounds),
  groundNote: z.optional(z.nullable(line(limits.title))),
  keptBack: partKeys,
  language: z.optional(z.enum(languages)),
})
export type FileHandOverInput = z.output<typeof fileHandOverInput>

/** Where a file that came is: looked at, taken in, taken back. */
export const receivedStates = ['looked', 'taken', 'undone'] as const

const person = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.nullable(z.string()),
  socialId: z.nullable(z.string()),
})

/** Somebody here who may be the same person, by the rule of every new patient. */
export const likePatient = z.extend(person, { id, fileId: z.string(), archived: z.boolean() })

/** A package as it stood where the file came from: information, and nobody’s debt here. */
export const packageThere = z.object({
  description: z.nullable(z.string()),
  sessions: z.int(),
  used: z.int(),
})

export const receivedFile = z.object({
  id,
  state: z.enum(receivedStates),
  /** Who sent it: the practice, and the address of its installation. */
  practice: z.string(),
  origin: z.string(),
  by: z.string(),
  /** Instant of what it shows. */
  madeAt: z.string(),
  ground: z.enum(handOverGrounds),
  /** Of the certificate that it is signed with: nobody but the sender vouches for that. */
  fingerprint: z.string(),
  patient: person,
  counts: z.object({ records: z.int(), files: z.int(), addenda: z.int(), signatures: z.int() }),
  /** What the sender kept back: form and question. */
  keptBack: z.array(z.string()),
  /** What stays behind, as it stood there. */
  visits: z.int(),
  packages: z.array(packageThere),
  summary: z.nullable(z.string()),
  /** Of one that waits. */
  like: z.array(likePatient),
  /** Whose file it was taken into, and whether that was made for it. */
  patientId: z.nullable(id),
  created: z.boolean(),
  /** How many records were worked on and stayed when it was taken back. */
  spared: z.int(),
  receivedBy: z.string(),
  /** Instants. */
  receivedAt: z.string(),
  takenAt: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
  undoUntil: z.nullable(z.string()),
})
export type ReceivedFile = z.output<typeof receivedFile>

/** What is found of a signature that was made elsewhere: its sealed text, as it came, against what stands here now. */
export const signatureStands = ['unchanged', 'superseded', 'unproved', 'altered', 'withheld'] as const

export const recordOrigin = z.object({
  recordId: id,
  receivedId: id,
  practice: z.string(),
  origin: z.string(),
  /** Instant of the statement of the sender. */
  madeAt: z.string(),
  fingerprint: z.string(),
  /** Whether that statement still is as it was signed. */
  genuine: z.boolean(),
  /** The record as it stood there: what it was, of which case, which session, how that case stood. */
  record: z.pick(recordRow, {
    type: true,
    subtype: true,
    recordClassId: true,
    recordClassVersion: true,
    name: true,
    sessionNumber: true,
    caseStatus: true,
    caseOutcome: true,
    caseClosedOn: true,
    createdAt: true,
    versions: true,
  }),
  caseName: z.nullable(z.string()),
  author: z.string(),
  consent: z.nullable(z.pick(patientConsent, { state: true, withdrawnAt: true, withdrawReason: true })),
  signatures: z.array(z.extend(signature, { stands: z.enum(signatureStands) })),
})
export type RecordOrigin = z.output<typeof recordOrigin>

export const fileErrors = [
  'hand_over_not_ours',
  'hand_over_other_key',
  'hand_over_damaged',
  'hand_over_changed',
  'hand_over_newer',
  'hand_over_contents',
  'hand_over_too_large',
] as const

export const handOverEndpoints = {
  key: endpoint({
    method: 'GET',
    path: '/handOvers/key',
    summary: 'The key that files are sent to the practice with; null where nobody has made one yet',
    access: permissions.receiveFiles,
    audit: null,
    returns: z.nullable(handOverKey),
  }),
  makeKey: endpoint({
    method: 'POST',
    path: '/handOvers/key',
    summary: 'Makes the key of the practice where there is none',
    access: permissions.receiveFiles,
    audit: 'hand_over.key',
    returns: handOverKey,
  }),
  replaceKey: endpoint({
    method: 'POST',
    path: '/handOvers/key/replace',
    summary: 'Replaces the key of the practice; the former one opens for 90 days what is on its way',
    access: permissions.replaceHandOverKey,
    audit: 'hand_over.key_replace',
    returns: handOverKey,
  }),
  list: endpoint({
    method: 'GET',
    path: '/patient/:id/handOvers',
    summary: 'To whom a file was handed over, newest first',
    access: permissions.readHandOvers,
    audit: 'hand_over.list',
    params: idPath,
    returns: z.array(handOver),
    metadata: pageMetadata,
  }),
  make: endpoint({
    method: 'POST',
    path: '/patient/:id/handOvers',
    summary: 'Hands a file over: makes it, encrypted for the key of whoever gets it, which may take a minute',
    access: permissions.handOverFiles,
    audit: 'hand_over.make',
    params: z.object({ id: idParam }),
    body: fileHandOverInput,
    returns: handOver,
    status: 201,
    errors: ['hand_over_too_large', 'rate_limited', 'storage_full'],
  }),
  link: endpoint({
    method: 'POST',
    path: '/handOver/:id/link',
    summary: 'A link to what was made, good once and for ten minutes',
    access: permissions.handOverFiles,
    audit: 'hand_over.link',
    params: idPath,
    returns: z.object({ url: z.string(), until: z.string() }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/handOvers/file/:token',
    summary: 'The file that a link leads to, once; it is removed from here then',
    access: 'public',
    audit: 'hand_over.fetch',
    params: z.object({ token: linkToken }),
    answers: ['application/octet-stream'],
    errors: ['not_found', 'rate_limited'],
  }),
  received: endpoint({
    method: 'GET',
    path: '/handOvers/received',
    summary: 'Files that came from elsewhere, newest first',
    access: permissions.receiveFiles,
    audit: 'hand_over.received',
    returns: z.array(receivedFile),
    metadata: pageMetadata,
  }),
  look: endpoint({
    method: 'POST',
    path: '/handOvers/received',
    summary: `Opens a file that was handed over, at most ${mostHandOverBytes / 1024 / 1024} MB, as application/octet-stream, and says what is in it; nothing is taken in yet`,
    access: permissions.receiveFiles,
    audit: 'hand_over.look',
    upload: 'bytes',
    bodyLimit: mostHandOverBytes,
    returns: receivedFile,
    status: 201,
    errors: [...fileErrors, 'hand_overs_waiting', 'rate_limited', 'storage_full'],
  }),
  take: endpoint({
    method: 'POST',
    path: '/handOvers/received/:id/take',
    summary: 'Takes a file in: as a new patient, or into a file that is here',
    access: permissions.receiveFiles,
    audit: 'hand_over.take',
    params: idPath,
    body: z.object({ patientId: z.optional(z.nullable(id)) }),
    returns: receivedFile,
    errors: [
      ...fileErrors,
      ...([
        'hand_over_not_now',
        'patient_archived',
        'quota_reached',
        'rate_limited',
        'storage_full',
      ] as const),
    ],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/handOvers/received/:id/undo',
    summary: 'Takes back for 30 days what was taken in, but for what was worked on since',
    access: permissions.receiveFiles,
    audit: 'hand_over.undo',
    params: idPath,
    returns: receivedFile,
    errors: ['hand_over_not_now', 'undo_too_late', 'patient_archived'],
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/handOvers/received/:id',
    summary: 'Forgets a file that was looked at and not taken in, with its bytes',
    access: permissions.receiveFiles,
    audit: 'hand_over.forget',
    params: idPath,
    returns: z.object({ id }),
    errors: ['hand_over_not_now'],
  }),
  origin: endpoint({
    method: 'GET',
    path: '/handOvers/record/:id',
    summary: 'Where a record comes from that was handed over, and what is found of its signatures',
    access: permissions.readRecords,
    audit: 'hand_over.origin',
    params: idPath,
    returns: recordOrigin,
  }),
}
