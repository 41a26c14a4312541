import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { readMails, testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { deletionsOf } from '../../../test/factories/deletions.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { stageWholeFile } from '../../../test/factories/whole-file.ts'
import { stageScene } from '../../../test/sweeps/scene/practice-scene.ts'
import { fingerprintOfPractice } from '../../../test/sweeps/scene/row-fingerprint.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { verifyChains } from '../../platform/audit/audit.verify.ts'
import { deriveKey } from '../../platform/tokens.ts'

const { app, owner } = await testPractice({ alone: true })
const word = 'Xilofonista'

let canary: string
let other: TestPerson
let colleague: TestPerson
let uid: string
let others: Readonly<Record<string, string>>

const tablesOfPractices = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'practice_id' and not a.attisdropped)
    order by 1`.execute(app.owner.queries)
  return rows.map(({ name }) => name)
}

/** Tables that have rows of the practice. */
const filledTables = async (): Promise<string[]> => {
  const filled: string[] = []
  for (const table of await tablesOfPractices()) {
    const { rows } =
      await sql`select from ${sql.table(table)} where practice_id = ${owner.practiceId} limit 1`.execute(
        app.owner.queries,
      )
    if (rows.length > 0) filled.push(table)
  }
  return filled
}

/** Where a word stands in any table, the queue included. */
const whereItStands = async (sought: string): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(
    app.owner.queries,
  )
  const found: string[] = []
  for (const table of [...tables.map(({ name }) => name), 'graphile_worker._private_jobs']) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.raw(table)} t where t::text ilike ${`%${sought}%`}`.execute(
      app.owner.queries,
    )
    if ((rows[0]?.count ?? 0) > 0) found.push(table)
  }
  return found.sort()
}

const namesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(path.join(app.filesDirectory, folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return entries.filter((one) => one.isFile()).map(({ name }) => name)
}

const filesThatSay = async (sought: string): Promise<string[]> => {
  const entries = await readdir(path.dirname(app.outbox), { recursive: true, withFileTypes: true })
  const said: string[] = []
  for (const one of entries.filter((entry) => entry.isFile())) {
    const file = path.join(one.parentPath, one.name)
    // What the scene put where no key of ours leads.
    if (file.includes(`scene-${owner.practiceId}`)) continue
    const bytes = await readFile(file)
    if (bytes.includes(sought)) said.push(path.relative(path.dirname(app.outbox), file))
  }
  return said
}

/** Rows that only a lost secret, an arrival or an erasure leaves behind: every table has some. */
const fillTheRest = async (): Promise<void> => {
  const { practiceId: id } = owner
  for (const statement of [
    sql`insert into audit_seams (practice_id, strand, epoch, seq, head_mac, key_id, at, mac)
      select practice_id, strand, 2, seq, mac, '', now(), mac from audit_heads where practice_id = ${id}`,
    sql`insert into practice_origins (practice_id, origin, exported_at, manifest, seals, trail, signature, certificate)
      values (${id}, 'https://origin.test', now(), '{}', '{}', '[]', '\\x00', 'x')`,
    sql`insert into seal_anchors (practice_id, epoch, sequence, at, key_id, content)
      select practice_id, 2, sequence, now(), '', seal from seal_heads where practice_id = ${id}`,
    sql`insert into session_numbers_left (practice_id, case_id, record_id, session_number)
      select practice_id, case_id, id, 9 from records where case_id is not null and practice_id = ${id}`,
    sql`insert into erased_seals (practice_id, sequence, key_id, previous, seal, erased_at, mac)
      select practice_id, 1000, '', seal, seal, now(), seal from seal_heads where practice_id = ${id}`,
    sql`insert into audit_erased_links (practice_id, strand, seq, digest_of, behind, mac)
      select practice_id, strand, 1, 'seam', mac, mac from audit_heads where practice_id = ${id}`,
    sql`insert into erasure_bytes (practice_id, erasure_id, storage_key)
      select practice_id, id, 'a/b' from erasures where practice_id = ${id}`,
    // A table that a migration adds tomorrow, which nobody here has thought of.
    sql`create table tomorrow (practice_id bigint not null references practices, id bigint not null default nextval('global_id'),
      patient_id bigint not null, before bigint, said text, primary key (practice_id, id),
      foreign key (practice_id, patient_id) references patients (practice_id, id),
      foreign key (practice_id, before) references tomorrow (practice_id, id))`,
    sql`alter table tomorrow owner to ${sql.ref(inject('postgres').tableOwner)}`,
    sql`insert into tomorrow (practice_id, patient_id, said) select practice_id, id, ${word} from patients
      where practice_id = ${id}`,
    sql`insert into tomorrow (practice_id, patient_id, said, before)
      select practice_id, patient_id, ${word}, id from tomorrow`,
  ])
    await statement.execute(app.owner.queries)
}

describe('a practice whose day has come', () => {
  beforeAll(async () => {
    other = await registerOwner(app)
    colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    await stageWholeFile(app, owner, word)
    canary = (await stageScene(app, owner)).canary
    await stageScene(app, other)
    await app.runJobs()
    const deletion = deletionsOf(app, owner)
    await deletion.fetch(await deletion.export())
    await fillTheRest()
    const { rows } = await sql<{
      uid: string
    }>`select uid from practices where id = ${owner.practiceId}`.execute(app.owner.queries)
    uid = rows[0]?.uid ?? ''
  })

  it('has rows in every table that names a practice, and bytes in the store', async () => {
    expect((await tablesOfPractices()).filter((name) => name !== 'sessions')).toEqual(
      (await filledTables()).filter((name) => name !== 'sessions'),
    )
    expect((await whereItStands(word)).length).toBeGreaterThan(15)
    expect((await namesIn(uid)).length).toBeGreaterThan(1)
    expect((await namesIn(`practice-${owner.practiceId}`)).length).toBeGreaterThan(0)
  })

  it('goes with every row, every byte and every mail, whoever is killed on the way', async () => {
    const deletion = deletionsOf(app, owner)
    const id = await deletion.close()
    expect(await deletion.stand()).toMatchObject({
      kept: true,
      missing: [],
      archive: { current: true, verified: true, fetched: true, arrived: false },
    })
    await deletion.beDue(id)
    others = await fingerprintOfPractice(app, other.practiceId)
    await deletion.carryOutKilledEverywhere(id)
    expect(await deletion.stateOf(id)).toBe('done')
    expect(await filledTables()).toEqual([])
    const { rows } = await sql`select from practices where id = ${owner.practiceId}`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([])
    for (const sought of [word, canary]) {
      expect(await whereItStands(sought), sought).toEqual([])
      expect(await filesThatSay(sought), sought).toEqual([])
    }
    expect(await namesIn(uid)).toEqual([])
    expect(await namesIn(`practice-${owner.practiceId}`)).toEqual([])
  })

  it('leaves another practice of the installation as it was, and every chain whole', async () => {
    expect(await fingerprintOfPractice(app, other.practiceId)).toEqual(others)
    const reports = await verifyChains(app.pool.queries, deriveKey(testSecret, 'audit chain'))
    // Practices that the scene wrote behind the API have no chain.
    const looked = reports.filter(({ practiceId }) =>
      [0, owner.practiceId, other.practiceId].includes(practiceId),
    )
    expect(looked.map(({ practiceId, faults }) => [practiceId, faults.length])).toEqual([
      [0, 0],
      [other.practiceId, 0],
    ])
  })

  it('leaves accounts to the persons, who are asked for a practice', async () => {
    for (const { token } of [owner, colleague]) {
      const me = await app.server.inject({
        url: '/api/auth/me',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(me.json()).toMatchObject({ errors: [{ message: 'practice_required' }] })
    }
  })

  it('leaves a certificate to whoever owned it, mailed and kept, whose number answers for ever', async () => {
    const mine = deletionsOf(app, owner)
    const [one] = await mine.mine()
    expect(one).toMatchObject({ state: 'done', ground: 'asked', keeper: { name: 'Custodia Clínica S. L.' } })
    const answer = await mine.certificate(one?.id ?? 0)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const verified = await app.server.inject({
      method: 'POST',
      url: '/api/verify',
      payload: { code: one?.paperCode },
    })
    expect(verified.json().payload).toMatchObject({
      status: 'unchanged',
      paper: { scope: 'deletion' },
    })
    await app.runJobs()
    const mails = await readMails(app.outbox)
    const certificate = mails.filter(({ attachments }) =>
      attachments.some((a) => a.mimeType === 'application/pdf'),
    )
    const { rows } = await sql<{ email: string }>`select email from users where id = ${owner.userId}`.execute(
      app.owner.queries,
    )
    expect(certificate.map(({ to }) => to?.[0]?.address)).toEqual(rows.map(({ email }) => email))
    expect(Buffer.from(certificate[0]?.attachments[0]?.content as ArrayBuffer)).toEqual(answer.rawPayload)
    expect(await deletionsOf(app, colleague).mine()).toEqual([])
    expect((await deletionsOf(app, colleague).certificate(one?.id ?? 0)).statusCode).toBe(404)
    expect(await callEndpoint(app, { method: 'GET', path: '/health/ready' }, {})).toMatchObject({
      status: 200,
    })
  })
})
