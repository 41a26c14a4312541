import { randomUUID, sign } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type FileHandOverInput,
  type HandOver,
  type HandOverKey,
  handOverEndpoints,
  type ReceivedFile,
  type RecordOrigin,
} from '@ulna/contract/hand-overs/hand-overs'
import { type PatientFileMetadata, patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import type { Patient } from '@ulna/contract/patients/patients'
import { classOf, fieldOf } from '@ulna/contract/record-class/record-class.fixture'
import type { RecordRow } from '@ulna/contract/records/records'
import { Encrypter } from 'age-encryption'
import {
  type HandOverContents,
  handOverFiles,
  handOverFormat,
  handOverVersion,
} from '../../src/features/hand-overs/hand-overs.format.ts'
import { type ArchivedFile, ArchiveWriter } from '../../src/platform/files/archive-writer.ts'
import { generateSigningKey } from '../../src/platform/papers/papers.ts'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer, UploadBody } from '../client.ts'
import type { TestPerson } from './people.ts'

type HandOverCall = keyof typeof handOverEndpoints

/** The calls of handing over, and of taking in. */
export const handOverCalls = (app: TestApp) => {
  const ask = (by: TestPerson, name: HandOverCall, id = 0, body?: unknown): Promise<TestAnswer> =>
    callEndpoint(app, handOverEndpoints[name], { token: by.token, params: { id }, body })

  const keyOf = async (by: TestPerson): Promise<HandOverKey> => (await ask(by, 'makeKey')).payload

  const make = async (
    by: TestPerson,
    patientId: number,
    body: Partial<FileHandOverInput> & { recipient: string },
  ): Promise<HandOver> => {
    const wish = { recipientName: 'Fisio Norte', ground: 'request', keptBack: [], ...body }
    const { status, payload, text } = await ask(by, 'make', patientId, wish)
    if (status !== 201) throw new Error(`answered ${status}: ${text}`)
    return payload
  }

  const fetch = async (by: TestPerson, { id }: Pick<HandOver, 'id'>): Promise<Buffer> => {
    const { url } = (await ask(by, 'link', id)).payload as { url: string }
    return (await app.server.inject({ url })).rawPayload
  }

  const look = (by: TestPerson, bytes: Buffer): Promise<TestAnswer> =>
    ask(by, 'look', 0, new UploadBody(bytes, 'application/octet-stream'))

  /** A file of one practice, as it comes to another. */
  const sent = async (
    from: TestPerson,
    patientId: number,
    to: TestPerson,
    body: Partial<FileHandOverInput> = {},
  ): Promise<Buffer> => {
    const { recipient } = await keyOf(to)
    return fetch(from, await make(from, patientId, { ...body, recipient }))
  }

  const lookedAt = async (by: TestPerson, bytes: Buffer): Promise<ReceivedFile> => {
    const { status, payload, text } = await look(by, bytes)
    if (status !== 201) throw new Error(`answered ${status}: ${text}`)
    return payload
  }

  const take = async (
    by: TestPerson,
    bytes: Buffer,
    patientId: number | null = null,
  ): Promise<ReceivedFile & { patientId: number }> => {
    const { id } = await lookedAt(by, bytes)
    const { status, payload, text } = await ask(by, 'take', id, { patientId })
    if (status !== 200) throw new Error(`answered ${status}: ${text}`)
    await app.runJobs()
    return payload
  }

  const originOf = async (by: TestPerson, recordId: number): Promise<RecordOrigin> => {
    const { status, payload, text } = await ask(by, 'origin', recordId)
    if (status !== 200) throw new Error(`answered ${status}: ${text}`)
    return payload
  }

  const fileOf = async (
    by: TestPerson,
    id: number,
  ): Promise<{ patient: Patient; records: RecordRow[]; metadata: PatientFileMetadata }> => {
    const { payload, metadata } = await callEndpoint(app, patientFileEndpoints.open, {
      token: by.token,
      params: { id },
    })
    return { ...(payload as { patient: Patient; records: RecordRow[] }), metadata }
  }

  return { ask, keyOf, make, fetch, look, sent, lookedAt, take, originOf, fileOf }
}

/** The key of a practice that never was: made once, as it takes a while. */
let strangersKey: ReturnType<typeof generateSigningKey> | undefined

const form = {
  ...classOf(fieldOf({ id: 'finding', type: 'text' })),
  classId: 'own_elsewhere',
  recordModuleId: 'own_elsewhere',
}

/** What a file of elsewhere says: one patient with one record, every text with a word of its own. */
export const handedContents = (word: string): HandOverContents => ({
  patient: { firstName: `Lucía ${word}`, lastName: `Prado ${word}`, note: `Nota ${word}` },
  forms: [form],
  records: [
    {
      ...{
        id: 1,
        uid: randomUUID(),
        version: 1,
        ownerId: 7,
        authorId: 3,
        type: 'test',
        subtype: 'own_elsewhere',
      },
      author: { id: 3, fullName: `Olga ${word}` },
      ...{ recordClassId: form.classId, recordClassVersion: form.version, name: null },
      ...{ date: '2026-01-12T15:00:00.000Z', localDay: '2026-01-12', data: { finding: `Hallazgo ${word}` } },
      ...{ caseId: null, sessionNumber: null, caseStatus: null, caseOutcome: null, caseClosedOn: null },
      ...{ signed: false, voidedAt: null, voidReason: null, versions: 1 },
      ...{ createdAt: '2026-01-12T15:00:00.000Z', updatedAt: null },
    },
  ],
  ...{ addenda: [], files: [], signatures: [], consents: [], packages: [], visits: 0 },
})

export interface CraftedParts {
  readonly recipient: string
  readonly contents: HandOverContents
  /** What stands in place of the texts that programs read. */
  readonly texts?: { readonly contents?: string; readonly seals?: string }
  /** What the manifest says otherwise than it should. */
  readonly manifest?: Readonly<Record<string, unknown>>
  /** Files in it besides that the manifest names, and such that it does not name. */
  readonly named?: Readonly<Record<string, string | Buffer>>
  readonly files?: Readonly<Record<string, string>>
  /** What is done to the zip before it is encrypted. */
  readonly zipped?: (zip: Buffer) => Buffer
  /** What is done to the signature. */
  readonly spoilt?: (signature: Buffer) => Buffer
  /** For whom it is encrypted; nobody where there is none. */
  readonly encryptedFor?: readonly string[]
}

/** A file as a practice elsewhere would make it, part by part as a test wants it. */
export const craftHandOver = async ({
  recipient,
  contents,
  texts = {},
  manifest: otherwise = {},
  named: besides = {},
  files = {},
  zipped = (zip) => zip,
  spoilt = (signature) => signature,
  encryptedFor = [recipient],
}: CraftedParts): Promise<Buffer> => {
  strangersKey ??= generateSigningKey('Centro de fuera', '2026-01-01T00:00:00.000Z')
  const { privateKey, certificate } = await strangersKey
  const folder = await mkdtemp(path.join(tmpdir(), 'hand-over-'))
  const file = path.join(folder, 'crafted.age')
  const archive = new ArchiveWriter(file, '2026-01-12T15:00:00.000Z', [])
  const named: Record<string, ArchivedFile> = {}
  const { contents: text = JSON.stringify(contents), seals = '[]' } = texts
  named[handOverFiles.contents] = await archive.addText(handOverFiles.contents, text)
  named[handOverFiles.seals] = await archive.addText(handOverFiles.seals, seals)
  for (const [name, bytes] of Object.entries(besides)) named[name] = await archive.addText(name, bytes)
  for (const [name, text] of Object.entries(files)) await archive.addText(name, text)
  const manifest = JSON.stringify({
    ...{ format: handOverFormat, version: handOverVersion, product: '1.0.0', uid: randomUUID() },
    ...{ origin: 'https://elsewhere.test', at: '2026-01-12T15:00:00.000Z', by: 'Olga Prado' },
    practice: { uid: randomUUID(), name: 'Centro de fuera' },
    ...{ ground: 'continuity', groundNote: null, recipient: { name: 'Aquí', key: recipient }, keptBack: [] },
    counts: { records: contents.records.length, files: contents.files.length, addenda: 0, signatures: 0 },
    files: named,
    ...otherwise,
  })
  await archive.addText(handOverFiles.manifest, manifest)
  await archive.addText(handOverFiles.signature, spoilt(sign('sha256', Buffer.from(manifest), privateKey)))
  await archive.addText(handOverFiles.certificate, certificate)
  await archive.finish()
  const zip = zipped(await readFile(file))
  await rm(folder, { recursive: true, force: true })
  if (encryptedFor.length === 0) return zip
  const encrypter = new Encrypter()
  for (const one of encryptedFor) encrypter.addRecipient(one)
  return Buffer.from(await encrypter.encrypt(new Uint8Array(zip)))
}
