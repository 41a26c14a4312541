import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import {
  type PackageMovement,
  packageRecordEndpoints,
  sessionPackageEndpoints,
} from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { caseInput, createPatient, followUpInput, writeRecord } from '../../../test/factories/clinical.ts'
import { sellPackage } from '../../../test/factories/packages.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { tellExpiry } from './session-packages.expiry.service.ts'

let owner: TestPerson
let patientId: number
let caseId: number

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app)
  patientId = (await createPatient(app, owner)).id
  caseId = (await writeRecord(app, owner, caseInput(patientId))).id
})

interface PackageAnswer extends Omit<TestAnswer, 'payload'> {
  readonly payload: SessionPackage
}

const followUp = async (by = owner, data = {}) =>
  (await writeRecord(app, by, { ...followUpInput(patientId, caseId), ...data })).id

const read = async (id: number): Promise<SessionPackage> =>
  (await callEndpoint(app, sessionPackageEndpoints.read, { token: owner.token, params: { id } })).payload

const ledger = async (id: number): Promise<PackageMovement[]> =>
  (await callEndpoint(app, sessionPackageEndpoints.movements, { token: owner.token, params: { id } })).payload

const lines = async (id: number) =>
  (await ledger(id)).map(({ kind, cause, sessions, balance }) => [kind, cause, sessions, balance])

const add = (id: number, recIds: number[], by = owner): Promise<PackageAnswer> =>
  callEndpoint(app, sessionPackageEndpoints.addRecords, { token: by.token, params: { id }, body: { recIds } })

const remove = (id: number, recIds: number[], by = owner): Promise<PackageAnswer> =>
  callEndpoint(app, sessionPackageEndpoints.removeRecords, {
    token: by.token,
    params: { id },
    body: { recIds },
  })

const update = (id: number, body: Record<string, unknown>, by = owner): Promise<PackageAnswer> =>
  callEndpoint(app, sessionPackageEndpoints.update, { token: by.token, params: { id }, body })

const sell = (body: Record<string, unknown>, by = owner): Promise<PackageAnswer> =>
  callEndpoint(app, sessionPackageEndpoints.create, {
    token: by.token,
    body: { ownerId: patientId, doctorId: by.doctorId, numSessions: 10, ...body },
  })

const errorOf = ({ errors }: Pick<TestAnswer, 'errors'>): string | undefined => errors[0]?.message

const audited = async (action: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events where practice_id = ${owner.practiceId} and action = ${action}`.execute(
    app.owner.queries,
  )
  return rows[0]?.count ?? 0
}

describe('selling a package', () => {
  it('answers what was agreed, with the whole of its sessions left and one line in the ledger', async () => {
    const packageData = { price: 720_000, currency: 'COP', notes: 'Pagado en dos veces' }
    const sold = await sellPackage(app, owner, patientId, {
      description: '10 sesiones, hombro',
      packageData,
      expiresOn: '2099-12-31',
    })
    expect(sold).toMatchObject({
      ownerId: patientId,
      owner: { id: patientId, fullName: 'Mariana Gómez Lara' },
      doctorId: owner.doctorId,
      doctor: { fullName: 'Laura Restrepo' },
      patients: [{ id: patientId }],
      numSessions: 10,
      usedSessions: 0,
      reservedSessions: 0,
      status: 'active',
      autoAdd: false,
      packageData,
      expiresOn: '2099-12-31',
      lastMovement: { kind: 'bought', sessions: 10 },
    })
    expect(await read(sold.id)).toEqual(sold)
    expect(await lines(sold.id)).toEqual([['bought', 'sold', 10, 10]])
    expect(await audited('package.create')).toBe(1)
  })

  it.each([
    [49.95, 'EUR', 4995, 2],
    [5000, 'JPY', 5000, 0],
    [0, 'USD', 0, 2],
  ])('keeps %s %s in whole units of the smallest coin', async (price, currency, minor, digits) => {
    const { id, packageData } = await sellPackage(app, owner, patientId, { packageData: { price, currency } })
    expect(packageData).toEqual({ price, currency, notes: null })
    const row = await app.owner.queries
      .selectFrom('session_packages')
      .select(['price_minor', 'price_digits'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ price_minor: minor, price_digits: digits })
  })

  it.each([
    [{ packageData: { price: 10 } }, 'packageData.currency'],
    [{ packageData: { price: 10.5, currency: 'JPY' } }, 'packageData.price'],
    [{ packageData: { price: 1, currency: 'XXQ' } }, 'packageData.currency'],
    [{ numSessions: 1.5 }, 'numSessions'],
    [{ numSessions: -1 }, 'numSessions'],
    [{ expiresOn: '2026-02-30' }, 'expiresOn'],
  ])('refuses %j', async (body, field) => {
    const answer = await sell(body)
    expect(answer.status).toBe(400)
    expect(answer.errors[0]).toMatchObject({ message: 'invalid_request', field })
  })

  it('saves nothing without data', async () => {
    const create = await callEndpoint(app, sessionPackageEndpoints.create, { token: owner.token, body: {} })
    expect(create.status).toBe(400)
    const { id } = await sellPackage(app, owner, patientId)
    const empty = await update(id, {})
    expect([empty.status, errorOf(empty)]).toEqual([400, 'invalid_request'])
    expect((await read(id)).version).toBe(1)
  })

  it('asks the rank of an assistant', async () => {
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    const refused = await sell({}, practitioner)
    expect([refused.status, errorOf(refused)]).toEqual([403, 'assistant_role_required'])
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    expect((await sell({}, assistant)).status).toBe(201)
  })

  it('whose sessions are still to be entered holds none and is active, until its sessions are used', async () => {
    const sold = await callEndpoint(app, sessionPackageEndpoints.create, {
      token: owner.token,
      body: { ownerId: patientId, doctorId: owner.doctorId, autoAdd: true },
    })
    expect(sold).toMatchObject({ status: 201, payload: { numSessions: 0, status: 'active' } })
    const { id } = sold.payload as SessionPackage
    expect(errorOf(await add(id, [caseId]))).toBe('package_used_up')
    await followUp()
    expect(await read(id), 'nothing takes a session of it').toMatchObject({ usedSessions: 0 })
    const board = await callEndpoint(app, sessionPackageEndpoints.board, { token: owner.token })
    expect(board.payload, 'nor is it about to end').toMatchObject({ ending: [] })
    const filled = await update(id, { numSessions: '1' })
    expect(filled.payload).toMatchObject({ numSessions: 1, status: 'active' })
    await followUp()
    expect(await read(id)).toMatchObject({ usedSessions: 1, status: 'completed' })
  })

  it.each([
    ['4', 4],
    [' 12 ', 12],
  ])('takes %j as a number of sessions', async (given, numSessions) => {
    expect((await sell({ numSessions: given })).payload).toMatchObject({ numSessions })
  })

  it.each(['', 'four', '1.5', '-1', '12345', null, true])(
    'refuses %j as a number of sessions',
    async (given) => {
      const { id } = await sellPackage(app, owner, patientId)
      for (const answer of [await sell({ numSessions: given }), await update(id, { numSessions: given })])
        expect(answer).toMatchObject({ status: 400, errors: [{ field: 'numSessions' }] })
    },
  )

  it('refuses a patient or practitioner of another practice, also within the family', async () => {
    const stranger = await registerOwner(app)
    const foreign = (await createPatient(app, stranger)).id
    for (const body of [{ ownerId: foreign }, { doctorId: stranger.doctorId }, { patientIds: [foreign] }]) {
      const answer = await sell(body)
      expect([answer.status, errorOf(answer)], JSON.stringify(body)).toEqual([404, 'not_found'])
    }
  })
})

describe('records on a package', () => {
  it('take sessions, are found on it and no longer offered, and give them back', async () => {
    const { id } = await sellPackage(app, owner, patientId)
    const first = await followUp()
    const second = await followUp()
    const selectable = async () => {
      const { payload }: { payload: RecordRow[] } = await callEndpoint(
        app,
        packageRecordEndpoints.selectable,
        {
          token: owner.token,
          params: { patientId },
        },
      )
      return payload.map((record) => record.id)
    }
    expect(await selectable()).toEqual([second, first, caseId])
    const answer = await add(id, [first, caseId])
    expect(answer.payload).toMatchObject({ usedSessions: 2, status: 'active' })
    expect(await selectable()).toEqual([second])
    const onIt: { payload: RecordRow[] } = await callEndpoint(app, packageRecordEndpoints.ofPackage, {
      token: owner.token,
      params: { packageId: id },
    })
    expect(onIt.payload.map((record) => record.id)).toEqual([first, caseId])
    expect((await remove(id, [first])).payload).toMatchObject({ usedSessions: 1 })
    expect(await selectable()).toEqual([second, first])
    expect(await lines(id)).toEqual([
      ['returned', 'record_removed', 1, 9],
      ['used', 'record_added', -1, 8],
      ['used', 'record_added', -1, 9],
      ['bought', 'sold', 10, 10],
    ])
    expect([await audited('package.records_added'), await audited('package.records_removed')]).toEqual([1, 1])
  })

  it('are counted once however often they are added, and given back once', async () => {
    const { id } = await sellPackage(app, owner, patientId)
    const record = await followUp()
    await add(id, [record, record])
    expect((await add(id, [record])).payload.usedSessions).toBe(1)
    await remove(id, [record])
    expect((await remove(id, [record])).payload.usedSessions).toBe(0)
  })

  it('sit in one package at most (0800)', async () => {
    const { id } = await sellPackage(app, owner, patientId)
    const other = await sellPackage(app, owner, patientId)
    const record = await followUp()
    await add(id, [record])
    const answer = await add(other.id, [await followUp(), record])
    expect([answer.status, answer.errors[0]?.code, errorOf(answer)]).toEqual([
      409,
      '0800',
      'session_already_assigned_to_another_package',
    ])
    expect((await read(other.id)).usedSessions).toBe(0)
  })

  it('are refused when the package is used up, expired or cancelled', async () => {
    const full = await sellPackage(app, owner, patientId, { numSessions: 1 })
    const [first, second] = [await followUp(), await followUp()]
    const both = await add(full.id, [first, second])
    expect([both.status, errorOf(both)]).toEqual([409, 'package_used_up'])
    expect((await add(full.id, [first])).payload.status).toBe('completed')
    const over = await sellPackage(app, owner, patientId, { expiresOn: '2020-01-01' })
    const cancelled = await sellPackage(app, owner, patientId)
    await update(cancelled.id, { status: 'cancelled', reason: 'Se muda' })
    for (const { id } of [over, cancelled]) {
      const answer = await add(id, [second])
      expect([answer.status, errorOf(answer)]).toEqual([409, 'package_not_active'])
    }
  })

  it('of others ask the rank of an assistant, own ones do not', async () => {
    const { id } = await sellPackage(app, owner, patientId)
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    const own = await followUp(practitioner)
    expect((await add(id, [own], practitioner)).status).toBe(200)
    const others = await followUp()
    const refused = await add(id, [others], practitioner)
    expect([refused.status, errorOf(refused)]).toEqual([403, 'assistant_role_required'])
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    expect((await add(id, [others], assistant)).payload.usedSessions).toBe(2)
  })

  it('of a patient whom the package does not serve are refused (0600), and void ones', async () => {
    const stranger = (await createPatient(app, owner, { firstName: 'Otra' })).id
    const { id } = await sellPackage(app, owner, stranger)
    const record = await followUp()
    const answer = await add(id, [record])
    expect([answer.status, answer.errors[0]?.code]).toEqual([400, '0600'])
    await update(id, { patientIds: [patientId] })
    await callEndpoint(app, recordEndpoints.remove, {
      token: owner.token,
      params: { id: record },
      body: { reason: 'Escrito por error en esta ficha' },
    })
    const voided = await add(id, [record])
    expect(errorOf(voided)).toBe('record_voided')
  })

  it('that are voided give their session back', async () => {
    const { id } = await sellPackage(app, owner, patientId, { numSessions: 1 })
    const record = await followUp()
    expect((await add(id, [record])).payload.status).toBe('completed')
    await callEndpoint(app, recordEndpoints.remove, {
      token: owner.token,
      params: { id: record },
      body: { reason: 'Escrito por error en esta ficha' },
    })
    expect(await read(id)).toMatchObject({ usedSessions: 0, status: 'active' })
    expect((await lines(id))[0]).toEqual(['returned', 'record_voided', 1, 1])
  })

  it('show what they are without their content to whoever has no clinical access', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    const answer = await callEndpoint(app, packageRecordEndpoints.selectable, {
      token: assistant.token,
      params: { patientId },
    })
    expect(answer.payload[0]).toMatchObject({ id: caseId, name: null, data: null })
  })

  it('are told with the file, with the packages that serve the patient', async () => {
    const sister = (await createPatient(app, owner, { firstName: 'Hermana' })).id
    const { id } = await sellPackage(app, owner, sister, { patientIds: [patientId] })
    await add(id, [caseId])
    const file: { payload: { sessionPackages: SessionPackage[] }; metadata: object } = await callEndpoint(
      app,
      patientFileEndpoints.open,
      {
        token: owner.token,
        params: { id: patientId },
      },
    )
    expect(file.payload.sessionPackages).toMatchObject([
      { id, usedSessions: 1, patients: [{ id: sister }, { id: patientId }] },
    ])
    expect(file.metadata).toMatchObject({ packageRecords: [{ recordId: caseId, packageId: id }] })
  })
})

describe('new follow-ups', () => {
  it('join the oldest package that takes them by itself, and the next when it is used up', async () => {
    const plain = await sellPackage(app, owner, patientId)
    const first = await sellPackage(app, owner, patientId, { numSessions: 1, autoAdd: true })
    const second = await sellPackage(app, owner, patientId, { numSessions: 1, autoAdd: true })
    for (let count = 0; count < 3; count += 1) await followUp()
    const used = await Promise.all(
      [plain, first, second].map(async ({ id }) => (await read(id)).usedSessions),
    )
    expect(used).toEqual([0, 1, 1])
    expect((await lines(first.id))[0]).toEqual(['used', 'record_written', -1, 0])
  })

  it('of a sister join the package of the family', async () => {
    const sister = (await createPatient(app, owner, { firstName: 'Hermana' })).id
    const { id } = await sellPackage(app, owner, sister, { patientIds: [patientId], autoAdd: true })
    await followUp()
    expect((await ledger(id))[0]).toMatchObject({
      kind: 'used',
      patient: { id: patientId },
      sessionNumber: 1,
    })
  })

  it('that are cases, or of a package that expired, take nothing', async () => {
    const over = await sellPackage(app, owner, patientId, { expiresOn: '2020-01-01', autoAdd: true })
    const active = await sellPackage(app, owner, patientId, { autoAdd: true })
    await writeRecord(app, owner, caseInput(patientId))
    expect([(await read(over.id)).usedSessions, (await read(active.id)).usedSessions]).toEqual([0, 0])
  })
})

describe('changing a package', () => {
  it('refuses fewer sessions than are used or reserved (0801)', async () => {
    const { id } = await sellPackage(app, owner, patientId)
    await add(id, [await followUp(), await followUp()])
    const answer = await update(id, { numSessions: 1 })
    expect([answer.status, answer.errors[0]?.code, errorOf(answer)]).toEqual([
      409,
      '0801',
      'num_sessions_cannot_be_lessthan_used_sessions',
    ])
    const resized = await update(id, { numSessions: 2, reason: 'Acordado' })
    expect(resized.payload).toMatchObject({ numSessions: 2, status: 'completed', version: 2 })
    expect((await ledger(id))[0]).toMatchObject({
      kind: 'adjusted',
      sessions: -8,
      balance: 0,
      reason: 'Acordado',
    })
  })

  it('asks an admin for another number of sessions and for cancelling', async () => {
    const { id } = await sellPackage(app, owner, patientId)
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    expect((await update(id, { description: 'Rodilla', numSessions: 10 }, assistant)).status).toBe(200)
    for (const body of [{ numSessions: 12 }, { status: 'cancelled', reason: 'Se muda' }]) {
      const answer = await update(id, body, assistant)
      expect([answer.status, errorOf(answer)]).toEqual([403, 'admin_role_required'])
    }
  })

  it('cancels with a reason, and makes it active again', async () => {
    const { id } = await sellPackage(app, owner, patientId)
    const silent = await update(id, { status: 'cancelled' })
    expect(silent.errors[0]).toMatchObject({ field: 'reason' })
    const cancelled = await update(id, { status: 'cancelled', reason: 'Se muda' })
    expect(cancelled.payload).toMatchObject({ status: 'cancelled', cancelReason: 'Se muda' })
    expect(errorOf(await update(id, { description: 'Otra' }))).toBe('package_not_active')
    const again = await update(id, { status: 'active', reason: 'Se queda' })
    expect(again.payload).toMatchObject({ status: 'active', cancelReason: null })
    expect((await ledger(id)).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['renewed', 'Se queda'],
      ['cancelled', 'Se muda'],
      ['bought', null],
    ])
    expect([await audited('package.cancel'), await audited('package.reactivate')]).toEqual([1, 1])
  })

  it('keeps one more version, and nothing else, of a status that is counted or said again', async () => {
    const { id } = await sellPackage(app, owner, patientId)
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    const counted = await update(id, { status: 'completed' }, assistant)
    expect(counted.payload).toMatchObject({ status: 'active', version: 2 })
    await update(id, { status: 'cancelled', reason: 'Se muda' })
    const again = await update(id, { status: 'cancelled' }, assistant)
    expect(again.payload).toMatchObject({ status: 'cancelled', cancelReason: 'Se muda', version: 4 })
    expect((await ledger(id)).map(({ kind }) => kind)).toEqual(['cancelled', 'bought'])
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    expect((await update(id, { status: 'completed' }, practitioner)).status).toBe(403)
  })

  it('takes back what was answered, tells an old version, and keeps each version', async () => {
    const sold = await sellPackage(app, owner, patientId, { packageData: { price: 10, currency: 'EUR' } })
    const same = await update(sold.id, { ...sold, patientIds: sold.patients.map(({ id }) => id) })
    expect(same.payload).toMatchObject({ version: 2, packageData: sold.packageData })
    await update(sold.id, { status: 'cancelled', reason: 'Se muda' })
    const cancelled = await read(sold.id)
    expect((await update(sold.id, { ...cancelled })).payload).toMatchObject({
      status: 'cancelled',
      version: 4,
    })
    const stale = await update(sold.id, { version: 1, description: 'Tarde' })
    expect([stale.status, errorOf(stale)]).toEqual([409, 'version_conflict'])
    expect(stale.metadata).toMatchObject({ current: { version: 4 } })
    const versions = await app.owner.queries
      .selectFrom('session_package_versions')
      .select('version')
      .where('package_id', '=', sold.id)
      .execute()
    expect(versions).toEqual([1, 2, 3, 4].map((version) => ({ version })))
  })

  it('keeps the price when only the notes change, and drops all of it with null', async () => {
    const { id } = await sellPackage(app, owner, patientId, { packageData: { price: 10, currency: 'EUR' } })
    const noted = await update(id, { packageData: { notes: 'Bono de familia' } })
    expect(noted.payload.packageData).toEqual({ price: 10, currency: 'EUR', notes: 'Bono de familia' })
    const none = await update(id, { packageData: null })
    expect(none.payload.packageData).toEqual({ price: null, currency: null, notes: null })
  })

  it('does not stop serving whoever took a session of it', async () => {
    const sister = (await createPatient(app, owner, { firstName: 'Hermana' })).id
    const { id } = await sellPackage(app, owner, sister, { patientIds: [patientId] })
    await add(id, [caseId])
    const answer = await update(id, { patientIds: [] })
    expect([answer.status, errorOf(answer)]).toEqual([409, 'package_patient_served'])
    await remove(id, [caseId])
    expect((await update(id, { patientIds: [] })).payload.patients).toEqual([
      { id: sister, fullName: 'Hermana Gómez Lara' },
    ])
  })
})

describe('the last day of a package', () => {
  it('is told by its status at once, and to the ledger once', async () => {
    const { id } = await sellPackage(app, owner, patientId, { expiresOn: '2026-01-31' })
    expect((await read(id)).status).toBe('expired')
    await tellExpiry(app.db, owner.practiceId, id)
    await tellExpiry(app.db, owner.practiceId, id)
    expect(await lines(id)).toEqual([
      ['expired', 'day_came', 0, 10],
      ['bought', 'sold', 10, 10],
    ])
    expect(await audited('package.expire')).toBe(1)
    const prolonged = await update(id, { expiresOn: '2099-01-31' })
    expect(prolonged.payload.status).toBe('active')
    expect((await lines(id))[0]).toEqual(['renewed', 'prolonged', 0, 10])
    await tellExpiry(app.db, owner.practiceId, id)
    expect(await lines(id)).toHaveLength(3)
  })

  it('ends on the clock of the practice', async () => {
    const { rows } = await sql<{
      day: string
    }>`select (now() at time zone 'America/Bogota')::date as day`.execute(app.owner.queries)
    const { id } = await sellPackage(app, owner, patientId, { expiresOn: rows[0]?.day })
    expect((await read(id)).status).toBe('active')
    const { rows: queued } = await sql<{ at: string }>`
      select to_char(run_at at time zone 'America/Bogota', 'HH24:MI') as at from graphile_worker.jobs
      where task_identifier = 'session_packages.expire' order by id desc limit 1`.execute(app.owner.queries)
    expect(queued).toEqual([{ at: '00:01' }])
  })
})

describe('lists', () => {
  it('are found by patient, description and status, with what is active, ends soon or expired', async () => {
    const sister = (await createPatient(app, owner, { firstName: 'Ángela' })).id
    const knee = await sellPackage(app, owner, patientId, { description: 'Rodilla', patientIds: [sister] })
    const over = await sellPackage(app, owner, patientId, { expiresOn: '2020-01-01' })
    const nearly = await sellPackage(app, owner, patientId, { numSessions: 1 })
    const list = async (query: Record<string, string>) => {
      const { payload, metadata }: { payload: SessionPackage[]; metadata: object } = await callEndpoint(
        app,
        sessionPackageEndpoints.list,
        { token: owner.token, query },
      )
      return { ids: payload.map(({ id }) => id), metadata }
    }
    expect((await list({})).ids).toEqual([nearly.id, over.id, knee.id])
    expect((await list({ q: 'angela' })).ids).toEqual([knee.id])
    expect((await list({ q: 'rodi' })).ids).toEqual([knee.id])
    expect((await list({ status: 'expired' })).ids).toEqual([over.id])
    expect((await list({ patientId: String(sister) })).ids).toEqual([knee.id])
    expect((await list({ limit: '1' })).metadata).toEqual({
      total: 3,
      limit: 1,
      offset: 0,
      active: 2,
      ending: 1,
      expired: 1,
    })
    const board = await callEndpoint(app, sessionPackageEndpoints.board, { token: owner.token })
    expect(board.payload).toMatchObject({
      ending: [{ id: nearly.id }],
      withoutNextVisit: [{ patientId, packageId: knee.id, left: 10 }],
    })
  })
})

it('keeps a patient with a package from being deleted', async () => {
  const { id } = await createPatient(app, owner, { firstName: 'Sin registros' })
  await sellPackage(app, owner, id)
  const answer = await callEndpoint(app, patientEndpoints.remove, { token: owner.token, params: { id } })
  expect([answer.status, errorOf(answer)]).toEqual([409, 'patient_has_records'])
})
