// What people who are nobody here can do to everybody else with the worst bodies there are, and somebody who is signed
// in with the largest: `npm run bench -- flood`. RATE_LIMITS is off, as if they came from many addresses.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { registerOwner, signIn } from './practice.ts'
import { residentMemory } from './process-usage.ts'
import { onUlna, type ServerProcess } from './processes.ts'
import { publish } from './publish.ts'
import { markdown } from './report.ts'
import { pause, post } from './uploads.ts'

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const floodMs = Number(options.seconds) * 1000
const callers = 8
const targets = { p99: 100, growth: 150, stalled: 45 } as const

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds that one look at whether the server lives takes. */
const lookIn = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const call = request(`${url}/api/health/live`, { agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(performance.now() - startedAt))
    })
    call.once('error', reject)
    call.end()
  })

interface Watched {
  readonly looks: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** MiB that the process had more at most than before. */
  readonly growth: number
}

const watch = async ({ url, pid }: ServerProcess, forMs: number, before: number): Promise<Watched> => {
  const endsAt = performance.now() + forMs
  const latencies: number[] = []
  let highest = 0
  while (performance.now() < endsAt) {
    latencies.push(await lookIn(url))
    if (latencies.length % 5 === 0) highest = Math.max(highest, residentMemory(pid))
    await pause(10)
  }
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return {
    looks: latencies.length,
    p50: at(0.5),
    p99: at(0.99),
    longest: latencies.at(-1) ?? Number.NaN,
    growth: highest - before,
  }
}

const startCallers = async (url: string, token?: string): Promise<ChildProcess> => {
  const program = fileURLToPath(new URL('flooding/flood-callers.ts', import.meta.url))
  const child = fork(program, [url, String(callers), ...(token === undefined ? [] : [token])], {
    execArgv: ['--import', 'tsx'],
  })
  await once(child, 'spawn')
  return child
}

const stopCallers = async (child: ChildProcess): Promise<Readonly<Record<string, number>>> => {
  const told = once(child, 'message')
  child.send('stop')
  const [counts] = (await told) as [Record<string, number>]
  return counts
}

const flood = async (name: string, ulna: ServerProcess, token?: string): Promise<Watched> => {
  const before = residentMemory(ulna.pid)
  const child = await startCallers(ulna.url, token)
  await pause(2000)
  const watched = await watch(ulna, floodMs, before)
  console.log(`\n${name}:`)
  for (const [outcome, count] of Object.entries(await stopCallers(child)))
    console.log(`  ${outcome} × ${count}`)
  console.log(told(watched))
  return watched
}

const told = ({ looks, p50, p99, longest, growth }: Watched): string =>
  `live p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms of ${looks}; memory + ${growth} MiB`

/** Seconds until a body ends of which nothing, or a byte every five seconds, comes. */
const stall = async (url: string, path: string, drip: boolean): Promise<number> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const startedAt = performance.now()
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n{`,
  )
  const dripping = setInterval(() => drip && socket.write(' '), 5000)
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'close')
  clearInterval(dripping)
  return (performance.now() - startedAt) / 1000
}

const tableOf = (anonymous: Watched, signedIn: Watched, ended: readonly number[]): string =>
  markdown(
    ['what', 'measured', 'target'],
    [
      [
        `p99 of /api/health/live beside ${callers} callers without a session`,
        `${anonymous.p99.toFixed(1)} ms`,
        `≤ ${targets.p99} ms`,
      ],
      [
        `memory that the server takes more, at most, within ${options.seconds} s`,
        `${anonymous.growth} MiB`,
        `≤ ${targets.growth} MiB`,
      ],
      [
        'a body that stands still, or drips, ends after',
        `${Math.max(...ended).toFixed(0)} s`,
        `≤ ${targets.stalled} s`,
      ],
      [
        `p99 beside one account that sends ${callers} pictures at a time`,
        `${signedIn.p99.toFixed(1)} ms`,
        '',
      ],
      ['memory it takes more, at most, above that', `${signedIn.growth} MiB`, ''],
    ],
  )

const measureAll = async (ulna: ServerProcess): Promise<boolean> => {
  await registerOwner(ulna.url)
  const { token } = await signIn(ulna.url)
  await post({ url: ulna.url, token, patientId: 0 }, '/patient', { firstName: 'Mariana', lastName: 'Lara' })
  const quiet = await watch(ulna, Math.min(5000, floodMs), residentMemory(ulna.pid))
  console.log(`\nnobody else:\n${told(quiet)}`)
  const stalled = Promise.all([
    stall(ulna.url, '/api/auth/login', false),
    stall(ulna.url, '/api/auth/login', true),
    stall(ulna.url, '/api/patient', false),
  ])
  const anonymous = await flood(`${callers} callers without a session`, ulna)
  const ended = await stalled
  console.log(`bodies that stalled ended after ${ended.map((one) => one.toFixed(0)).join(', ')} s`)
  await pause(3000)
  const signedIn = await flood(`one account with ${callers} pictures at a time`, ulna, token)
  agent.destroy()
  await publish('npm run bench -- flood', tableOf(anonymous, signedIn, ended))
  return (
    anonymous.p99 <= targets.p99 &&
    anonymous.growth <= targets.growth &&
    Math.max(...ended) <= targets.stalled
  )
}

process.exit((await onUlna('flood', measureAll)) ? 0 : 1)
