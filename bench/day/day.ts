// How many practices one machine serves: the people of practices at the pace of their busiest hour, each step sent at its
// moment whether or not what came before was answered (plan.ts). `npm run bench -- day` looks for the largest number at
// which 95 of 100 calls are answered within 100 ms and none fails; `--practices=50` measures that many.
import { chmod, mkdir, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildServer, ownerUrl, startUlna } from '../processes.ts'
import { publish } from '../publish.ts'
import { driveRun, type Machine, type Run } from './drive.ts'
import { inAll, isHeld, type Target, tablesOf } from './figures.ts'
import type { PlanOptions, PracticeSize } from './plan.ts'
import { largestThatHolds, type Search } from './search.ts'
import { growingPractices, timeNow } from './seed.ts'

const { values: given } = parseArgs({
  options: {
    practices: { type: 'string' },
    /** Where the search begins. */
    from: { type: 'string', default: '50' },
    /** A number that is known not to hold; `from` is known to hold then. */
    until: { type: 'string' },
    practitioners: { type: 'string', default: '4' },
    receptionists: { type: 'string', default: '1' },
    'visits-an-hour': { type: 'string', default: '6' },
    minutes: { type: 'string', default: '15' },
    runs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
})

const size = {
  practitioners: Number(given.practitioners),
  receptionists: Number(given.receptionists),
  visitsAnHour: Number(given['visits-an-hour']),
} satisfies Omit<PracticeSize, 'practices'>
const minutes = Number(given.minutes)
const runs = Number(given.runs)
/** Minutes in which all practices open, and everybody signs in. */
const opening = minutes / 3
/** Of a number that was asked for, what fifty large practices are to get. */
const target: Target = given.practices ? { p95: 300, failures: 0.001 } : { p95: 100, failures: 0 }
const search: Search = {
  from: Number(given.from),
  until: given.until === undefined ? undefined : Number(given.until),
}
const searchMinutes = 3
const breath = 10_000

/** In a short run everybody is at work already when counting begins: they came before, no faster than in a long one. */
const openingBefore = (practices: number): PlanOptions['opening'] => {
  const people = practices * (size.practitioners + size.receptionists)
  const settled = -0.7
  return { from: settled - Math.min(5, Math.max(1, people / 300)), until: settled }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What every browser has of the page since its last visit. */
const tagOfPage = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/login`)
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

type Wish = Pick<PlanOptions, 'practices' | 'minutes' | 'opening'> & { readonly visitsAnHour?: number }

const measuringOn = async (machine: Machine, owner: pg.Client) => {
  const time = timeNow()
  const { url } = machine.ulna
  const grow = growingPractices(url, owner, size, time)
  const pageTag = await tagOfPage(url)
  let firstTurn = 0
  return async (wish: Wish): Promise<Run> => {
    const practices = await grow(wish.practices)
    const plan: PlanOptions = { ...size, ...wish, seed: Number(given.seed) + firstTurn, firstTurn }
    // Later runs take other visits; three are under way in each practice.
    const lasts = wish.minutes - Math.min(0, wish.opening.from)
    firstTurn += Math.ceil((lasts * plan.visitsAnHour) / 60) + 3
    const run = await driveRun(machine, { url, pageTag, plan, time, practices })
    for (const example of run.outcome.examples) console.log(`  ${example}`)
    const { calls, p95, failures } = inAll([run])
    console.log(`${wish.practices} practices: ${calls} calls, p95 ${p95.toFixed(1)} ms, ${failures} failed`)
    return run
  }
}

type Measure = Awaited<ReturnType<typeof measuringOn>>

/** Every kind of step is asked for until nothing is new to the server. */
const warmUp = (measure: Measure, practices: number) =>
  measure({
    practices: Math.min(5, practices),
    minutes: 1.5,
    visitsAnHour: 120,
    opening: { from: 0, until: 0.2 },
  })

const measureRuns = async (measure: Measure, practices: number): Promise<Run[]> => {
  const done: Run[] = []
  for (let number = 0; number < runs; number += 1) {
    await pause(breath)
    done.push(await measure({ practices, minutes, opening: { from: 0, until: opening } }))
    // A number that was looked for holds in all of them, or is not the number.
    if (!given.practices && !done.every((run) => isHeld(run, target))) break
  }
  return done
}

/** A short run may hold where a long one does not: then a tenth less is tried. */
const measureLargest = async (measure: Measure): Promise<{ practices: number; done: Run[] }> => {
  let practices = await largestThatHolds(search, async (count) => {
    await pause(breath)
    const wish = { practices: count, minutes: searchMinutes, opening: openingBefore(count) }
    return isHeld(await measure(wish), target)
  })
  for (;;) {
    const done = await measureRuns(measure, practices)
    if (practices <= 1 || done.every((run) => isHeld(run, target))) return { practices, done }
    practices = Math.floor(practices * 0.9)
  }
}

const measureDay = async (measure: Measure) => {
  const asked = given.practices === undefined ? undefined : Number(given.practices)
  await warmUp(measure, asked ?? search.from)
  if (asked === undefined) return measureLargest(measure)
  return { practices: asked, done: await measureRuns(measure, asked) }
}

const onMachine = async <T>(use: (machine: Machine) => Promise<T>): Promise<T> => {
  const dataDirectory = `/tmp/ulna-bench-day-${process.pid}`
  await buildServer()
  await mkdir(dataDirectory, { recursive: true })
  await chmod(dataDirectory, 0o755)
  const ulna = await startUlna(dataDirectory)
  try {
    return await use({ ulna, dataDirectory })
  } finally {
    await ulna.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

const { practices, done } = await onMachine(async (machine) => {
  const owner = new pg.Client({ connectionString: ownerUrl(machine.dataDirectory) })
  await owner.connect()
  try {
    return await measureDay(await measuringOn(machine, owner))
  } finally {
    await owner.end()
  }
})
const what = `**${practices} practices** of ${size.practitioners} practitioners and ${size.receptionists} at the desk, ${size.visitsAnHour} visits an hour in each, ${minutes} minutes a run.`
const command = given.practices ? 'npm run bench -- day --practices=50' : 'npm run bench -- day'
await publish(command, `${what}\n\n${tablesOf(done, target)}`)
process.exit(done.every((run) => isHeld(run, target)) ? 0 : 1)
