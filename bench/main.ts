// Ulna against the floor: `npm run bench`, `npm run bench -- --quick --only=search`. What it does and what the figures
// mean: docs/benchmarks.md.
import { chmod, mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { askServer } from './ask-server.ts'
import { type BenchCase, benchCases, writeBehind } from './cases.ts'
import { type Contender, type Figures, measure } from './measure.ts'
import { type Practice, registerOwner, signIn } from './practice.ts'
import {
  buildServer,
  ownerUrl,
  postmasterOf,
  type ServerProcess,
  startFloor,
  startUlna,
} from './processes.ts'
import { publish } from './publish.ts'
import { type Comparison, keepResults, type Measured, middle, middleFigures, tableOf } from './report.ts'
import { seedPractice } from './seed.ts'

const { values: options } = parseArgs({
  options: {
    /** 8 connections only, short rounds: a first look. */
    quick: { type: 'boolean', default: false },
    /** Cases whose name holds this text. */
    only: { type: 'string', default: '' },
    connections: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    /** A folder to seed once and measure again and again; else a new one is made and removed. */
    data: { type: 'string' },
  },
})

const connections = (options.connections ?? (options.quick ? '8' : '1,8,32')).split(',').map(Number)
const seconds = Number(options.seconds ?? (options.quick ? 1 : 2))
const rounds = Number(options.rounds ?? (options.quick ? 2 : 3))
const dataDirectory = options.data ?? `/tmp/ulna-bench-${process.pid}`

const seedOnce = async (ulna: ServerProcess, owner: pg.Client): Promise<Practice> => {
  const { rowCount } = await owner.query("select 1 from pg_namespace where nspname = 'bench'")
  if (rowCount !== 0) return signIn(ulna.url)
  const practice = await registerOwner(ulna.url)
  const startedAt = performance.now()
  await seedPractice(owner, practice)
  console.log(`Seeded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return practice
}

type Contenders = Readonly<Record<Measured, Contender>>

/** Length of a body, and a proof that the case works, before anything is measured. */
const bodyBytes = async ({ url, headers }: Contender, { requests, accepts }: BenchCase): Promise<number> => {
  const [request] = requests
  if (!request) return 0
  const { method, path, body } = request.setupRequest?.(request) ?? request
  const answer = await askServer(url, {
    method,
    path,
    headers: { ...headers(), ...(accepts === undefined ? {} : { 'accept-encoding': accepts }) },
    ...(body === undefined ? {} : { body }),
  })
  return answer.bytes
}

const names = ['floor', 'lean', 'ulna'] as const

/** What is under way when the time is up is done before others are measured: hashes of passwords are answered in their order. */
const measureAlone = async (contender: Contender, benchCase: BenchCase, connections: number) => {
  const figures = await measure(contender, benchCase, connections, seconds)
  await bodyBytes(contender, benchCase)
  return figures
}

/** Rounds take turns, and who is first changes, so that what else the machine does falls on all. */
const compare = async (
  contenders: Contenders,
  benchCase: BenchCase,
  connectionCount: number,
): Promise<Comparison> => {
  const measured: Record<Measured, Figures[]> = { ulna: [], floor: [], lean: [] }
  const bytes = { ulna: 0, floor: 0, lean: 0 }
  for (const name of names) {
    bytes[name] = await bodyBytes(contenders[name], benchCase)
    await measureAlone(contenders[name], benchCase, connectionCount)
  }
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      measured[name].push(await measureAlone(contenders[name], benchCase, connectionCount))
  const ratioTo = (other: 'floor' | 'lean'): number =>
    middle(
      measured.ulna.map(
        (one, round) => one.requestsPerSecond / (measured[other][round]?.requestsPerSecond ?? Number.NaN),
      ),
    )
  return {
    name: benchCase.name,
    connections: connectionCount,
    target: benchCase.target,
    figures: {
      ulna: middleFigures(measured.ulna),
      floor: middleFigures(measured.floor),
      lean: middleFigures(measured.lean),
    },
    ratios: { floor: ratioTo('floor'), lean: ratioTo('lean') },
    bodyBytes: bytes,
  }
}

const compareAll = async (
  ulna: ServerProcess,
  floors: Readonly<Record<'floor' | 'lean', ServerProcess>>,
  practice: Practice,
): Promise<Comparison[]> => {
  const comparisons: Comparison[] = []
  const postmaster = postmasterOf(dataDirectory)
  const bare = (name: 'floor' | 'lean'): Contender => ({
    ...{ name, url: floors[name].url, pid: floors[name].pid, postmaster },
    headers: () => ({}),
  })
  const cases = benchCases(practice.practiceId).filter(({ name }) => name.includes(options.only))
  for (const benchCase of cases) {
    for (const count of connections) {
      const { token } = await signIn(ulna.url)
      const contenders: Contenders = {
        ulna: {
          ...{ name: 'ulna', url: ulna.url, pid: ulna.pid, postmaster },
          headers: () => ({ authorization: `Bearer ${token}` }),
        },
        floor: bare('floor'),
        lean: bare('lean'),
      }
      const comparison = await compare(contenders, benchCase, count)
      comparisons.push(comparison)
      const { name, ratios, figures } = comparison
      const said = names.map((one) => `${one} ${Math.round(figures[one].requestsPerSecond)}/s`)
      console.log(
        `${name}, ${count}: ${said.join(', ')}; ${ratios.floor.toFixed(2)} and ${ratios.lean.toFixed(2)}`,
      )
    }
  }
  return comparisons
}

const run = async (): Promise<boolean> => {
  await buildServer()
  await mkdir(dataDirectory, { recursive: true })
  // The embedded server runs as another user when we are root; its socket lies here if that user gets in.
  await chmod(dataDirectory, 0o755)
  const ulna = await startUlna(dataDirectory)
  const owner = new pg.Client({ connectionString: ownerUrl(dataDirectory) })
  try {
    await owner.connect()
    const practice = await seedOnce(ulna, owner)
    const { rows: ends } = await owner.query<{ last: Date }>(
      'select max(end_at) as last from (select end_at from appointments union all select end_at from bench.appointments) a',
    )
    if (ends[0]) writeBehind(ends[0].last)
    const floor = await startFloor(ownerUrl(dataDirectory), practice.practiceId, 'floor')
    const lean = await startFloor(ownerUrl(dataDirectory), practice.practiceId, 'lean')
    try {
      const comparisons = await compareAll(ulna, { floor, lean }, practice)
      const { rows } = await owner.query<{ version: string }>('select version() as version')
      const settings = { postgres: rows[0]?.version, seconds, rounds, quick: options.quick }
      await publish('npm run bench', tableOf(comparisons))
      const results = fileURLToPath(new URL('results', import.meta.url))
      console.log(`Kept in ${await keepResults(results, comparisons, settings)}`)
      return comparisons.every(
        ({ connections: count, ratios, target }) => count !== 8 || target === null || ratios.floor >= target,
      )
    } finally {
      await floor.stop()
      await lean.stop()
    }
  } finally {
    await owner.end()
    await ulna.stop()
    if (options.data === undefined) await rm(dataDirectory, { recursive: true, force: true })
  }
}

const reached = await run()
if (!reached) console.log('A figure at 8 connections is below its target.')
process.exit(reached ? 0 : 1)
