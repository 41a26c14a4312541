import path from 'node:path'
import { type HandOver, handOverEndpoints } from '@ulna/contract/hand-overs/hand-overs'
import { notesPart } from '@ulna/contract/patient-copies/patient-copies.reserved'
import type { RecordRow } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { addFile, jpeg, pdf, sha256, writeDocument } from '../../../test/factories/files.ts'
import { handOverCalls } from '../../../test/factories/hand-overs.ts'
import { mergesOf } from '../../../test/factories/merges.ts'
import { exportPractice, filesOf, importPractice } from '../../../test/factories/moves.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { signByTyping } from '../../../test/factories/signatures.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { testServer } from '../../../test/test-practice.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { forgetKeysJob } from './hand-overs.queue.ts'
import { endHandOverKeys } from './keys/hand-overs.keys.repository.ts'
import { openingKeysOf, resealHandOverKeys } from './keys/hand-overs.keys.service.ts'

const app = await testServer({ alone: true })
const { ask, keyOf, make, fetch, sent, take, fileOf, originOf, lookedAt } = handOverCalls(app)

let sender: TestPerson
let receiver: TestPerson
beforeAll(async () => {
  sender = await registerOwner(app, { firstName: 'Laura', lastName: 'Restrepo' })
  receiver = await registerOwner(app, { firstName: 'Nora', lastName: 'Vidal' })
  await giveSigningKey(app, sender)
})

const messageOf = ({ errors }: { errors: readonly { message: string }[] }): string | undefined =>
  errors[0]?.message

/** A file with one of everything that travels. */
const stage = async () => {
  const { id } = await createPatient(app, sender, {
    ...{ firstName: 'Mariana', lastName: 'Gómez', birthDate: '1980-02-13', socialId: '12345678Z' },
    ...{ mobile: '+34600111222', email: 'mariana@example.org', note: 'Prefiere tardes' },
  })
  const history = await writeRecord(app, sender, historyInput(id, { allergies: 'Látex' }))
  const diagnosis = await writeRecord(app, sender, caseInput(id, { name: 'Lumbalgia' }))
  const followUp = await writeRecord(
    app,
    sender,
    followUpInput(id, diagnosis.id, { painIntensity: 4, doctorObs: 'Mejora' }),
  )
  await signByTyping(app, sender, followUp)
  return { id, history, diagnosis, followUp }
}

const withFiles = async (patientId: number): Promise<RecordRow> => {
  const document = await writeDocument(app, sender, patientId, { name: 'Hombro AP' })
  await addFile(app, sender, { recordId: document.id, bytes: await jpeg(80, 60) })
  await addFile(app, sender, {
    ...{ recordId: document.id, bytes: pdf() },
    announcing: { name: 'informe.pdf', type: 'application/pdf' },
  })
  return document
}

const withoutPlace = ({ recordClassId, data, date, name, voidedAt, voidReason }: RecordRow) => ({
  ...{ data, date, name, voidedAt, voidReason },
  form: recordClassId.replace(/^handed_[0-9a-f]{16}_/, ''),
})
const byForm = (one: { form: string }, other: { form: string }) => one.form.localeCompare(other.form)
const comparable = (records: readonly RecordRow[]) => records.map(withoutPlace).sort(byForm)
const ofForm = (records: readonly RecordRow[], form: string): RecordRow => {
  const found = records.find(({ recordClassId }) => recordClassId.endsWith(`_${form}`))
  if (!found) throw new Error(`there is no record of ${form}`)
  return found
}

describe('a file that is handed over', () => {
  it('arrives whole at another practice, read only, as of its origin', async () => {
    const staged = await stage()
    await withFiles(staged.id)
    const bytes = await sent(sender, staged.id, receiver)
    expect(await lookedAt(receiver, bytes)).toMatchObject({
      ...{ state: 'looked', by: 'Laura Restrepo', ground: 'request', keptBack: [] },
      patient: { firstName: 'Mariana', lastName: 'Gómez', birthDate: '1980-02-13', socialId: '12345678Z' },
      counts: { records: 4, files: 2, addenda: 0, signatures: 1 },
      ...{ patientId: null, like: [], visits: 0, packages: [] },
    })
    const taken = await take(receiver, bytes)
    expect(taken).toMatchObject({ state: 'taken', created: true })
    const [there, here] = [await fileOf(sender, staged.id), await fileOf(receiver, taken.patientId)]
    expect(here.patient).toMatchObject({
      ...{ firstName: 'Mariana', lastName: 'Gómez', birthDate: '1980-02-13', socialId: '12345678Z' },
      ...{ mobile: '+34600111222', email: 'mariana@example.org', note: 'Prefiere tardes' },
      lastControl: null,
    })
    expect(comparable(here.records)).toEqual(comparable(there.records))
    expect(new Set(here.records.map(({ author }) => author.fullName))).toEqual(
      new Set(['Laura Restrepo (Laura Restrepo)']),
    )
    expect(here.records.map(({ type }) => type).sort()).toEqual(['document', 'test', 'test', 'test'])
    const filesOfBoth = [here, there].map(({ metadata }) =>
      metadata.files.map(({ fileName, sha256: digest, state }) => [fileName, digest, state]),
    )
    expect(filesOfBoth[0]).toEqual(filesOfBoth[1])
    expect(filesOfBoth[0]).toHaveLength(2)
  })

  it('shows every record with the form it was written with there', async () => {
    const staged = await stage()
    const { patientId } = await take(receiver, await sent(sender, staged.id, receiver))
    const { metadata } = await fileOf(receiver, patientId)
    for (const { classId, version } of metadata.recordClasses) {
      const answer = await app.server.inject({
        url: `/api/record_class/${classId}/${version}`,
        headers: { authorization: `Bearer ${receiver.token}` },
      })
      const { payload } = answer.json() as { payload: { sections: unknown[]; active: boolean } }
      expect(payload.sections.length).toBeGreaterThan(0)
      expect(payload.active).toBe(false)
      const stranger = await registerOwner(app)
      const foreign = await app.server.inject({
        url: `/api/record_class/${classId}/${version}`,
        headers: { authorization: `Bearer ${stranger.token}` },
      })
      expect(foreign.statusCode).toBe(404)
    }
  })

  it('tells of each record where it comes from, and what is found of its signatures', async () => {
    const staged = await stage()
    await callEndpoint(app, addendumEndpoints.create, {
      ...{ token: sender.token, params: { id: staged.followUp.id } },
      body: { text: 'Llamó por la tarde' },
    })
    const { patientId } = await take(receiver, await sent(sender, staged.id, receiver))
    const { records, metadata } = await fileOf(receiver, patientId)
    const followUp = ofForm(records, 'followup_default')
    expect(metadata.addenda).toMatchObject([{ recordId: followUp.id, text: 'Llamó por la tarde' }])
    expect(await originOf(receiver, followUp.id)).toMatchObject({
      ...{ practice: 'Laura Restrepo', genuine: true, author: 'Laura Restrepo', caseName: 'Lumbalgia' },
      record: { type: 'control', subtype: 'follow_up', sessionNumber: 1 },
      signatures: [{ signer: 'patient', stands: 'superseded', sealId: expect.any(String) }],
    })
    expect(await originOf(receiver, ofForm(records, 'case_default').id)).toMatchObject({
      ...{ record: { caseStatus: 'active' }, signatures: [], caseName: null },
    })
  })

  it('finds out when a record that was signed there says something else here, or the statement does', async () => {
    const staged = await stage()
    const { patientId, id } = await take(receiver, await sent(sender, staged.id, receiver))
    const { records } = await fileOf(receiver, patientId)
    const followUp = ofForm(records, 'followup_default')
    const stands = async () => (await originOf(receiver, followUp.id)).signatures.map((one) => one.stands)
    expect(await stands()).toEqual(['unchanged'])
    const setData = (data: string) =>
      sql`alter table records disable trigger all; update records set data = ${sql.lit(data)}::json where id = ${sql.lit(followUp.id)};
        alter table records enable trigger all`.execute(app.owner.queries)
    await setData(JSON.stringify({ ...followUp.data, painIntensity: 5 }))
    expect(await stands()).toEqual(['altered'])
    await setData(JSON.stringify(followUp.data))
    expect(await stands()).toEqual(['unchanged'])
    await sql`update received_hand_overs set seals = replace(seals, '"unchanged"', '"unproved"')
      where id = ${id}`.execute(app.owner.queries)
    expect(await originOf(receiver, followUp.id)).toMatchObject({
      ...{ genuine: false, signatures: [{ stands: 'altered' }] },
    })
  })

  it('proves what was signed in a file that became part of the one that is handed over', async () => {
    const staged = await stage()
    const kept = await createPatient(app, sender, { firstName: 'Mariana', lastName: 'Gómez Lara' })
    await mergesOf(app, sender).merge(kept.id, staged.id)
    const { patientId } = await take(receiver, await sent(sender, kept.id, receiver))
    const followUp = ofForm((await fileOf(receiver, patientId)).records, 'followup_default')
    expect((await originOf(receiver, followUp.id)).signatures).toMatchObject([{ stands: 'unchanged' }])
  })

  it('keeps back what the sender chose, in every part of it, and its sealed text too', async () => {
    const staged = await stage()
    const bytes = await sent(sender, staged.id, receiver, {
      keptBack: [notesPart, 'followup_default.doctorObs'],
    })
    const { keptBack } = await lookedAt(receiver, bytes)
    expect(keptBack).toHaveLength(2)
    const { patientId } = await take(receiver, bytes)
    const { patient, records } = await fileOf(receiver, patientId)
    expect(patient.note).toBeNull()
    const followUp = ofForm(records, 'followup_default')
    expect(followUp.data).toEqual({ ...staged.followUp.data, doctorObs: undefined })
    expect((await originOf(receiver, followUp.id)).signatures).toMatchObject([{ stands: 'withheld' }])
    const { rows } = await sql<{ kept: string }>`
      select concat(manifest, seals, preview) as kept from received_hand_overs where patient_id = ${patientId}`.execute(
      app.owner.queries,
    )
    expect(rows[0]?.kept).not.toContain('Mejora')
  })

  it('keeps the name of a case back also where what was signed of its sessions says it', async () => {
    const staged = await stage()
    const bytes = await sent(sender, staged.id, receiver, { keptBack: ['case_default.name'] })
    const { patientId } = await take(receiver, bytes)
    const { rows } = await sql<{ kept: string }>`
      select concat(manifest, seals, preview, (select string_agg(o.about, '') from received_records o
        where o.received_id = h.id)) as kept from received_hand_overs h where patient_id = ${patientId}`.execute(
      app.owner.queries,
    )
    expect(rows[0]?.kept).not.toContain('Lumbalgia')
    const followUp = ofForm((await fileOf(receiver, patientId)).records, 'followup_default')
    expect((await originOf(receiver, followUp.id)).signatures).toMatchObject([{ stands: 'withheld' }])
  })

  it('brings void records as void ones, and no temporary document', async () => {
    const { id } = await stage()
    const wrong = await writeRecord(app, sender, caseInput(id, { name: 'Cervicalgia' }))
    await sql`update records set voided_at = now(), void_reason = 'era de otra persona' where id = ${wrong.id}`.execute(
      app.owner.queries,
    )
    await writeDocument(app, sender, id, { name: 'A medias' })
    await sql`update records set subtype = 'temporal' where patient_id = ${id} and type = 'document'`.execute(
      app.owner.queries,
    )
    const { patientId } = await take(receiver, await sent(sender, id, receiver))
    const { records } = await fileOf(receiver, patientId)
    expect(records).toHaveLength(4)
    expect(records.filter(({ voidedAt }) => voidedAt !== null)).toMatchObject([
      { name: 'Cervicalgia', voidReason: 'era de otra persona' },
    ])
  })

  it('goes as well between two practices of which one handed it over before', async () => {
    const staged = await stage()
    const first = await take(receiver, await sent(sender, staged.id, receiver))
    const third = await registerOwner(app, { firstName: 'Inés', lastName: 'Coll' })
    await giveSigningKey(app, receiver)
    const again = await take(third, await sent(receiver, first.patientId, third))
    const [there, here] = [await fileOf(sender, staged.id), await fileOf(third, again.patientId)]
    expect(comparable(here.records)).toEqual(comparable(there.records))
  })

  it('tells what stays behind: visits and packages', async () => {
    const { id } = await stage()
    await bookAppointment(app, sender, { patientId: id })
    expect(await lookedAt(receiver, await sent(sender, id, receiver))).toMatchObject({ visits: 1 })
  })
})

describe('what is taken in', () => {
  const file = async (): Promise<{ bytes: Buffer; id: number }> => {
    const { id } = await stage()
    return { id, bytes: await sent(sender, id, receiver) }
  }

  it('goes into a file that is here, whose contact data and numbers stay as they are', async () => {
    const like = await createPatient(app, receiver, {
      ...{ firstName: 'María Ana', lastName: 'Gómez', socialId: '12345678Z', mobile: '+34699000111' },
    })
    const own = await writeRecord(app, receiver, caseInput(like.id, { name: 'Propio' }))
    const before = await fileOf(receiver, like.id)
    const { bytes } = await file()
    expect((await lookedAt(receiver, bytes)).like).toContainEqual(
      expect.objectContaining({ id: like.id, archived: false }),
    )
    const taken = await take(receiver, bytes, like.id)
    expect(taken).toMatchObject({ patientId: like.id, created: false })
    const after = await fileOf(receiver, like.id)
    expect(after.patient).toEqual(before.patient)
    expect(after.records).toHaveLength(4)
    expect(after.records.find(({ id }) => id === own.id)).toEqual(before.records[0])
    const next = await writeRecord(app, receiver, followUpInput(like.id, own.id))
    expect(next.sessionNumber).toBe(1)
  })

  it('makes no twins: the same file again is told, and not taken a second time', async () => {
    const { bytes } = await file()
    const taken = await take(receiver, bytes)
    expect(await lookedAt(receiver, bytes)).toMatchObject({ id: taken.id, state: 'taken' })
    expect(messageOf(await ask(receiver, 'take', taken.id, {}))).toBe('hand_over_not_now')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from received_hand_overs where uid = (select uid from received_hand_overs where id = ${taken.id})`.execute(
      app.owner.queries,
    )
    expect(rows[0]?.count).toBe(1)
  })

  it('is changed, signed, added to and continued by nobody, and voided by an administrator alone', async () => {
    const { bytes } = await file()
    const { patientId } = await take(receiver, bytes)
    const diagnosis = ofForm((await fileOf(receiver, patientId)).records, 'case_default')
    const call = (method: 'PUT' | 'POST' | 'DELETE', url: string, payload: object, token = receiver.token) =>
      app.server.inject({ method, url: `/api${url}`, payload, headers: { authorization: `Bearer ${token}` } })
    const refused = [
      await call('PUT', `/record/${diagnosis.id}`, { data: { name: 'Otra' } }),
      await call('PUT', `/record/${diagnosis.id}`, { caseStatus: 'closed' }),
      await call('POST', `/record/${diagnosis.id}/addenda`, { text: 'Algo más' }),
      await call('POST', `/signature/saveOrUpdateByPatientIdAndRecordId/${patientId}/${diagnosis.id}`, {
        ...{ signed: true, typedName: 'Nora Vidal', signer: 'practitioner' },
      }),
      await call('POST', '/record', {
        ...{ ownerId: patientId, type: 'test', subtype: diagnosis.subtype },
        ...{ recordClassId: diagnosis.recordClassId, data: { name: 'Otra' } },
      }),
    ]
    expect(refused.filter(({ statusCode }) => statusCode < 400)).toEqual([])
    await call('PUT', `/patient/${patientId}`, { unlocked: true, reason: 'es de otra persona' })
    const reason = { reason: 'es de otra persona' }
    const practitioner = await addMember(app, receiver.practiceId, 'practitioner', true)
    expect((await call('DELETE', `/record/${diagnosis.id}`, reason, practitioner.token)).statusCode).toBe(403)
    expect((await call('DELETE', `/record/${diagnosis.id}`, reason)).statusCode).toBe(200)
  })

  it('goes again within thirty days, with the patient and the bytes that it brought', async () => {
    const { id } = await stage()
    await withFiles(id)
    const taken = await take(receiver, await sent(sender, id, receiver))
    const { metadata } = await fileOf(receiver, taken.patientId)
    const [key] = metadata.files.map(({ rawStoragePath }) => rawStoragePath)
    expect(await filesOf(app).sizeOf(key ?? '')).toBeGreaterThan(0)
    const undone = await ask(receiver, 'undo', taken.id)
    expect(undone).toMatchObject({ status: 200, payload: { state: 'undone', patientId: null, spared: 0 } })
    const { rows } = await sql<{ kept: string }>`
      select concat(manifest, seals, preview) as kept from received_hand_overs where id = ${taken.id}`.execute(
      app.owner.queries,
    )
    expect(rows[0]?.kept).not.toMatch(/Mariana|Gómez|12345678Z/)
    await app.runJobs()
    expect(await filesOf(app).sizeOf(key ?? '')).toBeUndefined()
    const gone = await callEndpoint(
      app,
      { method: 'GET', path: '/patient/:id' },
      {
        ...{ token: receiver.token, params: { id: taken.patientId } },
      },
    )
    expect(gone.status).toBe(404)
    expect(messageOf(await ask(receiver, 'undo', taken.id))).toBe('hand_over_not_now')
  })

  it('spares what was worked on since, and is over after thirty days', async () => {
    const { bytes } = await file()
    const taken = await take(receiver, bytes)
    const own = await writeRecord(app, receiver, caseInput(taken.patientId, { name: 'Sigue aquí' }))
    const { records } = await fileOf(receiver, taken.patientId)
    const history = ofForm(records, 'med_hist_default')
    await callEndpoint(
      app,
      { method: 'PUT', path: '/patient/:id' },
      {
        ...{ token: receiver.token, params: { id: taken.patientId } },
        body: { unlocked: true, reason: 'para anular' },
      },
    )
    const voided = await callEndpoint(
      app,
      { method: 'DELETE', path: '/record/:id' },
      {
        ...{ token: receiver.token, params: { id: history.id } },
        body: { reason: 'era de otra persona' },
      },
    )
    expect(voided.status).toBe(200)
    await sql`update received_hand_overs set taken_at = now() - interval '31 days' where id = ${taken.id}`.execute(
      app.owner.queries,
    )
    expect(messageOf(await ask(receiver, 'undo', taken.id))).toBe('undo_too_late')
    await sql`update received_hand_overs set taken_at = now() - interval '29 days' where id = ${taken.id}`.execute(
      app.owner.queries,
    )
    expect((await ask(receiver, 'undo', taken.id)).payload).toMatchObject({
      ...{ state: 'undone', patientId: taken.patientId, spared: 1 },
    })
    const left = (await fileOf(receiver, taken.patientId)).records
    expect(left.map(({ id }) => id).sort()).toEqual([own.id, history.id].sort())
    expect(await originOf(receiver, history.id)).toMatchObject({ genuine: true })
  })

  it('waits two weeks for a decision, or is forgotten at once', async () => {
    const { bytes } = await file()
    const waiting = await lookedAt(receiver, bytes)
    const keyOfBytes = async (): Promise<string | null> => {
      const { rows } = await sql<{ key: string | null }>`
        select storage_key as key from received_hand_overs where id = ${waiting.id}`.execute(
        app.owner.queries,
      )
      return rows[0]?.key ?? null
    }
    const key = await keyOfBytes()
    expect(await filesOf(app).sizeOf(key ?? '')).toBe(bytes.length)
    expect((await ask(receiver, 'forget', waiting.id)).status).toBe(200)
    await app.runJobs()
    expect(await filesOf(app).sizeOf(key ?? '')).toBeUndefined()
    expect((await ask(receiver, 'take', waiting.id, {})).status).toBe(404)
  })
})

it('what was taken in moves along with its practice, and stays proved there', async () => {
  const scratch = await createScratchDirectory()
  const leaving = await registerOwner(app, { firstName: 'Olga', lastName: 'Prado' })
  await giveSigningKey(app, leaving)
  const staged = await stage()
  const { patientId } = await take(leaving, await sent(sender, staged.id, leaving))
  await make(leaving, patientId, { recipient: (await keyOf(receiver)).recipient })
  const file = path.join(scratch.directory, 'practice.zip')
  await exportPractice(app, leaving.practiceId, file)
  const there = await buildTestApp()
  await importPractice(there, file)
  // As signing in there for the first time does.
  await sql`update users set activated_at = now(), email_verified_at = now()`.execute(there.owner.queries)
  const arrived = { ...leaving, token: await mintToken(there, leaving) }
  const elsewhere = handOverCalls(there)
  const followUp = ofForm((await elsewhere.fileOf(arrived, patientId)).records, 'followup_default')
  expect(await elsewhere.originOf(arrived, followUp.id)).toMatchObject({
    ...{ genuine: true, practice: 'Laura Restrepo', signatures: [{ stands: 'unchanged' }] },
  })
  const [sentOn] = (await elsewhere.ask(arrived, 'list', patientId)).payload as HandOver[]
  expect(sentOn).toMatchObject({ recipientName: 'Fisio Norte', readyUntil: null })
  expect((await elsewhere.ask(arrived, 'key')).payload).toBeNull()
  await there.close()
  await scratch.remove()
})

describe('a hand-over that was made', () => {
  it('says to whom, why and by whom, and is fetched once by a link', async () => {
    const { id } = await stage()
    const { recipient, fingerprint } = await keyOf(receiver)
    const made = await make(sender, id, { recipient, ground: 'agreement', groundNote: 'Por carta' })
    expect(made).toMatchObject({
      ...{ patientId: id, recipientName: 'Fisio Norte', recipient, fingerprint, ground: 'agreement' },
      ...{ groundNote: 'Por carta', records: 3, files: 0, by: 'Laura Restrepo', fetchedAt: null },
    })
    const bytes = await fetch(sender, made)
    expect([bytes.length, sha256(bytes)]).toEqual([made.size, made.sha256])
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect((await ask(sender, 'link', made.id)).status).toBe(404)
    const [listed] = (await ask(sender, 'list', id)).payload as HandOver[]
    expect(listed).toMatchObject({ id: made.id, readyUntil: null, fetchedAt: expect.any(String) })
  })

  it('is fetched by no link that is over, nor by one of somebody who may read records no more', async () => {
    const { id } = await stage()
    const clinician = await addMember(app, sender.practiceId, 'practitioner', true)
    const { recipient } = await keyOf(receiver)
    const made = await make(clinician, id, { recipient })
    const urlBy = async (by: TestPerson) => ((await ask(by, 'link', made.id)).payload as { url: string }).url
    const [first, second] = [await urlBy(clinician), await urlBy(clinician)]
    expect((await app.server.inject({ url: first })).statusCode).toBe(404)
    await sql`update memberships set clinical = false where user_id = ${clinician.userId}`.execute(
      app.owner.queries,
    )
    expect((await app.server.inject({ url: second })).statusCode).toBe(404)
    const third = await urlBy(sender)
    await sql`update hand_overs set link_until = now() - interval '1 second' where id = ${made.id}`.execute(
      app.owner.queries,
    )
    expect((await app.server.inject({ url: third })).statusCode).toBe(404)
    expect((await app.server.inject({ url: await urlBy(sender) })).statusCode).toBe(200)
  })

  it('is for a key, and for nothing that only looks like one', async () => {
    const { id } = await stage()
    const { recipient } = await keyOf(receiver)
    const wrong = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`
    for (const other of [wrong, 'age1', recipient.toUpperCase().slice(4), '']) {
      const body = { recipientName: 'Fisio Norte', recipient: other, ground: 'request', keptBack: [] }
      const answer = await ask(sender, 'make', id, body)
      expect([answer.status, answer.errors[0]?.field], other).toEqual([400, 'recipient'])
    }
  })

  it('asks for clinical access and a fresh proof, and is of no other practice', async () => {
    const { id } = await stage()
    const { recipient } = await keyOf(receiver)
    const made = await make(sender, id, { recipient })
    const body = { recipientName: 'Fisio Norte', recipient, ground: 'request', keptBack: [] }
    expect((await ask(receiver, 'make', id, body)).status).toBe(404)
    expect((await ask(receiver, 'link', made.id)).status).toBe(404)
    expect((await ask(receiver, 'list', id)).status).toBe(404)
    const assistant = await addMember(app, sender.practiceId, 'assistant', false)
    expect((await ask(assistant, 'make', id, body)).status).toBe(403)
    await sql`update sessions set authenticated_at = now() - interval '1 day'
      where user_id = ${sender.userId}`.execute(app.owner.queries)
    for (const [name, of] of [['make', id] as const, ['link', made.id] as const])
      expect(messageOf(await ask(sender, name, of, body))).toBe('reauth_required')
    await sql`update sessions set authenticated_at = now() where user_id = ${sender.userId}`.execute(
      app.owner.queries,
    )
  })

  it('leaves a row at both ends, and nothing clinical in any', async () => {
    const { id } = await stage()
    const taken = await take(receiver, await sent(sender, id, receiver))
    const { rows } = await sql<{ action: string; patient: number; detail: string }>`
      select action, patient_id as patient, detail::text as detail from audit_events
      where action like 'hand_over.%' and patient_id = any(${[id, taken.patientId]}) order by at`.execute(
      app.owner.queries,
    )
    expect(rows.map(({ action, patient }) => [action, patient])).toEqual([
      ['hand_over.make', id],
      ['hand_over.link', id],
      ['hand_over.fetch', id],
      ['hand_over.take', taken.patientId],
    ])
    expect(rows.map(({ detail }) => detail).join(' ')).not.toMatch(/Lumbalgia|Látex|Mejora|Mariana/)
    expect(rows.at(-1)?.detail).toContain('"from"')
  })
})

it('a patient whose file was handed over is put away, and not deleted', async () => {
  const { id } = await createPatient(app, sender, { firstName: 'Vacía', lastName: 'Ruiz' })
  await make(sender, id, { recipient: (await keyOf(receiver)).recipient })
  const answer = await callEndpoint(
    app,
    { method: 'DELETE', path: '/patient/:id' },
    { token: sender.token, params: { id } },
  )
  expect([answer.status, messageOf(answer)]).toEqual([409, 'patient_has_records'])
})

/** Runs a job that waits for a later day. */
const runJobsLater = async (name: string): Promise<void> => {
  await sql`update graphile_worker._private_jobs set run_at = now()
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${name})`.execute(
    app.owner.queries,
  )
  await app.runJobs()
}

describe('the key of a practice', () => {
  it('is made once, and one that was replaced opens for ninety days what was on its way', async () => {
    const one = await registerOwner(app, { firstName: 'Rosa', lastName: 'Prieto' })
    expect((await ask(one, 'key')).payload).toBeNull()
    const first = await keyOf(one)
    expect(await keyOf(one)).toEqual(first)
    const { id } = await stage()
    const onItsWay = await sent(sender, id, one)
    const second = (await ask(one, 'replaceKey')).payload as { recipient: string }
    expect(second.recipient).not.toBe(first.recipient)
    expect(await lookedAt(one, onItsWay)).toMatchObject({ state: 'looked' })
    await sql`update hand_over_keys set retired_at = now() - interval '91 days'
      where practice_id = ${one.practiceId} and retired_at is not null`.execute(app.owner.queries)
    const answer = await handOverCalls(app).look(one, onItsWay)
    expect(messageOf(answer)).toBe('hand_over_other_key')
    await runJobsLater(forgetKeysJob)
    const { rows } = await sql<{ recipient: string }>`
      select recipient from hand_over_keys where practice_id = ${one.practiceId}`.execute(app.owner.queries)
    expect(rows).toEqual([{ recipient: second.recipient }])
  })

  it('opens with the present secret after that was replaced, and is gone with one that was lost', async () => {
    const one = await registerOwner(app, { firstName: 'Alba', lastName: 'Soto' })
    const { recipient } = await keyOf(one)
    const scope = { practiceId: one.practiceId, userId: 0 }
    const within = <T>(work: (tx: Tx) => Promise<T>) =>
      transaction(app.owner.queries, scope, 'read write', work)
    const next = 'another secret of this installation, long enough'
    await within((tx) => resealHandOverKeys(tx, one.practiceId, [next, testSecret]))
    expect(await within((tx) => openingKeysOf(tx, one.practiceId, [next]))).toMatchObject([{ recipient }])
    await expect(within((tx) => openingKeysOf(tx, one.practiceId, [testSecret]))).rejects.toThrow()
    await within((tx) => endHandOverKeys(tx, one.practiceId))
    expect((await ask(one, 'key')).payload).toBeNull()
  })

  it('is replaced by an owner alone, and its private half is nowhere to be read', async () => {
    const practitioner = await addMember(app, receiver.practiceId, 'admin', true)
    expect((await ask(practitioner, 'replaceKey')).status).toBe(403)
    await keyOf(receiver)
    const { rows } = await sql<{ identity: string }>`
      select encode(identity, 'escape') as identity from hand_over_keys`.execute(app.owner.queries)
    expect(rows.map(({ identity }) => identity).join()).not.toContain('AGE-SECRET-KEY')
    expect(JSON.stringify(Object.keys(handOverEndpoints))).not.toContain('identity')
  })
})
