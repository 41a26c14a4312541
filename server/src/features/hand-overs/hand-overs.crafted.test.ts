import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { pdf } from '../../../test/factories/files.ts'
import {
  type CraftedParts,
  craftHandOver,
  handedContents,
  handOverCalls,
} from '../../../test/factories/hand-overs.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import type { HandedSeals, HandOverContents } from './hand-overs.format.ts'

const app = await testServer({ alone: true })
const { ask, keyOf, lookedAt, take, fileOf, originOf } = handOverCalls(app)

let receiver: TestPerson
let recipient: string
beforeAll(async () => {
  receiver = await registerOwner(app)
  recipient = (await keyOf(receiver)).recipient
})

const contents = handedContents('crafted')
const [record] = contents.records
if (!record) throw new Error('the contents have no record')
const craft = (parts: Partial<CraftedParts>): Promise<Buffer> =>
  craftHandOver({ recipient, contents, ...parts })

const signature: HandOverContents['signatures'][number] = {
  ...{ id: 11, recordId: record.id, sealId: 'ABCD-EFGH', recordVersion: 1, signer: 'practitioner' },
  ...{ signerName: 'Olga Prado', relation: null, image: null, typedName: 'Olga Prado', language: 'es' },
  practitioner: { id: 3, fullName: 'Olga Prado', licenceNumber: null },
  ...{ signedAt: '2026-01-12T16:00:00.000Z', withdrawnAt: null, withdrawnBy: null, withdrawReason: null },
}

const seal: HandedSeals[number] = {
  ...{ sequence: 1, digest: '0'.repeat(64), seal: '0'.repeat(64), recordId: record.id },
  ...{ sealId: signature.sealId, state: 'unchanged', content: null },
}

const fileOfRecord = (bytes: Buffer, author: string): HandOverContents['files'][number] => ({
  ...{ id: 9, uid: randomUUID(), recordId: 1, author: { id: 8, fullName: author } },
  ...{ fileName: 'informe.pdf', contentType: 'application/pdf' },
  ...{ kind: 'pdf', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  ...{ width: null, height: null, state: 'ready', problem: null, dicom: null, storageType: 'local' },
  ...{ rawStoragePath: 'a/b', version: 2, createdAt: '2026-01-12T15:00:00.000Z', path: 'originals/9.pdf' },
})

describe('what a file says that another program made', () => {
  it.each([
    ['nothing that is a text of JSON', 'x'],
    ['something of another shape', '{}'],
    ['null', 'null'],
  ])('is looked at: a sealed text that is %s makes its signature an altered one', async (_, content) => {
    const bytes = await craft({
      contents: { ...contents, signatures: [signature] },
      texts: { seals: JSON.stringify([{ ...seal, content }]) },
      manifest: { counts: { records: 1, files: 0, addenda: 0, signatures: 1 } },
    })
    const { patientId } = await take(receiver, bytes)
    const [taken] = (await fileOf(receiver, patientId)).records
    expect(await originOf(receiver, taken?.id ?? 0)).toMatchObject({
      ...{ genuine: true, signatures: [{ sealId: signature.sealId, stands: 'altered' }] },
    })
  })

  it('keeps who added a file, also where that is somebody else than who wrote the record', async () => {
    const bytes = pdf()
    const made = await craft({
      contents: { ...contents, files: [fileOfRecord(bytes, 'Ramón Vega')] },
      named: { 'originals/9.pdf': bytes },
    })
    const { patientId } = await take(receiver, made)
    const { records, metadata } = await fileOf(receiver, patientId)
    expect(records.map(({ author }) => author.fullName)).toEqual(['Olga crafted (Centro de fuera)'])
    expect(metadata.files.map(({ author }) => author.fullName)).toEqual(['Ramón Vega (Centro de fuera)'])
  })
})

describe('a file that is refused after its bytes were laid down', () => {
  it('leaves none of them in the store', async () => {
    const bytes = pdf()
    const made = await craft({
      contents: { ...contents, files: [fileOfRecord(bytes, 'Ramón Vega')] },
      named: { 'originals/9.pdf': bytes },
    })
    const { id } = await lookedAt(receiver, made)
    const stored = async () => {
      const all = await readdir(app.filesDirectory, { recursive: true, withFileTypes: true })
      return all
        .filter((one) => one.isFile())
        .map(({ name }) => name)
        .sort()
    }
    const before = await stored()
    const answer = await ask(receiver, 'take', id, { patientId: 999_999_999 })
    expect([answer.status, answer.errors[0]?.message]).toEqual([404, 'not_found'])
    expect(await stored()).toEqual(before)
    await ask(receiver, 'take', id, {})
    expect((await stored()).length).toBeGreaterThan(before.length)
  })
})
