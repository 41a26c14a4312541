// What daily calls cost in a small installation and in one a hundred times as large: `npm run bench -- growth`. The practice that is
// asked is the same in both; the others are there beside it (grow.sql).
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { askServer } from '../ask-server.ts'
import { type BenchCase, benchCases, writeBehind } from '../cases.ts'
import { type Contender, type Figures, measure } from '../measure.ts'
import { type Practice, registerOwner, signIn } from '../practice.ts'
import { buildServer, ownerUrl, postmasterOf, type ServerProcess, startUlna } from '../processes.ts'
import { publish } from '../publish.ts'
import { markdown, middle, middleFigures } from '../report.ts'
import { seedPractice } from '../seed.ts'
import { growTo, type Size, sizeOf } from './grow.ts'

const { values: given } = parseArgs({
  options: {
    /** Practices beside the one that is asked, in the larger one; a hundredth of them in the smaller. */
    practices: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
    /** Where both lie; what is there already is measured as it is. */
    data: { type: 'string' },
  },
})

const seconds = Number(given.seconds)
const rounds = Number(given.rounds)
const connections = Number(given.connections)
const root = given.data ?? `/tmp/ulna-bench-growth-${process.pid}`
const names = ['small', 'large'] as const
type Name = (typeof names)[number]
const practices: Readonly<Record<Name, number>> = {
  small: Math.ceil(Number(given.practices) / 100),
  large: Number(given.practices),
}
/** How much longer a call may take where everything is a hundred times as much. */
const most = 1.2

const directoryOf = (name: Name): string => `${root}/${name}`

interface Installation {
  readonly ulna: ServerProcess
  readonly practiceId: number
}

/** Registers and fills an installation, unless it is there already. */
const fill = async (name: Name, ulna: ServerProcess, owner: pg.Client): Promise<void> => {
  const { rowCount } = await owner.query("select 1 from pg_namespace where nspname = 'bench'")
  if (rowCount !== 0) return
  const practice: Practice = await registerOwner(ulna.url)
  const began = performance.now()
  await seedPractice(owner, practice)
  await growTo(owner, practice, practices[name], (grown) =>
    console.log(`${name}: ${grown} practices after ${Math.round((performance.now() - began) / 1000)} s`),
  )
}

const withOwner = async <T>(name: Name, work: (owner: pg.Client) => Promise<T>): Promise<T> => {
  const owner = new pg.Client({ connectionString: ownerUrl(directoryOf(name)) })
  await owner.connect()
  return work(owner).finally(() => owner.end())
}

const running = new Set<ServerProcess>()

const stopAll = async (): Promise<void> => {
  await Promise.all([...running].map((ulna) => ulna.stop()))
  running.clear()
}

const open = async (name: Name): Promise<Installation> => {
  await mkdir(directoryOf(name), { recursive: true })
  await chmod(directoryOf(name), 0o755)
  const ulna = await startUlna(directoryOf(name))
  running.add(ulna)
  await withOwner(name, (owner) => fill(name, ulna, owner))
  const { practiceId } = await signIn(ulna.url)
  return { ulna, practiceId }
}

/** Counts what there is, and writes behind it: it reads every table, so nothing is cold afterwards. */
const lookAt = (name: Name): Promise<Size> =>
  withOwner(name, async (owner) => {
    const { rows } = await owner.query<{ last: Date }>('select max(end_at) as last from appointments')
    if (rows[0]) writeBehind(rows[0].last)
    return sizeOf(owner)
  })

/** What else people ask every day. */
const otherCases = (): BenchCase[] =>
  (
    [
      ['Today', '/api/calendar/today'],
      ['the latest patients', '/api/patient/findLatestByUser'],
      ['the board of packages', '/api/sessionpackage/board'],
      ['the trail, newest first', '/api/settings/audit'],
      ['a patient at a glance', '/api/patient/glance/1000002'],
    ] as const
  ).map(([name, path]) => ({ name, target: null, requests: [{ method: 'GET', path }] }))

const casesOf = (practiceId: number): BenchCase[] =>
  [...benchCases(practiceId), ...otherCases()].filter(
    ({ name, accepts }) => accepts === undefined && name.includes(given.only),
  )

const contenderOf = (name: Name, ulna: ServerProcess, token: string): Contender => ({
  ...{ name, url: ulna.url, pid: ulna.pid, postmaster: postmasterOf(directoryOf(name)) },
  headers: () => ({ authorization: `Bearer ${token}` }),
})

type Both<T> = Readonly<Record<Name, T>>

const eachOf = async <T>(work: (name: Name) => Promise<T>): Promise<Both<T>> => {
  const small = await work('small')
  return { small, large: await work('large') }
}

/** Rounds take turns, and who is first changes. */
const compare = async (index: number): Promise<{ name: string; figures: Both<Figures>; ratio: number }> => {
  const measured: Record<Name, Figures[]> = { small: [], large: [] }
  let name = ''
  for (let round = -1; round < rounds; round += 1)
    for (const one of round % 2 === 0 ? names : names.toReversed()) {
      // A token is good for a quarter of an hour.
      const { practiceId, token } = await signIn(installations[one].ulna.url)
      const benchCase = casesOf(practiceId)[index]
      if (!benchCase) throw new Error(`there is no case ${index}`)
      name = benchCase.name
      const figures = await measure(
        contenderOf(one, installations[one].ulna, token),
        benchCase,
        connections,
        seconds,
      )
      if (round >= 0) measured[one].push(figures)
    }
  const figures = { small: middleFigures(measured.small), large: middleFigures(measured.large) }
  const ratio = middle(
    measured.large.map(({ p50 }, round) => p50 / (measured.small[round]?.p50 ?? Number.NaN)),
  )
  console.log(
    `${name}: ${figures.small.p50.toFixed(1)} and ${figures.large.p50.toFixed(1)} ms, ${ratio.toFixed(2)}`,
  )
  return { name, figures, ratio }
}

/** Milliseconds of the first call of a server that was just started, on a machine that has read nothing yet. */
const firstCall = async (name: Name, index: number): Promise<number> => {
  const { practiceId, token } = await signIn(installations[name].ulna.url)
  const [request] = casesOf(practiceId)[index]?.requests ?? []
  if (!request) return Number.NaN
  const { method, path, body } = request.setupRequest?.(request) ?? request
  const began = performance.now()
  await askServer(installations[name].ulna.url, {
    ...{ method, path, headers: { authorization: `Bearer ${token}` } },
    ...(body === undefined ? {} : { body }),
  })
  return performance.now() - began
}

/** Has the machine forget what it read of disks; only where it lets us. */
const forgetDisks = async (): Promise<boolean> => {
  try {
    await writeFile('/proc/sys/vm/drop_caches', '3')
    return true
  } catch {
    return false
  }
}

await buildServer()
let installations: Both<Installation>
try {
  installations = await eachOf(open)
  const { small, large } = await eachOf(lookAt)
  const count = casesOf(installations.small.practiceId).length
  const warm: Awaited<ReturnType<typeof compare>>[] = []
  for (let index = 0; index < count; index += 1) warm.push(await compare(index))
  await stopAll()
  const isForgotten = await forgetDisks()
  installations = await eachOf(open)
  const cold: Both<number>[] = []
  for (let index = 0; index < count; index += 1) cold.push(await eachOf((name) => firstCall(name, index)))
  const sizes = markdown(
    ['', 'small', 'large'],
    (['practices', 'patients', 'records', 'visits', 'trail', 'database'] as const).map((what) => [
      what === 'database' ? 'database, MB' : what,
      ...[small, large].map((size) =>
        String(what === 'database' ? Math.round(size[what] / 1e6) : size[what]),
      ),
    ]),
  )
  const calls = markdown(
    [
      'call',
      'p50 ms, small',
      'large',
      'large / small',
      'p99 ms',
      'CPU ms',
      'CPU ms, small',
      'first call ms, small',
      'large',
    ],
    warm.map(({ name, figures, ratio }, index) => [
      name,
      figures.small.p50.toFixed(1),
      figures.large.p50.toFixed(1),
      `${ratio <= most ? '✓' : '✗'} ${ratio.toFixed(2)}`,
      figures.large.p99.toFixed(1),
      (figures.large.serverCpu + figures.large.databaseCpu).toFixed(2),
      (figures.small.serverCpu + figures.small.databaseCpu).toFixed(2),
      cold[index]?.small.toFixed(0) ?? '',
      cold[index]?.large.toFixed(0) ?? '',
    ]),
  )
  const how = `${connections} connections, ${rounds} rounds of ${seconds} s each; the first call of each kind ${isForgotten ? 'after the machine forgot what it had read of disks and both were started anew' : 'after both were started anew'}.`
  await publish('npm run bench -- growth', `${sizes}\n\n${how}\n\n${calls}`)
  process.exitCode = warm.every(({ ratio }) => ratio <= most) ? 0 : 1
} finally {
  await stopAll()
  if (given.data === undefined) await rm(root, { recursive: true, force: true })
}
