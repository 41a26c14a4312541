import { recordEndpoints } from '@ulna/contract/records/records'
import type { RecordSignatures } from '@ulna/contract/signatures/signatures'
import { canonicalJson } from '@ulna/contract/signatures/signatures.seal'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { caseInput, createPatient, followUpInput, writeRecord } from '../../../test/factories/clinical.ts'
import { documentInput, formBody, jpeg, sendForm } from '../../../test/factories/files.ts'
import { addMember, registerOwner } from '../../../test/factories/people.ts'
import {
  askToSign,
  drawnSignature,
  readToSign,
  signaturesOf,
  signByTyping,
} from '../../../test/factories/signatures.ts'
import { tinyPicture } from '../../../test/sweeps/scene/files.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { sha256 } from './signatures.document.ts'

const { app, owner } = await testPractice()
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)

const writeFollowUp = async () => {
  const patient = await createPatient(app, owner)
  const diagnosis = await writeRecord(app, owner, caseInput(patient.id))
  return writeRecord(app, owner, followUpInput(patient.id, diagnosis.id))
}
const edit = (id: number) =>
  callEndpoint(app, recordEndpoints.update, {
    token: owner.token,
    params: { id },
    body: { data: { patientObs: 'Otra cosa' } },
  })
const fresh = async (person = owner) => ({ ...person, token: await mintToken(app, person) })
const stale = async () => ({ ...owner, token: await mintToken(app, { ...owner, stale: true }) })

describe('signing', () => {
  it('takes what the specification sends, and closes the record', async () => {
    const record = await writeFollowUp()
    const answer = await askToSign(app, owner, record, { signature: await drawnSignature(), signed: true })
    expect(answer).toMatchObject({
      status: 201,
      payload: {
        recordId: record.id,
        signed: true,
        signatures: [
          {
            signer: 'patient',
            signerName: 'Mariana Gómez Lara',
            recordVersion: 1,
            practitioner: { id: owner.doctorId, fullName: 'Laura Restrepo', licenceNumber: null },
            typedName: null,
            withdrawnAt: null,
          },
        ],
      },
    })
    const { signature } = answer.payload as RecordSignatures
    expect(signature).toMatch(/^data:image\/png;base64,/)
    expect(await edit(record.id)).toMatchObject({ status: 409, errors: [{ message: 'record_signed' }] })
    const read = await callEndpoint(app, recordEndpoints.read, {
      token: owner.token,
      params: { id: record.id },
    })
    expect(read.payload).toMatchObject({ signed: true, version: 1, data: record.data })
    expect((await signaturesOf(app, colleague, record)).payload).toEqual(answer.payload)
  })

  it('seals the words that were shown, in the language they were shown in', async () => {
    const record = await writeFollowUp()
    const { document, contentHash } = await readToSign(app, owner, record, 'it')
    expect(document).toMatchObject({
      language: 'it',
      patient: { name: 'Mariana Gómez Lara' },
      record: { title: 'Seduta 1', subject: 'Manguito rotador, hombro derecho', author: 'Laura Restrepo' },
    })
    const texts = document.sections.flatMap(({ lines }) => lines)
    expect(texts).toContainEqual(expect.objectContaining({ text: 'Duerme de corrido.' }))
    expect(texts).toContainEqual(expect.objectContaining({ text: '4 su 10' }))
    expect(sha256(canonicalJson(document))).toBe(contentHash)
    await signByTyping(app, owner, record, { version: 1, contentHash, language: 'it' })
    const stored = await app.owner.queries
      .selectFrom('signatures')
      .select('content')
      .where('record_id', '=', record.id)
      .executeTakeFirstOrThrow()
    expect(stored.content).toBe(canonicalJson(document))
  })

  it('B8 is refused to who saw another version, or other words, and tells what is there', async () => {
    const record = await writeFollowUp()
    const seen = await readToSign(app, owner, record)
    await edit(record.id)
    for (const what of [{ version: 1 }, { contentHash: seen.contentHash }])
      expect(
        await askToSign(app, owner, record, { signed: true, typedName: 'Mariana', ...what }),
      ).toMatchObject({
        status: 409,
        errors: [{ message: 'version_conflict' }],
        metadata: { current: { version: 2, data: { patientObs: 'Otra cosa' } } },
      })
    expect((await signaturesOf(app, owner, record)).status).toBe(404)
  })

  it('is done by patient, guardians and practitioner, each once, over the same content', async () => {
    const record = await writeFollowUp()
    const { contentHash } = await readToSign(app, owner, record)
    const parents = ['Rosa Lara', 'Juan Gómez']
    await signByTyping(app, owner, record, { contentHash, language: 'es' })
    for (const signerName of parents)
      await signByTyping(app, owner, record, { signer: 'guardian', signerName, relation: 'madre o padre' })
    const all = await signByTyping(app, owner, record, {
      signer: 'practitioner',
      contentHash,
      language: 'es',
    })
    expect(all.signatures.map(({ signerName }) => signerName)).toEqual([
      'Mariana Gómez Lara',
      ...parents,
      'Laura Restrepo',
    ])
    expect(new Set(all.signatures.map(({ sealId }) => sealId)).size).toBe(4)
    const { rows } = await app.owner.raw.query(
      'select distinct content from signatures where record_id = $1',
      [record.id],
    )
    expect(rows).toHaveLength(1)
    for (const again of [{}, { signer: 'practitioner' }, { signer: 'guardian', signerName: 'Rosa Lara' }])
      expect(
        await askToSign(app, owner, record, { signed: true, typedName: 'Otra vez', ...again }),
      ).toMatchObject({ status: 409, errors: [{ message: 'already_signed' }] })
  })

  it('H12 is dated by the server, whatever the clock of who signs says', async () => {
    const record = await writeFollowUp()
    const before = Date.now()
    const answer = await askToSign(app, owner, record, {
      signed: true,
      typedName: 'Mariana',
      signedAt: '2001-01-01T00:00:00Z',
    })
    const [one] = (answer.payload as RecordSignatures).signatures
    const at = Date.parse(one?.signedAt ?? '')
    expect(at).toBeGreaterThan(before - 5_000)
    expect(at).toBeLessThan(Date.now() + 5_000)
  })

  it('G13 asks for a fresh proof of identity', async () => {
    const record = await writeFollowUp()
    expect(await askToSign(app, await stale(), record, { signed: true, typedName: 'Mariana' })).toMatchObject(
      {
        status: 401,
        errors: [{ message: 'reauth_required' }],
      },
    )
  })

  it('refuses a record of another patient with 0700, and what is not here with 404', async () => {
    const [one, other] = [await writeFollowUp(), await writeFollowUp()]
    const stranger = await registerOwner(app)
    const body = { signed: true, typedName: 'Mariana' }
    const crossed = { id: one.id, ownerId: other.ownerId }
    expect(await askToSign(app, owner, crossed, body)).toMatchObject({
      status: 400,
      errors: [{ code: '0700', message: 'patient_record_not_match' }],
    })
    expect(await signaturesOf(app, owner, crossed)).toMatchObject({ errors: [{ code: '0700' }] })
    expect(await signaturesOf(app, owner, one)).toMatchObject({
      status: 404,
      errors: [{ message: 'not_found' }],
    })
    expect(await askToSign(app, stranger, one, body)).toMatchObject({ status: 404 })
  })

  it('is the author’s to offer, of a record that counts and is complete', async () => {
    const record = await writeFollowUp()
    const body = { signed: true, typedName: 'Mariana' }
    expect(await askToSign(app, colleague, record, body)).toMatchObject({
      errors: [{ message: 'author_required' }],
    })
    const begun = await writeRecord(app, owner, { ...documentInput(record.ownerId), subtype: 'temporal' })
    expect(await askToSign(app, owner, begun, body)).toMatchObject({
      status: 409,
      errors: [{ message: 'record_unfinished' }],
    })
    await callEndpoint(app, recordEndpoints.remove, {
      token: owner.token,
      params: { id: record.id },
      query: { reason: 'Escrito en otro paciente' },
    })
    expect(await askToSign(app, owner, record, body)).toMatchObject({
      errors: [{ message: 'record_voided' }],
    })
  })

  it('waits until the files of the record are processed, and seals their digests', async () => {
    const patient = await createPatient(app, owner)
    const record = await writeRecord(app, owner, documentInput(patient.id))
    await sendForm(app, owner, { recordId: record.id, body: formBody(await jpeg()) })
    const body = { signed: true, typedName: 'Mariana' }
    expect(await askToSign(app, owner, record, body)).toMatchObject({
      status: 409,
      errors: [{ message: 'files_processing' }],
    })
    await app.runJobs()
    const { document } = await readToSign(app, owner, record)
    expect(document.files).toMatchObject([
      { name: 'foto.jpg', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    expect((await askToSign(app, owner, record, body)).status).toBe(201)
  })

  it('asks for a hand: a drawing or a typed name, a picture of strokes and the name of a guardian', async () => {
    const record = await writeFollowUp()
    const drawing = await drawnSignature()
    const wrong: [Record<string, unknown>, string][] = [
      [{}, 'signature'],
      [{ signature: drawing, typedName: 'Mariana' }, 'typedName'],
      [{ signature: 'data:image/jpeg;base64,AAAA' }, 'signature'],
      [{ signature: 'data:image/png;base64,AAAA' }, 'signature'],
      [{ signature: await drawnSignature(2500, 10) }, 'signature'],
      [{ typedName: ' ' }, 'typedName'],
      [{ typedName: 'Rosa', signer: 'guardian' }, 'signerName'],
    ]
    for (const [body, field] of wrong)
      expect(await askToSign(app, owner, record, { signed: true, ...body }), field).toMatchObject({
        status: 400,
        errors: [{ field }],
      })
    expect((await askToSign(app, owner, record, { signed: true, signature: tinyPicture })).status).toBe(201)
  })

  it('is possible long after, in a locked file: it changes nothing of what stands there', async () => {
    const record = await writeFollowUp()
    await age(record.id)
    expect((await signByTyping(app, owner, record)).signed).toBe(true)
  })
})

const age = (id: number) =>
  app.owner.queries
    .updateTable('records')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', id)
    .execute()

describe('withdrawing a signature', () => {
  const reason = 'Firmó la madre en lugar de la paciente'

  it('leaves its trace, and opens the record once no signature stands', async () => {
    const record = await writeFollowUp()
    await signByTyping(app, owner, record)
    const { signatures } = await signByTyping(app, owner, record, { signer: 'practitioner' })
    const first = await askToSign(app, owner, record, {
      signed: false,
      seal: signatures[0]?.sealId,
      reason,
    })
    expect(first).toMatchObject({
      status: 201,
      payload: {
        signed: true,
        signatures: [
          { withdrawReason: reason, withdrawnBy: 'Laura Restrepo', withdrawnAt: expect.any(String) },
          { withdrawnAt: null },
        ],
      },
    })
    expect((await edit(record.id)).status).toBe(409)
    const last = await askToSign(app, owner, record, { signed: false, reason })
    expect(last.payload).toMatchObject({ signed: false, signature: null })
    expect((await edit(record.id)).status).toBe(200)
    expect((await signByTyping(app, owner, record, { version: 2 })).signatures).toHaveLength(3)
  })

  it('asks for a reason, the author and the time in which a record may be corrected', async () => {
    const record = await writeFollowUp()
    await signByTyping(app, owner, record)
    expect(await askToSign(app, owner, record, { signed: false })).toMatchObject({
      errors: [{ field: 'reason' }],
    })
    expect(await askToSign(app, await fresh(colleague), record, { signed: false, reason })).toMatchObject({
      errors: [{ message: 'author_required' }],
    })
    await age(record.id)
    expect(await askToSign(app, owner, record, { signed: false, reason })).toMatchObject({
      errors: [{ message: 'patient_locked' }],
    })
    await app.owner.queries
      .updateTable('patients')
      .set({ unlocked_until: new Date(Date.now() + 3_600_000) })
      .where('id', '=', record.ownerId)
      .execute()
    expect(await askToSign(app, owner, record, { signed: false, reason })).toMatchObject({
      status: 409,
      errors: [{ message: 'signing_over' }],
    })
    expect(await edit(record.id)).toMatchObject({ errors: [{ message: 'record_signed' }] })
  })

  it('finds nothing where nothing stands', async () => {
    const record = await writeFollowUp()
    expect((await askToSign(app, owner, record, { signed: false, reason })).status).toBe(404)
  })
})
