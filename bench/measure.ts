import autocannon from 'autocannon'
import type { BenchCase } from './cases.ts'
import { databaseTime, processorTime, treeMemory } from './process-usage.ts'

/** A server under load. */
export interface Contender {
  readonly name: string
  readonly url: string
  readonly pid: number
  readonly postmaster: number
  readonly headers: () => Readonly<Record<string, string>>
}

export interface Figures {
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Processor milliseconds a request: of the server's process, and of PostgreSQL's. */
  readonly serverCpu: number
  readonly databaseCpu: number
  /** MiB after the run, of the process and all that it began but PostgreSQL. */
  readonly memory: number
}

/** Seconds for an answer: thirty-two people who sign in at once on a slow machine need more than ten. */
const patience = 60

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Loads one server with one case for some seconds. Throws when an answer is not 2xx: then the figures mean nothing. */
export const measure = async (
  contender: Contender,
  { name, requests, longer = 1, accepts }: BenchCase,
  connections: number,
  seconds: number,
): Promise<Figures> => {
  const headers = {
    'content-type': 'application/json',
    ...(accepts === undefined ? {} : { 'accept-encoding': accepts }),
    ...contender.headers(),
  }
  const before = { server: processorTime(contender.pid), database: databaseTime(contender.postmaster) }
  const startedAt = performance.now()
  const load = autocannon({
    url: contender.url,
    connections,
    duration: seconds * longer,
    timeout: patience,
    requests: requests.map((request) => ({ ...request, headers })),
  })
  const latencies: number[] = []
  let failed = 0
  load.on('response', (_client, status, _bytes, milliseconds) => {
    latencies.push(milliseconds)
    if (status < 200 || status > 299) failed += 1
  })
  const result = await load
  const elapsed = (performance.now() - startedAt) / 1000
  if (failed + result.errors + result.timeouts > 0 || latencies.length === 0) {
    throw new Error(
      `${contender.name}: ${failed} of ${latencies.length} answers of "${name}" failed, ${result.errors} errors`,
    )
  }
  latencies.sort((a, b) => a - b)
  const answered = latencies.length
  return {
    requestsPerSecond: answered / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    serverCpu: (processorTime(contender.pid) - before.server) / answered,
    databaseCpu: (databaseTime(contender.postmaster) - before.database) / answered,
    memory: treeMemory(contender.pid, contender.postmaster),
  }
}
