import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { InvitationOffer } from '@ulna/contract/practices/practices.members'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { deletionsOf, keeperInput } from '../../../test/factories/deletions.ts'
import { importPractice } from '../../../test/factories/moves.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { issueReceipt } from '../../../test/factories/receipts.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer({ alone: true })

let owner: TestPerson
let patientId: number
let deletions: ReturnType<typeof deletionsOf>

const choose = (choice: object): Promise<unknown> =>
  sql`update practices set configurations = jsonb_set(configurations, '{retention}', ${JSON.stringify(choice)}::jsonb)
    where id = ${owner.practiceId}`.execute(app.owner.queries)

beforeEach(async () => {
  owner = await registerOwner(app)
  deletions = deletionsOf(app, owner)
  patientId = (await createPatient(app, owner, { firstName: 'Mariana' })).id
})

const closeCase = async (day: string): Promise<void> => {
  const found = await writeRecord(app, owner, { ...caseInput(patientId), date: `${day}T10:00:00Z` })
  await sql`update records set case_status = 'closed', case_outcome = 'discharge', case_closed_on = ${day}::date
    where id = ${found.id}`.execute(app.owner.queries)
}

const mailsTo = async (subject: RegExp): Promise<number> => {
  await app.runJobs()
  return (await app.mails()).filter((mail) => subject.test(mail.subject ?? '')).length
}

describe('what keeps the files of a practice', () => {
  it('is nothing where nobody was ever treated', async () => {
    expect(await deletions.stand()).toMatchObject({ kept: false, terms: [], missing: [], deletion: null })
    expect((await deletions.request()).status).toBe(201)
  })

  it('is every file while the practice has chosen no term, and those whose term runs', async () => {
    await closeCase('2001-03-05')
    expect((await deletions.stand()).terms).toEqual([{ term: 'no_term', count: 1, until: null }])
    await choose({ rule: 'spain', years: null })
    expect((await deletions.stand()).terms).toEqual([])
    await closeCase('2025-03-05')
    expect((await deletions.stand()).terms).toEqual([{ term: 'term', count: 1, until: '2030-03-05' }])
  })

  it('is a diagnosis that nobody closed, a hold, and receipts that tax law keeps', async () => {
    await choose({ rule: 'spain', years: null })
    await writeRecord(app, owner, { ...caseInput(patientId), date: '2001-03-05T10:00:00Z' })
    await sql`insert into patient_holds (practice_id, patient_id, reason, placed_by)
      values (${owner.practiceId}, ${patientId}, 'Juzgado', ${owner.userId})`.execute(app.owner.queries)
    for (const day of ['2024-05-02', '2001-05-02']) {
      const { id } = await issueReceipt(app, owner, patientId)
      await sql`update receipts set issued_on = ${day}::date where id = ${id}`.execute(app.owner.queries)
    }
    expect((await deletions.stand()).terms).toEqual([
      { term: 'open', count: 1, until: null },
      { term: 'held', count: 1, until: null },
      { term: 'receipts', count: 1, until: '2030-12-31' },
    ])
  })

  it('counts what there is to lose, visits to come and paid sessions among it', async () => {
    const start = new Date(Date.now() + 40 * 86_400_000)
    await bookAppointment(app, owner, {
      start: start.toISOString(),
      end: new Date(start.getTime() + 3_600_000).toISOString(),
      patientId,
    })
    const stand = await deletions.stand()
    expect(stand).toMatchObject({ visitsAhead: 1, balances: 0, bytes: 0, kept: true })
    const counts = Object.fromEntries(stand.counts.map(({ kind, count }) => [kind, count]))
    expect(counts).toMatchObject({ patients: 1, appointments: 1, records: 0, members: 1 })
  })
})

describe('asking for a practice to be deleted', () => {
  it('takes the name of the practice, and who keeps the files while anything keeps them', async () => {
    await closeCase('2025-03-05')
    const fieldsOf = async (body: object) =>
      (await deletions.ask('ask', body)).errors.map(({ field, params }) => [field, params?.reason])
    expect(await fieldsOf({ name: 'Otra consulta', ...keeperInput })).toEqual([
      ['name', 'field_practice_name'],
    ])
    const { practiceName: name } = await deletions.stand()
    expect(await fieldsOf({ name })).toEqual([
      ['keeperName', 'field_required'],
      ['keeperAddress', 'field_required'],
      ['keeperContact', 'field_required'],
    ])
    expect(await fieldsOf({ name, ...keeperInput, keeperContact: '  ' })).toEqual([
      ['keeperContact', 'field_required'],
    ])
    const asked = await deletions.ask('ask', { name: `  ${name} `, ...keeperInput })
    expect(asked).toMatchObject({
      status: 201,
      payload: { keeper: { name: keeperInput.keeperName, address: keeperInput.keeperAddress } },
    })
    const days =
      (Date.parse((asked.payload as { destroyAfter: string }).destroyAfter) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
  })

  it('is an owner’s, with a fresh proof, and happens once', async () => {
    const admin = await addMember(app, owner.practiceId, 'admin', true)
    const refused = await callEndpoint(
      app,
      { method: 'POST', path: '/practice/deletion' },
      { token: admin.token, body: { name: 'x' } },
    )
    expect(refused).toMatchObject({ status: 403, errors: [{ message: 'owner_role_required' }] })
    const stale = await callEndpoint(
      app,
      { method: 'POST', path: '/practice/deletion' },
      { token: await mintToken(app, { ...owner, stale: true }), body: { name: 'x' } },
    )
    expect(stale).toMatchObject({ status: 401, errors: [{ message: 'reauth_required' }] })
    expect((await deletions.request()).status).toBe(201)
    expect((await deletions.request()).errors).toMatchObject([{ message: 'practice_closing' }])
    expect((await deletions.ask('takeBack')).status).toBe(200)
    expect((await deletions.ask('takeBack')).errors).toMatchObject([{ message: 'deletion_not_now' }])
  })

  it('is told to all members at once, to owners before the day, and to all when it is taken back', async () => {
    await addMember(app, owner.practiceId, 'practitioner', true)
    const closing = await mailsTo(/se cierra y se elimina/)
    const id = await deletions.close()
    expect(await mailsTo(/se cierra y se elimina/)).toBe(closing + 2)
    await sql`update graphile_worker._private_jobs set run_at = now()
      where payload::jsonb->>'deletionId' = ${String(id)} and payload::jsonb ? 'days'`.execute(
      app.owner.queries,
    )
    const near = await mailsTo(/^(?!.*se cierra).* se elimina el /)
    // Seven days before and one.
    expect(near).toBe(2)
    const open = await mailsTo(/sigue abierta/)
    await deletions.ask('takeBack')
    expect(await mailsTo(/sigue abierta/)).toBe(open + 2)
    await sql`update graphile_worker._private_jobs set run_at = now()
      where payload::jsonb->>'deletionId' = ${String(id)}`.execute(app.owner.queries)
    expect(await mailsTo(/^(?!.*se cierra).* se elimina el /)).toBe(near)
    expect(await deletions.stateOf(id)).toBe('taken_back')
  })

  it('keeps out whoever was invited, and who is taken back lets them in', async () => {
    const guest = await registerOwner(app)
    const { rows } = await sql<{ email: string }>`
      update users set email_verified_at = now() where id = ${guest.userId} returning email`.execute(
      app.owner.queries,
    )
    await callEndpoint(app, memberEndpoints.invite, {
      token: owner.token,
      body: { users: [{ email: rows[0]?.email ?? '', role: 'practitioner' }] },
    })
    await deletions.close()
    const offers = await callEndpoint(app, { method: 'GET', path: '/invitation' }, { token: guest.token })
    const [offer] = offers.payload as InvitationOffer[]
    const accept = async () =>
      callEndpoint(
        app,
        { method: 'POST', path: '/invitation/:id/accept' },
        {
          token: await mintToken(app, guest),
          params: { id: String(offer?.id) },
        },
      )
    expect((await accept()).errors).toMatchObject([{ message: 'practice_closing' }])
    await deletions.ask('takeBack')
    expect((await accept()).status).toBe(200)
  })
})

describe('a practice whose files are kept', () => {
  let id: number
  beforeEach(async () => {
    await closeCase('2025-03-05')
    id = await deletions.close()
  })
  const missing = async () => (await deletions.stand()).missing

  it('waits on its day for an archive that is whole and was fetched, and tells the owners once a week', async () => {
    const before = await mailsTo(/todavía no se ha eliminado/)
    await deletions.comeDue(id)
    expect(await deletions.stateOf(id)).toBe('closing')
    expect(await mailsTo(/todavía no se ha eliminado/)).toBe(before + 1)
    await deletions.comeDue(id)
    expect(await mailsTo(/todavía no se ha eliminado/)).toBe(before + 1)
    await sql`update practice_deletions set told_at = now() - interval '8 days' where id = ${id}`.execute(
      app.owner.queries,
    )
    await deletions.comeDue(id)
    expect(await mailsTo(/todavía no se ha eliminado/)).toBe(before + 2)
    expect(await missing()).toEqual(['archive'])
    const made = await deletions.export()
    expect(await missing()).toEqual(['fetch'])
    await deletions.comeDue(id)
    expect(await deletions.stateOf(id)).toBe('closing')
    await deletions.fetch(made)
    await expect.poll(missing).toEqual([])
    await deletions.comeDue(id)
    expect(await deletions.stateOf(id)).toBe('done')
  })

  it('needs another archive once anything was changed, and not when something was read', async () => {
    await deletions.fetch(await deletions.export())
    await expect.poll(missing).toEqual([])
    await callEndpoint(
      app,
      { method: 'GET', path: '/patient/:id' },
      {
        token: owner.token,
        params: { id: String(patientId) },
      },
    )
    await deletions.stand()
    expect(await missing()).toEqual([])
    // A patient who wants no more mails is never refused.
    await callEndpoint(
      app,
      { method: 'POST', path: '/patient/:id/copies' },
      {
        token: owner.token,
        params: { id: String(patientId) },
        body: { askedOn: '2026-01-12', askedBy: 'patient', identity: 'document' },
      },
    )
    expect(await missing()).toEqual(['archive'])
    await deletions.fetch(await deletions.export())
    await expect.poll(missing).toEqual([])
  })

  it('needs one that was read back whole: bytes that changed in the store are none', async () => {
    const made = await deletions.export()
    await sql`update practice_exports set verified_at = null where id = ${made}`.execute(app.owner.queries)
    expect(await missing()).toEqual(['verification', 'fetch'])
    const { rows } = await sql<{
      key: string
    }>`select storage_key as key from practice_exports where id = ${made}`.execute(app.owner.queries)
    const file = path.join(app.filesDirectory, rows[0]?.key ?? '')
    const bytes = await readFile(file)
    // Heads of entries stand twice in a zip; of what is in them every sign counts.
    for (let at = Math.floor(bytes.length / 3); at < bytes.length / 2; at += 40)
      bytes[at] = (bytes[at] ?? 0) ^ 255
    await writeFile(file, bytes)
    await sql`select graphile_worker.add_job('practice_moves.verify',
      payload => json_build_object('practiceId', ${owner.practiceId}::bigint, 'exportId', ${made}::bigint))`.execute(
      app.owner.queries,
    )
    await app.runJobs()
    app.log.length = 0
    const { rows: after } = await sql<{ state: string; verified: boolean }>`
      select state, verified_at is not null as verified from practice_exports where id = ${made}`.execute(
      app.owner.queries,
    )
    expect(after).toEqual([{ state: 'removed', verified: false }])
    expect(await missing()).toEqual(['verification', 'fetch'])
  })

  it('goes when its encrypted archive has arrived elsewhere, which the receiver’s words prove', async () => {
    const identity = await generateIdentity()
    const made = await deletions.export({ recipient: await identityToRecipient(identity) })
    expect(await missing()).toEqual(['verification', 'fetch'])
    const file = path.join(path.dirname(app.outbox), `${made}.zip.age`)
    await writeFile(file, await deletions.fetch(made))
    await expect.poll(missing).toEqual(['verification'])
    const there = await buildTestApp()
    const { fingerprint, manifestSha256 } = await importPractice(there, file, { identity })
    const { rows } = await sql`select closing_at from practices`.execute(there.owner.queries)
    expect(rows).toEqual([{ closing_at: null }])
    await there.close()
    const wrong = await deletions.ask('arrival', { fingerprint, digest: '0'.repeat(64) })
    expect(wrong.errors).toMatchObject([{ field: 'digest', params: { reason: 'field_archive_proof' } }])
    const proof = { fingerprint: fingerprint.toLowerCase(), digest: ` ${manifestSha256.toUpperCase()}` }
    expect((await deletions.ask('arrival', proof)).payload).toMatchObject({
      missing: [],
      archive: { arrived: true, encrypted: true },
    })
    await deletions.comeDue(id)
    expect(await deletions.stateOf(id)).toBe('done')
  })
})
