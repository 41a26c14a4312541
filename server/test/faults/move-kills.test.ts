import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { comparable } from '../factories/moves.ts'
import { createScratchDirectory } from '../scratch-directory.ts'
import { reportFigures } from './figures.ts'
import { ExportingOwner } from './moving/exporting-owner.ts'
import { killRepeatedly } from './moving/kill-repeatedly.ts'
import { type OwnDatabase, openOwnDatabase } from './own-database.ts'
import { runCommand } from './server-command.ts'
import { sizes } from './sizes.ts'

const secrets = { origin: `origin-${randomUUID()}`, there: `there-${randomUUID()}` }
const scratch = await createScratchDirectory()
const inScratch = (name: string): string => path.join(scratch.directory, name)
const databases: OwnDatabase[] = []

let origin: OwnDatabase
let practiceId: number

/** A hoster gives it out so: the role that owns the tables is above nothing. */
const openDatabase = async (): Promise<OwnDatabase> => {
  const database = await openOwnDatabase({ plainOwner: true })
  databases.push(database)
  return database
}

const settings = (name: keyof typeof secrets, { url }: OwnDatabase) => ({
  DATABASE_URL: url,
  DATA_DIR: inScratch(name),
  APP_SECRET: secrets[name],
})

const run = async (
  command: 'export' | 'import' | 'demo' | 'verify',
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = [],
) => {
  const began = performance.now()
  const { code, output } = await runCommand(command, variables, args)
  expect(code, output).toBe(0)
  return { output, ms: performance.now() - began }
}

beforeAll(async () => {
  origin = await openDatabase()
  await run('demo', settings('origin', origin))
  const { rows } = await sql<{ id: number }>`select id from practices`.execute(origin.pool.queries)
  practiceId = rows[0]?.id ?? 0
}, sizes.patienceMs)

afterAll(async () => {
  for (const database of databases) await database.drop()
  await scratch.remove()
})

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

const isWhole = async (file: string, expected: ReadonlyMap<string, string>): Promise<boolean> => {
  const found = await comparable(file).catch(() => new Map<string, string>())
  return isDeepStrictEqual(found, expected)
}

/** Moments of so many kills, spread over the time that the whole takes. */
const moments = (ms: number, kills: number = sizes.moveKills): number[] =>
  Array.from({ length: kills }, (_, kill) => ((kill + 0.5) / kills) * ms)

it(
  'kills during an export leave no half archive, and the one that follows it is whole',
  async () => {
    const variables = settings('origin', origin)
    const whole = inScratch('whole.zip')
    const { ms } = await run('export', variables, [String(practiceId), whole])
    const expected = await comparable(whole)
    let [halves, resumed, late] = [0, 0, 0]
    for (const [kill, moment] of moments(ms).entries()) {
      const target = inScratch(`killed-${kill}.zip`)
      const killed = await runCommand('export', variables, [String(practiceId), target], moment)
      if (killed.code === 0) continue
      if (await isThere(target)) {
        // It was killed between the name of the archive and its own end.
        late += 1
        if (!(await isWhole(target, expected))) halves += 1
        continue
      }
      const { output } = await run('export', variables, [String(practiceId), target])
      if (output.includes('Went on with')) resumed += 1
      expect(await comparable(target)).toEqual(expected)
    }
    reportFigures('kills during an export', { kills: sizes.moveKills, halves, resumed, late })
    expect(halves).toBe(0)
  },
  sizes.patienceMs,
)

/** All but what every archive and every sign-in adds to. */
const lasting = async (archive: string): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await comparable(archive))].filter(([name]) => !/\/audit_events\./.test(name)))

it(
  'an archive that an owner asked for is made once and whole, whenever the server is killed over it',
  async () => {
    const owner = new ExportingOwner(origin, settings('origin', origin))
    const { server } = owner
    onTestFinished(async () => void (await server.end('SIGKILL')))
    await server.start()
    await owner.untilQuiet()
    const first = await owner.ask()
    await owner.untilOver(first.id)
    await owner.fetch(first.id, inScratch('of-owner.zip'))
    const expected = await lasting(inScratch('of-owner.zip'))
    await killRepeatedly(sizes.ownerExportKills, async (killAfterMs) => {
      const began = performance.now()
      const { id } = await owner.ask()
      if (killAfterMs === undefined) {
        await owner.untilOver(id)
        const ms = performance.now() - began
        await owner.remove(id)
        return ms
      }
      await sleep(killAfterMs)
      await server.end('SIGKILL')
      const wasCutOff = !(await owner.noted(id)).isOver
      await owner.passTheTime('export', 'watch', 'verify')
      await server.start()
      await owner.untilOver(id)
      expect(await owner.find(id)).toMatchObject({ state: 'ready' })
      expect(await owner.noted(id)).toMatchObject({ isVerified: true, asked: 1 })
      await owner.fetch(id, inScratch(`owner-${id}.zip`))
      expect(await lasting(inScratch(`owner-${id}.zip`))).toEqual(expected)
      await owner.remove(id)
      return wasCutOff ? 'cut off' : killAfterMs
    })
    await owner.remove(first.id)
    await owner.passTheTime('remove_file')
    await expect.poll(() => owner.lyingAround(), { timeout: sizes.patienceMs, interval: 100 }).toEqual([])
    reportFigures('kills during an export of an owner', { interrupted: sizes.ownerExportKills })
  },
  sizes.patienceMs,
)

const countAll = async ({ pool }: OwnDatabase): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from users) + (select count(*) from practices) + (select count(*) from memberships))::int
      as count`.execute(pool.queries)
  return rows[0]?.count ?? -1
}

it(
  'kills during an import leave no half practice, and the one that follows it takes everything in',
  async () => {
    const archive = inScratch('whole.zip')
    let there = await openDatabase()
    await run('verify', settings('there', there))
    const began = performance.now()
    await run('import', settings('there', there), [archive])
    const ms = performance.now() - began
    const whole = await countAll(there)
    let halves = 0
    there = await openDatabase()
    await run('verify', settings('there', there))
    for (const moment of moments(ms)) {
      const { code } = await runCommand('import', settings('there', there), [archive], moment)
      const count = await countAll(there)
      if (count !== 0 && count !== whole) halves += 1
      if (count === 0 && code !== 0) continue
      there = await openDatabase()
      await run('verify', settings('there', there))
    }
    await run('import', settings('there', there), [archive])
    const again = inScratch('again.zip')
    await run('export', settings('there', there), [String(practiceId), again])
    expect(await comparable(again)).toEqual(await comparable(archive))
    await run('verify', settings('there', there))
    reportFigures('kills during an import', { kills: sizes.moveKills, halves })
    expect(halves).toBe(0)
  },
  sizes.patienceMs,
)
