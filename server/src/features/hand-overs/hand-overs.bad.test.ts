import { createHash, randomUUID } from 'node:crypto'
import { mostWaiting } from '@ulna/contract/hand-overs/hand-overs'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPatient } from '../../../test/factories/clinical.ts'
import { pdf } from '../../../test/factories/files.ts'
import {
  type CraftedParts,
  craftHandOver,
  handedContents,
  handOverCalls,
} from '../../../test/factories/hand-overs.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { type HandOverContents, handOverFiles } from './hand-overs.format.ts'

const app = await testServer({ alone: true })
const { ask, keyOf, look, lookedAt, take, fileOf } = handOverCalls(app)

let receiver: TestPerson
let recipient: string
beforeAll(async () => {
  receiver = await registerOwner(app)
  recipient = (await keyOf(receiver)).recipient
})

const contents = handedContents('ronda')
const [record] = contents.records
if (!record) throw new Error('the contents have no record')
const withRecord = (more: object): HandOverContents => ({ ...contents, records: [{ ...record, ...more }] })
const craft = (parts: Partial<CraftedParts> = {}): Promise<Buffer> =>
  craftHandOver({ recipient, contents, ...parts })

const strangers = async (): Promise<string> => identityToRecipient(await generateX25519Identity())

const renamed = (from: string, to: string) => (zip: Buffer) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')

/** The size that the list at the end of a zip says of its first file, which it then has not (APPNOTE 4.3.12). */
const swollen = (zip: Buffer): Buffer => {
  const at = zip.indexOf(Buffer.from('504b0102', 'hex'))
  const other = Buffer.from(zip)
  other.writeUInt32LE(0xfffffff0, at + 24)
  return other
}

const swollenAlittle = (zip: Buffer): Buffer => {
  const at = zip.indexOf(Buffer.from('504b0102', 'hex'))
  const other = Buffer.from(zip)
  other.writeUInt32LE(other.readUInt32LE(at + 24) - 1, at + 24)
  return other
}

const fileOfRecord = (bytes: Buffer, contentType = 'application/pdf'): HandOverContents['files'][number] => ({
  ...{ id: 9, uid: randomUUID(), recordId: 1, author: record.author, fileName: 'informe.pdf', contentType },
  ...{ kind: 'pdf', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  ...{ width: null, height: null, state: 'ready', problem: null, dicom: null, storageType: 'local' },
  ...{ rawStoragePath: 'a/b', version: 2, createdAt: '2026-01-12T15:00:00.000Z', path: 'originals/9.pdf' },
})

const written = async (): Promise<string> => {
  const { rows } = await sql<{ counts: string }>`
    select concat_ws(' ', (select count(*) from received_hand_overs), (select count(*) from records),
      (select count(*) from patients), (select count(*) from files), (select count(*) from received_forms),
      (select count(*) from doctors)) as counts`.execute(app.owner.queries)
  return rows[0]?.counts ?? ''
}

const bad: readonly (readonly [string, string, () => Promise<Buffer>])[] = [
  ['is nothing at all', 'hand_over_not_ours', async () => Buffer.from('hello')],
  ['is a zip that anybody reads', 'hand_over_not_ours', () => craft({ encryptedFor: [] })],
  [
    'is encrypted for another key',
    'hand_over_other_key',
    async () => craft({ encryptedFor: [await strangers()] }),
  ],
  [
    'was for somebody else, who sent it on',
    'hand_over_other_key',
    async () => craft({ manifest: { recipient: { name: 'Otra', key: await strangers() } } }),
  ],
  ['is cut off', 'hand_over_damaged', async () => (await craft()).subarray(0, -40)],
  [
    'has a byte that somebody turned',
    'hand_over_damaged',
    async () => {
      const bytes = await craft()
      const at = bytes.length - 60
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      return bytes
    },
  ],
  ['holds no zip', 'hand_over_damaged', () => craft({ zipped: () => Buffer.from('hello') })],
  ['holds half a zip', 'hand_over_damaged', () => craft({ zipped: (zip) => zip.subarray(0, 500) })],
  [
    'names a place above it',
    'hand_over_damaged',
    () => craft({ files: { 'aa_evil.txt': 'x' }, zipped: renamed('aa_', '../') }),
  ],
  [
    'names a file twice',
    'hand_over_changed',
    () => craft({ named: { 'aa.txt': 'x' }, files: { 'ab.txt': 'y' }, zipped: renamed('ab.txt', 'aa.txt') }),
  ],
  [
    'is signed by nobody',
    'hand_over_changed',
    () => craft({ spoilt: (signature) => Buffer.alloc(signature.length) }),
  ],
  [
    'has lost its signature',
    'hand_over_changed',
    () => craft({ zipped: renamed(handOverFiles.signature, 'manifest.sag') }),
  ],
  [
    'has lost its manifest',
    'hand_over_not_ours',
    () => craft({ zipped: renamed(handOverFiles.manifest, 'manifast.json') }),
  ],
  [
    'holds a file that nobody signed',
    'hand_over_changed',
    () => craft({ files: { 'more.txt': 'something' } }),
  ],
  [
    'lacks a file that is signed',
    'hand_over_changed',
    () => craft({ named: { 'aa.txt': 'x' }, zipped: renamed('aa.txt', 'bb.txt') }),
  ],
  [
    'has another text in a file than was signed',
    'hand_over_changed',
    () => craft({ manifest: { files: { [handOverFiles.contents]: { sha256: '0'.repeat(64), size: 2 } } } }),
  ],
  ['unpacks to more than it may', 'hand_over_too_large', () => craft({ zipped: swollen })],
  ['unpacks to another size than it says', 'hand_over_changed', () => craft({ zipped: swollenAlittle })],
  ['is of a newer version', 'hand_over_newer', () => craft({ manifest: { version: 2, newThing: true } })],
  [
    'is an archive of something else',
    'hand_over_not_ours',
    () => craft({ manifest: { format: 'ulna-practice' } }),
  ],
  [
    'counts other things than it holds',
    'hand_over_contents',
    () => craft({ manifest: { counts: { records: 2, files: 0, addenda: 0, signatures: 0 } } }),
  ],
  ['lacks the form of a record', 'hand_over_contents', () => craft({ contents: { ...contents, forms: [] } })],
  [
    'has an answer that its form does not know',
    'hand_over_contents',
    () => craft({ contents: withRecord({ data: { finding: 'x', other: 'y' } }) }),
  ],
  [
    'has an answer of another type',
    'hand_over_contents',
    () => craft({ contents: withRecord({ data: { finding: { deep: true } } }) }),
  ],
  [
    'has a record twice',
    'hand_over_contents',
    () => craft({ contents: { ...contents, records: [record, record] } }),
  ],
  [
    'adds to a record that is not in it',
    'hand_over_contents',
    () =>
      craft({
        contents: {
          ...contents,
          addenda: [
            { id: 1, recordId: 99, author: record.author, text: 'x', at: '2026-01-12T15:00:00.000Z' },
          ],
        },
        manifest: { counts: { records: 1, files: 0, addenda: 1, signatures: 0 } },
      }),
  ],
  [
    'has a patient without a name',
    'hand_over_contents',
    () => craft({ contents: { ...contents, patient: { ...contents.patient, lastName: ' ' } } }),
  ],
  [
    'names a file whose bytes are others',
    'hand_over_contents',
    () =>
      craft({
        contents: { ...contents, files: [fileOfRecord(pdf())] },
        named: { 'originals/9.pdf': Buffer.from('others') },
      }),
  ],
]

/** Shapes that nothing here could keep, read or print. */
const unkept: readonly (readonly [string, object])[] = [
  ['a day that is none', { localDay: '2026-13-45' }],
  ['an instant that is none', { date: 'infinity' }],
  ['an instant of another millennium', { createdAt: '9999-12-31T00:00:00.000Z' }],
  ['a sign that no database keeps', { name: 'a\u0000b' }],
  ['a void mark without its reason', { voidedAt: '2026-01-13T15:00:00.000Z', voidReason: '' }],
  ['a reason that says nothing', { voidedAt: '2026-01-13T15:00:00.000Z', voidReason: 'corto' }],
  ['more versions than there are numbers', { versions: 1e300 }],
  ['a form of another version', { recordClassVersion: 2 }],
  ['an author without a number', { author: { id: 'x', fullName: 'Olga' } }],
]

const [form] = contents.forms
const withForm = (more: object): HandOverContents => ({
  ...contents,
  forms: [{ ...form, ...more } as (typeof contents.forms)[number]],
})
const [section] = form?.sections ?? []
const [field] = section?.fields ?? []
const withFields = (...fields: object[]) => ({ sections: [{ ...section, fields }] })

const badForms: readonly (readonly [string, object])[] = [
  ['no section', { sections: [] }],
  ['a field of a type that is none', withFields({ ...field, type: 'hologram' })],
  ['a field with what its type does not take', withFields({ ...field, params: { max: 'much' } })],
  ['a field twice', withFields({ ...field }, { ...field })],
  ['an id that is none', { classId: '../../etc' }],
  ['texts that are none', { locales: { es: 7 } }],
  ['a number of a version that nothing counts to', { version: 1e15 }],
  [
    'more fields than a form has',
    withFields(...Array.from({ length: 2_000 }, (_, at) => ({ ...field, id: `f${at}` }))),
  ],
]

const shownFaults = async (bytes: Buffer) => {
  const { status, errors } = await look(receiver, bytes)
  return [status, errors[0]?.message]
}

describe('what is in a file', () => {
  it.each(unkept)('is held to what holds here: a record with %s is refused', async (_, more) => {
    expect(await shownFaults(await craft({ contents: withRecord(more) }))).toEqual([
      400,
      'hand_over_contents',
    ])
  })

  it.each(badForms)('is held to what holds for forms here: one with %s is refused', async (_, more) => {
    expect(await shownFaults(await craft({ contents: withForm(more) }))).toEqual([400, 'hand_over_contents'])
  })

  it('is counted before it is read: a few kilobytes that unpack to millions of values are refused', async () => {
    const text = JSON.stringify(contents)
    const swollenTo = (name: string, list: string) => text.replace(`"${name}":[]`, `"${name}":${list}`)
    const empty = (count: number) => `[${Array(count).fill('{}').join(',')}]`
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const found = async (named: string) => shownFaults(await craft({ texts: { contents: named } }))
    expect(await found(swollenTo('addenda', empty(6_000_000)))).toEqual([413, 'hand_over_too_large'])
    expect(await found(swollenTo('addenda', nested))).toEqual([413, 'hand_over_too_large'])
    expect(await found(swollenTo('addenda', empty(60_001)))).toEqual([400, 'hand_over_contents'])
    expect(await found(swollenTo('addenda', empty(60_000)))).toEqual([400, 'hand_over_contents'])
    expect(await found('{"patient":')).toEqual([400, 'hand_over_contents'])
    expect(await shownFaults(await craft({ texts: { seals: nested } }))).toEqual([413, 'hand_over_too_large'])
  })

  it('is as many files as it may be: their list is not read where it is longer', async () => {
    const files = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`a${at}`, '']))
    expect(await shownFaults(await craft({ files }))).toEqual([413, 'hand_over_too_large'])
  })

  it('is no file that was packed in a way nobody here unpacks', async () => {
    const firstHeads = (zip: Buffer) =>
      ['504b0304', '504b0102'].map((head) => zip.indexOf(Buffer.from(head, 'hex')))
    // APPNOTE 4.4.4: the first bit says that it is encrypted; 4.4.5: 99 is a way of packing that is none of ours.
    const changed = (value: number, places: readonly [number, number]) => (zip: Buffer) => {
      const other = Buffer.from(zip)
      for (const [index, at] of firstHeads(zip).entries())
        other.writeUInt16LE(value, at + (places[index] ?? 0))
      return other
    }
    const encrypted = await craft({ zipped: changed(0x0809, [6, 8]) })
    expect(await shownFaults(encrypted)).toEqual([400, 'hand_over_damaged'])
    const packedOtherwise = await craft({ zipped: changed(99, [8, 10]) })
    expect(await shownFaults(packedOtherwise)).toEqual([400, 'hand_over_damaged'])
  })
})

describe('files that wait', () => {
  it('are twenty at most: one more is refused in words and keeps nothing, and one that is known is told', async () => {
    const other = await registerOwner(app)
    const { recipient: theirs } = await keyOf(other)
    const made = () => craftHandOver({ recipient: theirs, contents })
    const bytes = await made()
    const { id } = await lookedAt(other, bytes)
    for (let count = 1; count < mostWaiting; count += 1) await lookedAt(other, await made())
    const before = await written()
    const answer = await look(other, await made())
    expect([answer.status, answer.errors[0]?.message]).toEqual([409, 'hand_overs_waiting'])
    expect(await written()).toBe(before)
    expect((await lookedAt(other, bytes)).id).toBe(id)
    await ask(other, 'forget', id)
    expect((await look(other, await made())).status).toBe(201)
  })
})

describe('a file that is not as it should be', () => {
  it.each(bad)('is refused in words, and nothing of it stays: it %s', async (_, key, made) => {
    const before = await written()
    const answer = await look(receiver, await made())
    expect([answer.status === 413 ? 413 : 400, answer.errors[0]?.message]).toEqual([answer.status, key])
    expect(await written()).toBe(before)
  })

  it('is refused when its bytes turn out to be something else, and the file that came waits on', async () => {
    const text = Buffer.from('no picture at all')
    const bytes = await craft({
      contents: { ...contents, files: [fileOfRecord(text)] },
      named: { 'originals/9.pdf': text },
    })
    const { id } = await lookedAt(receiver, bytes)
    const before = await written()
    const answer = await ask(receiver, 'take', id, {})
    expect(answer.errors[0]?.message).toBe('hand_over_contents')
    expect(await written()).toBe(before)
    expect((await ask(receiver, 'forget', id)).status).toBe(200)
  })

  it('is looked at by nobody who may not, and taken by no other practice', async () => {
    const other = await registerOwner(app)
    await keyOf(other)
    const bytes = await craft()
    expect((await look(other, bytes)).errors[0]?.message).toBe('hand_over_other_key')
    const { id } = await lookedAt(receiver, bytes)
    for (const name of ['take', 'undo', 'forget'] as const)
      expect((await ask(other, name, id, {})).status).toBe(404)
    const patient = await createPatient(app, other)
    expect((await ask(receiver, 'take', id, { patientId: patient.id })).status).toBe(404)
    expect((await ask(receiver, 'take', id, {})).status).toBe(200)
  })

  it('is taken in once, however often it was encrypted and whoever takes it at the same time', async () => {
    const uid = randomUUID()
    const [one, other] = [
      await lookedAt(receiver, await craft({ manifest: { uid } })),
      await lookedAt(receiver, await craft({ manifest: { uid } })),
    ]
    expect(one.id).not.toBe(other.id)
    const answers = await Promise.all([one, other, one].map(({ id }) => ask(receiver, 'take', id, {})))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const refused = answers.filter(({ status }) => status === 409).map(({ errors }) => errors[0]?.message)
    expect(new Set(refused)).toEqual(new Set(['hand_over_not_now']))
  })

  it('shows texts of elsewhere as texts, whatever stands in them', async () => {
    const hostile = '<img src=x onerror=alert(1)> {{practice}} $t(record:open)'
    const taken = await take(
      receiver,
      await craft({
        contents: withRecord({ data: { finding: hostile }, author: { id: 3, fullName: hostile } }),
      }),
    )
    const { records } = await fileOf(receiver, taken.patientId)
    expect(records).toMatchObject([
      { data: { finding: hostile }, author: { fullName: `${hostile} (Centro de fuera)` } },
    ])
  })
})
