import { auditEndpoints } from '@ulna/contract/audit/audit.trail'
import { paperEndpoints } from '@ulna/contract/papers/papers'
import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientMergeEndpoints } from '@ulna/contract/patient-merges/patient-merges'
import { type Patient, patientEndpoints } from '@ulna/contract/patients/patients'
import { receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import {
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { importCalls, twoPatients } from '../../../test/factories/imports.ts'
import { mergesOf } from '../../../test/factories/merges.ts'
import { sellPackage } from '../../../test/factories/packages.ts'
import { issuePaper } from '../../../test/factories/papers.ts'
import { addMember } from '../../../test/factories/people.ts'
import { issueReceipt } from '../../../test/factories/receipts.ts'
import { freshAgenda, type TestAgenda, weekly } from '../../../test/factories/series.ts'
import { signByTyping } from '../../../test/factories/signatures.ts'
import { testServer } from '../../../test/test-practice.ts'
import { localFileStore } from '../../platform/files/file-store.local.ts'
import { createSealKeys } from '../signatures/signatures.seals.ts'
import { verifySeals } from '../signatures/signatures.verify.chain.ts'

let agenda: TestAgenda
let merges: ReturnType<typeof mergesOf>
let kept: Patient
let other: Patient

const app = await testServer()
beforeEach(async () => {
  agenda = await freshAgenda(app)
  merges = mergesOf(app, agenda.by)
  kept = await createPatient(app, agenda.by)
  other = await createPatient(app, agenda.by, { mobile: '699 111 222', note: 'Prefiere tardes' })
})

const token = (): string => agenda.by.token
const read = async (id = kept.id): Promise<Patient> =>
  (await callEndpoint(app, patientEndpoints.read, { token: token(), params: { id } })).payload
const fileOf = async (patientId = kept.id) =>
  (await callEndpoint(app, patientFileEndpoints.open, { token: token(), params: { id: patientId } }))
    .payload as unknown as { records: RecordRow[]; patient: Patient }
const recordsOf = async (id = kept.id): Promise<number[]> =>
  (await fileOf(id)).records.map((one) => one.id).sort((a, b) => a - b)
const listed = async (): Promise<number[]> => {
  const { payload } = await callEndpoint(app, patientEndpoints.list, { token: token(), query: {} })
  return (payload as { id: number }[]).map(({ id }) => id)
}
const errorOf = ({ errors }: { errors?: readonly { message: string }[] | undefined }) => errors?.[0]?.message

describe('two files', () => {
  it('become one: what stood in the other stands in this one, and the other is in no list any more', async () => {
    const own = await writeRecord(app, agenda.by, caseInput(kept.id))
    const found = await writeRecord(app, agenda.by, caseInput(other.id, { name: 'Lumbalgia' }))
    const session = await writeRecord(app, agenda.by, followUpInput(other.id, found.id))
    await merges.merge(kept.id, other.id)
    expect(await recordsOf()).toEqual([own.id, found.id, session.id])
    expect(await listed()).toEqual([kept.id])
    expect((await read()).otherFiles).toEqual([{ id: other.id, fileId: other.fileId }])
    const more = await writeRecord(app, agenda.by, followUpInput(kept.id, found.id))
    expect(more.sessionNumber).toBe(2)
  })

  it('are two again once it is undone, each with what was its own', async () => {
    const own = await writeRecord(app, agenda.by, caseInput(kept.id))
    const found = await writeRecord(app, agenda.by, caseInput(other.id))
    await merges.merge(kept.id, other.id, { fields: { mobile: 'other', note: 'both' } })
    expect(await read()).toMatchObject({ mobile: '699 111 222', note: 'Prefiere tardes' })
    await merges.undo(kept.id)
    expect(await recordsOf()).toEqual([own.id])
    expect(await recordsOf(other.id)).toEqual([found.id])
    expect(await read()).toMatchObject({ mobile: null, note: null, otherFiles: [] })
    expect(await read(other.id)).toMatchObject({ fileId: other.fileId, mobile: '699 111 222' })
    expect((await listed()).sort()).toEqual([kept.id, other.id].sort())
    expect(await merges.list(kept.id)).toEqual([])
  })

  it('leave to who stays what was written since, and take along what hangs on what goes back', async () => {
    const found = await writeRecord(app, agenda.by, caseInput(other.id))
    await merges.merge(kept.id, other.id)
    const since = await writeRecord(app, agenda.by, caseInput(kept.id))
    const hanging = await writeRecord(app, agenda.by, followUpInput(kept.id, found.id))
    expect((await merges.list(kept.id))[0]?.stays).toEqual({
      records: 1,
      visits: 0,
      packages: 0,
      history: false,
    })
    await merges.undo(kept.id)
    expect(await recordsOf()).toEqual([since.id])
    expect(await recordsOf(other.id)).toEqual([found.id, hanging.id])
  })

  it('keep what somebody changed since of the contact data', async () => {
    await merges.merge(kept.id, other.id, { fields: { mobile: 'other', note: 'other' } })
    await callEndpoint(app, patientEndpoints.update, {
      token: token(),
      params: { id: kept.id },
      body: { mobile: '600 000 000' },
    })
    await merges.undo(kept.id)
    expect(await read()).toMatchObject({ mobile: '600 000 000', note: null })
  })

  it('are asked for by an admin with clinical access alone, both unlocked, open, and of this practice', async () => {
    const { token: assistant } = await addMember(app, agenda.by.practiceId, 'assistant', true)
    const { token: office } = await addMember(app, agenda.by.practiceId, 'admin', false)
    const call = (as: string) =>
      callEndpoint(app, patientMergeEndpoints.merge, {
        token: as,
        params: { id: kept.id },
        body: { otherId: other.id, reason: 'Dos veces' },
      })
    expect(errorOf(await call(assistant))).toBe('admin_role_required')
    expect(errorOf(await call(office))).toBe('clinical_access_required')
    expect(await merges.ask(kept.id, other.id)).toMatchObject({
      status: 403,
      errors: [{ message: 'patient_locked' }],
    })
    await merges.unlock(kept.id)
    expect(errorOf(await merges.ask(kept.id, other.id))).toBe('patient_locked')
    await merges.unlock(other.id)
    expect((await merges.ask(kept.id, kept.id)).errors).toMatchObject([{ field: 'otherId' }])
    const foreign = await freshAgenda(app)
    const elsewhere = await createPatient(app, foreign.by)
    expect((await merges.ask(kept.id, elsewhere.id)).status).toBe(404)
    expect((await mergesOf(app, foreign.by).ask(kept.id, other.id)).status).toBe(404)
    expect(errorOf(await merges.ask(kept.id, other.id, { otherVersion: 1 }))).toBe('version_conflict')
    expect(await listed()).toHaveLength(2)
  })

  it('are compared before: what each says and holds, and visits at the same time', async () => {
    await writeRecord(app, agenda.by, caseInput(other.id))
    await writeRecord(app, agenda.by, historyInput(other.id))
    await agenda.book({ ...agenda.times('2027-05-03'), patientId: kept.id, allowOverlap: true })
    await agenda.book({ ...agenda.times('2027-05-03'), patientId: other.id, allowOverlap: true })
    const payload = await merges.compare(kept.id, other.id)
    expect(payload).toMatchObject({
      kept: { patient: { id: kept.id }, cases: [], history: null },
      other: { patient: { id: other.id }, cases: [{ ownerId: other.id }], history: { ownerId: other.id } },
      clashes: [{ start: expect.any(String) }],
      locked: { kept: true, other: true },
    })
    expect(payload.held.find(({ kind }) => kind === 'records')).toEqual({
      kind: 'records',
      kept: 0,
      other: 2,
    })
    expect(payload.held.find(({ kind }) => kind === 'visitsToCome')).toMatchObject({ kept: 1, other: 1 })
  })
})

describe('the patient who became an alias', () => {
  it('leads to the file, by any call that names them, and has no number that another gets', async () => {
    await merges.merge(kept.id, other.id)
    expect(await read(other.id)).toMatchObject({ id: kept.id, fileId: kept.fileId })
    const answers = [
      await callEndpoint(app, patientFileEndpoints.open, { token: token(), params: { id: other.id } }),
      await callEndpoint(app, patientEndpoints.update, {
        token: token(),
        params: { id: other.id },
        body: { note: 'x' },
      }),
      await callEndpoint(app, recordEndpoints.create, { token: token(), body: caseInput(other.id) }),
      await merges.ask(other.id, kept.id),
      await merges.askToCompare(kept.id, other.id),
      await agenda.book({ ...agenda.times('2027-05-03'), patientId: other.id }),
    ]
    for (const { status, errors } of answers) {
      expect(status).toBe(409)
      expect(errors).toMatchObject([{ message: 'patient_merged', params: { patientId: kept.id } }])
    }
    expect((await merges.ask(kept.id, other.id)).status).toBe(200)
    expect(await merges.list(kept.id)).toHaveLength(1)
    const taken = await callEndpoint(app, patientEndpoints.create, {
      token: token(),
      body: { firstName: 'Otra', lastName: 'Persona', fileId: other.fileId },
    })
    expect(taken.errors).toMatchObject([{ message: 'already_exists', params: { field: 'fileId' } }])
  })

  it('is in no duplicate check and no search, and keeps the file from being deleted', async () => {
    await merges.merge(kept.id, other.id)
    const { payload } = await callEndpoint(app, patientEndpoints.list, {
      token: token(),
      query: { q: 'mariana' },
    })
    expect((payload as { id: number }[]).map(({ id }) => id)).toEqual([kept.id])
    const likely = await callEndpoint(app, patientEndpoints.findDuplicates, {
      token: token(),
      query: { firstName: 'Mariana', lastName: 'Gómez Lara' },
    })
    expect((likely.payload as { id: number }[]).some(({ id }) => id === other.id)).toBe(false)
    const removed = await callEndpoint(app, patientEndpoints.remove, {
      token: token(),
      params: { id: kept.id },
    })
    expect(errorOf(removed)).toBe('patient_has_records')
  })

  it('is told to other systems as replaced, and the file as who replaces them', async () => {
    await merges.merge(kept.id, other.id)
    const fhir = async (id: number) =>
      (
        await app.server.inject({
          url: `/api/fhir/R4/Patient/patient-${id}`,
          headers: { authorization: `Bearer ${token()}` },
        })
      ).json()
    expect(await fhir(other.id)).toEqual({
      resourceType: 'Patient',
      id: `patient-${other.id}`,
      active: false,
      link: [{ other: { reference: `Patient/patient-${kept.id}` }, type: 'replaced-by' }],
    })
    expect(await fhir(kept.id)).toMatchObject({
      active: true,
      link: [{ other: { reference: `Patient/patient-${other.id}` }, type: 'replaces' }],
      identifier: expect.arrayContaining([expect.objectContaining({ value: other.fileId, use: 'old' })]),
    })
  })

  it('has its receipts and its trail in the file it became part of', async () => {
    const receipt = await issueReceipt(app, agenda.by, other.id)
    await merges.merge(kept.id, other.id)
    const { payload } = await callEndpoint(app, receiptEndpoints.list, {
      token: token(),
      query: { patientId: String(kept.id) },
    })
    expect(payload).toMatchObject([
      { id: receipt.id, patientId: kept.id, payer: { name: 'Mariana Gómez Lara' } },
    ])
    const one = await callEndpoint(app, receiptEndpoints.read, {
      token: token(),
      params: { id: receipt.id },
    })
    expect(one.payload).toMatchObject({ patientId: kept.id })
    const openings = await callEndpoint(app, auditEndpoints.patientOpenings, {
      token: token(),
      params: { id: kept.id },
      query: {},
    })
    const actions = (openings.payload as { action: string }[]).map(({ action }) => action)
    expect(actions.filter((action) => action === 'patient.create')).toHaveLength(2)
    expect(actions.filter((action) => action === 'patient.merge')).toHaveLength(2)
  })

  it('has its papers in the file it became part of, where they are read', async () => {
    await writeRecord(app, agenda.by, caseInput(other.id))
    const { paper } = await issuePaper(app, agenda.by, other.id)
    await merges.merge(kept.id, other.id)
    const read = await app.server.inject({
      url: `/api/paper/${paper.id}/content`,
      headers: { authorization: `Bearer ${token()}` },
    })
    expect(read.statusCode).toBe(200)
    const { rows } = await sql<{ patientId: number }>`
      select patient_id as "patientId" from audit_events where practice_id = ${agenda.by.practiceId}
        and action = 'paper.read' order by at desc, seq desc limit 1`.execute(app.owner.queries)
    expect(rows).toEqual([{ patientId: kept.id }])
  })
})

describe('what was signed', () => {
  const sealed = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ text: string }>`
      select s::text as text from signatures s where practice_id = ${agenda.by.practiceId} order by sequence`.execute(
      app.owner.queries,
    )
    return rows.map(({ text }) => text)
  }
  const verify = async (code: string) =>
    (await callEndpoint(app, paperEndpoints.verify, { body: { code } })).payload as { status: string }

  it('stays byte for byte, verifies in the file it stands in, and again when it is undone', async () => {
    const record = await writeRecord(app, agenda.by, caseInput(other.id))
    const { signatures } = await signByTyping(app, agenda.by, record)
    const before = await sealed()
    const code = signatures[0]?.sealId ?? ''
    expect((await verify(code)).status).toBe('unchanged')
    await merges.merge(kept.id, other.id)
    expect(await sealed()).toEqual(before)
    expect((await verify(code)).status).toBe('unchanged')
    const reports = await verifySeals(app.pool.queries, {
      keys: createSealKeys(testSecret),
      files: localFileStore(app.filesDirectory),
    })
    expect(reports.find(({ practiceId }) => practiceId === agenda.by.practiceId)).toMatchObject({
      seals: 1,
      faults: [],
    })
    const edit = await callEndpoint(app, recordEndpoints.update, {
      token: token(),
      params: { id: record.id },
      body: { data: { name: 'Otra' } },
    })
    expect(errorOf(edit)).toBe('record_signed')
    await merges.undo(kept.id)
    expect(await sealed()).toEqual(before)
    expect((await verify(code)).status).toBe('unchanged')
    expect(await recordsOf(other.id)).toEqual([record.id])
  })

  it('since a merge keeps it from being undone, and so does what was issued', async () => {
    const record = await writeRecord(app, agenda.by, caseInput(other.id))
    const mergeId = await merges.merge(kept.id, other.id)
    await signByTyping(app, agenda.by, { ...record, ownerId: kept.id })
    await issueReceipt(app, agenda.by, kept.id)
    expect((await merges.list(kept.id))[0]?.sealed).toEqual([
      { kind: 'signatures', count: 1 },
      { kind: 'receipts', count: 1 },
    ])
    expect(await merges.askUndo(kept.id, mergeId)).toMatchObject({
      status: 409,
      errors: [{ message: 'merge_sealed' }],
    })
    expect(await recordsOf()).toEqual([record.id])
  })
})

describe('two medical histories', () => {
  const joint = { recordClassId: 'med_hist_default', data: { gender: 'f', profession: 'Docente y música' } }
  const histories = async (id = kept.id) =>
    (await fileOf(id)).records.filter(({ type }) => type === 'med_hist')

  it('become one that somebody confirms; what both said stays as it is, signed or not', async () => {
    const own = await writeRecord(app, agenda.by, historyInput(kept.id))
    const theirs = await writeRecord(app, agenda.by, historyInput(other.id, { profession: 'Música' }))
    await signByTyping(app, agenda.by, theirs)
    await merges.unlock(kept.id)
    await merges.unlock(other.id)
    expect((await merges.ask(kept.id, other.id)).errors).toMatchObject([
      { field: 'history', params: { reason: 'field_required' } },
    ])
    expect(
      (await merges.ask(kept.id, other.id, { history: { ...joint, data: { nothing: 1 } } })).errors,
    ).toMatchObject([{ field: expect.stringContaining('nothing') }])
    expect(await listed()).toHaveLength(2)
    await merges.merge(kept.id, other.id, { history: joint })
    const [first, ...others] = await histories()
    expect(first).toMatchObject({ data: joint.data, authorId: agenda.by.doctorId })
    expect(first?.former).toBe(undefined)
    expect(others.map(({ id, former, data }) => [id, former, data])).toEqual(
      expect.arrayContaining([
        [own.id, true, own.data],
        [theirs.id, true, theirs.data],
      ]),
    )
    const saved = await callEndpoint(app, recordEndpoints.create, {
      token: token(),
      body: historyInput(kept.id, { profession: 'Jubilada' }),
    })
    expect(saved.payload).toMatchObject({ id: first?.id, version: 2 })
  })

  it('are two again when it is undone, and nothing is left of the one', async () => {
    const own = await writeRecord(app, agenda.by, historyInput(kept.id))
    const theirs = await writeRecord(app, agenda.by, historyInput(other.id))
    await merges.merge(kept.id, other.id, { history: joint })
    await merges.undo(kept.id)
    expect((await histories()).map(({ id, former }) => [id, former])).toEqual([[own.id, undefined]])
    expect((await histories(other.id)).map(({ id, former }) => [id, former])).toEqual([
      [theirs.id, undefined],
    ])
  })

  it('leave the one with who stays, when somebody wrote in it since', async () => {
    const own = await writeRecord(app, agenda.by, historyInput(kept.id))
    const theirs = await writeRecord(app, agenda.by, historyInput(other.id))
    await merges.merge(kept.id, other.id, { history: joint })
    await callEndpoint(app, recordEndpoints.create, {
      token: token(),
      body: historyInput(kept.id, { profession: 'Jubilada' }),
    })
    expect((await merges.list(kept.id))[0]?.stays.history).toBe(true)
    await merges.undo(kept.id)
    const left = await histories()
    expect(left.map(({ id }) => id)).toContain(own.id)
    expect(left.find(({ id }) => id === own.id)?.former).toBe(true)
    expect(left.filter(({ former }) => !former)).toMatchObject([{ data: { profession: 'Jubilada' } }])
    expect((await histories(other.id)).map(({ id, former }) => [id, former])).toEqual([
      [theirs.id, undefined],
    ])
  })

  it('are asked of nobody where one alone has one, which then counts', async () => {
    const theirs = await writeRecord(app, agenda.by, historyInput(other.id))
    await merges.unlock(kept.id)
    await merges.unlock(other.id)
    expect((await merges.ask(kept.id, other.id, { history: joint })).errors).toMatchObject([
      { field: 'history', params: { reason: 'field_option' } },
    ])
    await merges.merge(kept.id, other.id)
    expect((await histories()).map(({ id, former }) => [id, former])).toEqual([[theirs.id, undefined]])
  })
})

describe('packages, visits and who waits', () => {
  it('follow with their sessions, also of a package that served both', async () => {
    const shared = await sellPackage(app, agenda.by, other.id, { patientIds: [kept.id], autoAdd: true })
    const found = await writeRecord(app, agenda.by, caseInput(other.id))
    const session = await writeRecord(app, agenda.by, followUpInput(other.id, found.id))
    await agenda.book({ ...agenda.times('2027-05-03'), patientId: other.id, every: weekly(3) })
    await merges.merge(kept.id, other.id)
    expect((await agenda.events()).map(({ patientId }) => patientId)).toEqual([kept.id, kept.id, kept.id])
    const { rows } = await sql<{ patient: number; record: number }>`
      select patient_id as patient, record_id as record from session_package_uses
      where package_id = ${shared.id}`.execute(app.owner.queries)
    expect(rows).toEqual([{ patient: kept.id, record: session.id }])
    const since = await writeRecord(app, agenda.by, caseInput(kept.id))
    await writeRecord(app, agenda.by, followUpInput(kept.id, since.id))
    await merges.undo(kept.id)
    const { rows: after } = await sql<{ patient: number }>`
      select patient_id as patient from session_package_uses where package_id = ${shared.id} order by id`.execute(
      app.owner.queries,
    )
    expect(after.map(({ patient }) => patient)).toEqual([other.id, kept.id])
    expect((await agenda.events()).map(({ patientId }) => patientId)).toEqual([other.id, other.id, other.id])
  })

  it('leave no visit behind, however a booking meets the merge', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = [await createPatient(app, agenda.by), await createPatient(app, agenda.by)]
      await merges.unlock(one.id)
      await merges.unlock(two.id)
      const day = `2027-06-${String(10 + round)}`
      const [merged, booked] = await Promise.all([
        merges.ask(one.id, two.id),
        agenda.book({ ...agenda.times(day), patientId: two.id }),
      ])
      expect(merged.status).toBe(200)
      if (booked.status !== 201) expect(errorOf(booked)).toMatch(/^patient_(merged|archived)$/)
      const { rows } = await sql<{ stray: number }>`
        select count(*)::int as stray from appointments where patient_id = ${two.id}`.execute(
        app.owner.queries,
      )
      expect(rows[0]?.stray).toBe(0)
    }
  })
})

describe('what an import brought', () => {
  it('is known again when the same file comes back, and its numbers stay taken', async () => {
    const imports = importCalls(app, () => agenda.by)
    const [one, two] = await imports.bringPatients()
    await merges.merge(one, two)
    const again = await imports.bring('patients', twoPatients, { source: 'Programa viejo' })
    expect((await imports.rowsOf(again.id)).map(({ fate, patientId }) => [fate, patientId])).toEqual([
      ['before', one],
      ['before', one],
    ])
    const { otherFiles } = await read(one)
    const taken = `N.º de ficha;Nombre;Apellidos\n${otherFiles[0]?.fileId};Luz;Mar\n`
    const batch = await imports.bring('patients', taken, { source: 'Otro programa' })
    expect(batch.state).toBe('done')
    const [came] = await imports.rowsOf(batch.id)
    expect((await read(came?.patientId ?? 0)).fileId).not.toBe(otherFiles[0]?.fileId)
  })
})

describe('files that are merged on', () => {
  it('are undone in their order, the last one first', async () => {
    const third = await createPatient(app, agenda.by)
    const found = await writeRecord(app, agenda.by, caseInput(third.id))
    await merges.merge(other.id, third.id)
    await merges.merge(kept.id, other.id)
    expect((await read()).otherFiles.map(({ id }) => id)).toEqual([other.id, third.id])
    expect(await recordsOf()).toEqual([found.id])
    expect(await read(third.id)).toMatchObject({ id: kept.id })
    await merges.undo(kept.id)
    expect(await read(third.id)).toMatchObject({ id: other.id })
    await merges.undo(other.id)
    expect(await recordsOf(third.id)).toEqual([found.id])
  })

  it('of one file: an earlier one waits for the later one', async () => {
    const third = await createPatient(app, agenda.by)
    const first = await merges.merge(kept.id, other.id)
    await merges.merge(kept.id, third.id)
    expect((await merges.list(kept.id)).map(({ last }) => last)).toEqual([true, false])
    expect(errorOf(await merges.askUndo(kept.id, first))).toBe('merge_not_last')
    await merges.undo(kept.id)
    await merges.undo(kept.id)
    expect(await listed()).toHaveLength(3)
  })
})
