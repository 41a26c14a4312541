import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { buildTestApp, type TestApp, testSecret } from '../../../test/build-test-app.ts'
import {
  comparable,
  exportPractice,
  filesOf,
  importPractice,
  readZip,
} from '../../../test/factories/moves.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { mintKey } from '../../../test/sweeps/scene/keys.ts'
import { type PracticeScene, stageScene } from '../../../test/sweeps/scene/practice-scene.ts'
import { testServer } from '../../../test/test-practice.ts'
import { verifyChains } from '../../platform/audit/audit.verify.ts'
import { bytesOf } from '../../platform/files/file-store.ts'
import { verifyOrigins } from '../../platform/origins/origins.verify.ts'
import { deriveKey } from '../../platform/tokens.ts'
import { verifyFiles } from '../files/inspection/files.verify.ts'
import { createSealKeys } from '../signatures/signatures.seals.ts'
import { verifySeals } from '../signatures/signatures.verify.chain.ts'
import type { Manifest } from './practice-moves.format.ts'

const otherSecret = 'the secret of another installation, long enough'

const app = await testServer({ alone: true })
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())
const inScratch = (name: string): string => path.join(scratch.directory, name)

let owner: TestPerson
let scene: PracticeScene
let foreign: PracticeScene
let archive: string

beforeAll(async () => {
  owner = await registerOwner(app)
  scene = await stageScene(app, owner)
  await mintKey(app, { ...owner, name: 'Otro panel', scopes: ['agenda'] })
  foreign = await stageScene(app, await registerOwner(app, { firstName: 'Otra' }))
  archive = inScratch('first.zip')
  await exportPractice(app, owner.practiceId, archive)
})

const elsewhere = async (): Promise<TestApp> => {
  const other = await buildTestApp()
  opened.push(other)
  return other
}
const opened: TestApp[] = []
afterAll(() => Promise.all(opened.map((one) => one.close())))

const textOf = (files: ReadonlyMap<string, Buffer>): string =>
  Buffer.concat([...files.values()]).toString('utf8')

/** An archive with other files in it, packed as ours are. */
const repack = async (
  change: (files: Map<string, Buffer>) => void,
  name = 'changed.zip',
): Promise<string> => {
  const files = await readZip(archive)
  change(files)
  const zip = new ZipFile()
  for (const [entry, bytes] of files) zip.addBuffer(bytes, entry)
  zip.end()
  await writeFile(inScratch(name), await bytesOf(Readable.from(zip.outputStream)))
  return inScratch(name)
}

const verifyAll = async (other: TestApp, secret: string) => ({
  chains: (await verifyChains(other.pool.queries, deriveKey(secret, 'audit chain'))).flatMap(
    ({ faults }) => faults,
  ),
  origins: (await verifyOrigins(other.pool.queries, [deriveKey(secret, 'audit chain')])).flatMap(
    ({ faults }) => faults,
  ),
  files: (await verifyFiles(other.pool.queries, filesOf(other))).flatMap(({ faults }) => faults),
  seals: (
    await verifySeals(other.pool.queries, { keys: createSealKeys(secret), files: filesOf(other) })
  ).flatMap(({ faults }) => faults),
})

const unbroken = { chains: [], origins: [], files: [], seals: [] }

describe('a practice that leaves', () => {
  it('takes along every row of its tables and every file, each named with its digest', async () => {
    const files = await readZip(archive)
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as Manifest
    for (const [table, { rows }] of Object.entries(manifest.tables)) {
      const lines = files.get(`data/${table}.ndjson`)?.toString().split('\n').filter(Boolean) ?? []
      expect(lines, table).toHaveLength(rows)
    }
    const names = [...files.keys()]
    expect(names.some((name) => name.startsWith('originals/'))).toBe(true)
    expect(names.some((name) => name.startsWith('pictures/'))).toBe(true)
    expect(textOf(files)).toContain(scene.canary)
  })

  it('takes nothing of another practice, and nothing that proves who somebody is', async () => {
    const { rows } = await sql<{ secret: string }>`
      select password_hash as secret from users where password_hash is not null union
      select encode(refresh_hash, 'hex') from sessions union select encode(secret_hash, 'hex') from practice_keys`.execute(
      app.owner.queries,
    )
    const text = textOf(await readZip(archive))
    expect(text).not.toContain(foreign.canary)
    for (const { secret } of rows) expect(text).not.toContain(secret)
    expect(text).not.toContain('PRIVATE KEY')
  })

  it('leaves a row in the trail, which the archive already tells of', async () => {
    const files = await readZip(archive)
    expect(files.get('data/audit_events.ndjson')?.toString()).toContain('"practice.export"')
  })

  it('is read by spreadsheets, formulas as texts', async () => {
    const files = await readZip(archive)
    expect(files.get('tables/patients.csv')?.toString()).toMatch(/^\uFEFFid,uid,version,first_name/)
    expect(files.get('README.txt')?.toString()).toContain('openssl')
  })
})

describe('a practice that arrives', () => {
  it('is as it was: the archive that it leaves with again is the same', async () => {
    const there = await elsewhere()
    const arrived = await importPractice(there, archive, { secret: otherSecret })
    expect(arrived).toMatchObject({ practice: { id: owner.practiceId }, origin: 'https://origin.test' })
    expect(arrived.owner.userId).toBe(owner.userId)
    const again = inScratch('second.zip')
    await exportPractice(there, owner.practiceId, again, { secrets: [otherSecret] })
    expect(await comparable(again)).toEqual(await comparable(archive))
    expect(await verifyAll(there, otherSecret)).toEqual(unbroken)
  })

  it('goes on from there to a third place, with what the first said', async () => {
    const [second, third] = [await elsewhere(), await elsewhere()]
    await importPractice(second, archive, { secret: otherSecret })
    const further = inScratch('further.zip')
    await exportPractice(second, owner.practiceId, further, { secrets: [otherSecret] })
    await importPractice(third, further)
    expect(await verifyAll(third, testSecret)).toEqual(unbroken)
    const { rows } = await sql`select 1 from practice_origins`.execute(third.owner.queries)
    expect(rows).toHaveLength(2)
  })

  it('brings no way to sign in but the link of its owner', async () => {
    const there = await elsewhere()
    await importPractice(there, archive)
    const { rows } = await sql<{ accounts: number; ways: number }>`
      select count(*)::int as accounts, count(*) filter (where password_hash is not null or activated_at is not null
        or firebase_uid is not null or totp_secret is not null)::int as ways from users`.execute(
      there.owner.queries,
    )
    expect(rows[0]?.accounts).toBeGreaterThan(1)
    expect(rows[0]?.ways).toBe(0)
  })

  it('brings the keys of the practice, however many there are, as such that open nothing', async () => {
    const there = await elsewhere()
    await importPractice(there, archive)
    const { rows } = await sql<{ name: string; opens: boolean; secret: string }>`
      select name, revoked_at is null as opens, encode(secret_hash, 'hex') as secret from practice_keys`.execute(
      there.owner.queries,
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ opens }) => opens)).toEqual([])
    expect(new Set(rows.map(({ secret }) => secret)).size).toBe(rows.length)
  })

  it('finds what is changed afterwards, be it a row of the trail, a signature or what the origin said', async () => {
    const there = await elsewhere()
    await importPractice(there, archive, { secret: otherSecret })
    const change = async (statement: string): Promise<Awaited<ReturnType<typeof verifyAll>>> => {
      await there.owner.raw.query(statement)
      return verifyAll(there, otherSecret)
    }
    const trail = await change(
      "update audit_events set request_id = 'another' where (strand, seq) = (select strand, seq from audit_events order by 1, 2 limit 1)",
    )
    expect(trail.chains).not.toEqual([])
    expect(trail.origins).toEqual(['trail'])
    const seals = await change("update signatures set signer_name = 'Otra persona' where sequence = 1")
    expect(seals.seals.map(({ kind }) => kind)).toContain('seal')
    const said = await change("update practice_origins set seals = replace(seals, 'unchanged', 'altered')")
    expect(said.origins).toEqual(['statement'])
  })

  it('is refused where somebody is already', async () => {
    await expect(importPractice(app, archive)).rejects.toThrow(/holds a practice or an account already/)
  })
})

describe('an archive that is encrypted', () => {
  it('opens for the key that it is for and for no other', async () => {
    const identity = await generateIdentity()
    const file = inScratch('encrypted.zip.age')
    await exportPractice(app, owner.practiceId, file, { recipients: [await identityToRecipient(identity)] })
    expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    const there = await elsewhere()
    await expect(importPractice(there, file)).rejects.toThrow(/--identity/)
    await expect(importPractice(there, file, { identity: await generateIdentity() })).rejects.toThrow(
      /does not open/,
    )
    const cut = inScratch('cut.zip.age')
    await copyFile(file, cut)
    await truncate(cut, (await readFile(file)).length - 10)
    await expect(importPractice(there, cut, { identity })).rejects.toThrow(/does not open/)
    expect(await importPractice(there, file, { identity })).toMatchObject({
      practice: { id: owner.practiceId },
    })
  })
})

describe('an archive that is not as it was made', () => {
  let there: TestApp
  beforeAll(async () => {
    there = await elsewhere()
  })

  const cases: readonly [string, () => Promise<string>, RegExp][] = [
    [
      'a row was changed',
      () =>
        repack(
          (files) =>
            void files.set(
              'data/patients.ndjson',
              Buffer.from(files.get('data/patients.ndjson')?.toString().replace('Mariana', 'Marianna') ?? ''),
            ),
        ),
      /data\/patients\.ndjson is not as the manifest says/,
    ],
    [
      'the manifest was changed',
      () =>
        repack(
          (files) =>
            void files.set(
              'manifest.json',
              Buffer.from(files.get('manifest.json')?.toString().replace('origin.test', 'other.test') ?? ''),
            ),
        ),
      /not as it was signed/,
    ],
    [
      'a file is missing',
      () => repack((files) => void files.delete('data/records.ndjson')),
      /lacks data\/records\.ndjson/,
    ],
    [
      'a file was added',
      () => repack((files) => void files.set('data/more.ndjson', Buffer.from('{}'))),
      /data\/more\.ndjson is not named/,
    ],
    [
      'the signature is missing',
      () => repack((files) => void files.delete('manifest.sig')),
      /lacks manifest\.sig/,
    ],
    [
      'it is cut off',
      async () => {
        const file = inScratch('cut.zip')
        await copyFile(archive, file)
        await truncate(file, 100_000)
        return file
      },
      /no archive of a practice/,
    ],
    [
      'it is something else',
      async () => {
        await writeFile(inScratch('other.zip'), 'a text')
        return inScratch('other.zip')
      },
      /no archive of a practice/,
    ],
    [
      'it names a place above',
      async () => {
        const bytes = await readFile(
          await repack((files) => void files.set('data/aa/aa.ndjson', Buffer.from('{}'))),
        )
        const file = inScratch('above.zip')
        await writeFile(
          file,
          Buffer.from(
            bytes.toString('latin1').replaceAll('data/aa/aa.ndjson', '../../aa/aa.ndjson'),
            'latin1',
          ),
        )
        return file
      },
      /no archive of a practice/,
    ],
  ]

  it.each(cases)('is refused, and nothing of it stays: %s', async (_, make, words) => {
    await expect(importPractice(there, await make())).rejects.toThrow(words)
    const { rows } = await sql`select 1 from users union all select 1 from practices`.execute(
      there.owner.queries,
    )
    expect(rows).toEqual([])
  })
})
