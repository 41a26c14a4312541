import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reportFigures } from '../figures.ts'
import { type Reply, type Request, renewToken, sendRequest } from '../http-call.ts'
import { emptyJournal, Load } from '../load.ts'
import { sizes } from '../sizes.ts'
import type { Live } from './live-watch.ts'
import { type ProxiedServer, startProxied } from './proxied-server.ts'

let scene: ProxiedServer
const journal = emptyJournal()

beforeAll(async () => {
  scene = await startProxied()
})
afterAll(() => scene.close())
beforeEach(async () => {
  for (const clinician of scene.clinicians) await renewToken(scene.server.baseUrl, clinician)
})

const get = (where: string, token?: string): Promise<Reply> =>
  sendRequest(scene.server.baseUrl, token, { method: 'GET', path: where })

const reads: readonly Request[] = ['/patient?limit=20', '/auth/me', '/record_class', '/waitlist'].map(
  (where) => ({
    method: 'GET',
    path: where,
  }),
)

/** So many people who read one thing after the other until then. */
const readUntil = async (until: number): Promise<Reply[]> => {
  const replies: Reply[] = []
  const { clinicians, server } = scene
  const reader = async (number: number): Promise<void> => {
    const request = reads[number % reads.length]
    const clinician = clinicians[number % clinicians.length]
    if (!request || !clinician) return
    while (Date.now() < until) {
      replies.push(await sendRequest(server.baseUrl, clinician.token, request))
      await sleep(50)
    }
  }
  await Promise.all(Array.from({ length: sizes.slowReaders }, (_, number) => reader(number)))
  return replies
}

const watchLive = async (until: number): Promise<Live[]> => {
  const workerData = { url: `${scene.server.baseUrl}/api/health/live`, until }
  const worker = new Worker(new URL('./live-watch.ts', import.meta.url), { workerData })
  const [live] = (await once(worker, 'message')) as [Live[]]
  return live
}

/** Milliseconds until it works: behind the last call that fails of those before twenty that succeed in a row. */
const recoveryMs = async (): Promise<number> => {
  const startedAt = performance.now()
  let worksFrom = startedAt
  for (let inRow = 0; inRow < 20; ) {
    const { status } = await get('/patient?limit=20', scene.clinicians[0]?.token)
    inRow = status === 200 ? inRow + 1 : 0
    if (status === 200) continue
    await sleep(50)
    worksFrom = performance.now()
  }
  return worksFrom - startedAt
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

describe('A7 while every answer of the database comes late', () => {
  it.each([2000, 10_000])(
    'by %i ms, everybody is told in time to come back, the process lives, and it goes on by itself afterwards',
    { timeout: sizes.patienceMs },
    async (delayMs) => {
      const { server, proxy, clinicians } = scene
      const load = new Load(server, clinicians, journal)
      load.start(sizes.writers)
      await load.progress(sizes.writers)
      const before = await scene.memoryMb()
      const slowFrom = performance.now()
      const until = Date.now() + sizes.slowMs
      proxy.delayMs = delayMs
      const [replies, live] = await Promise.all([readUntil(until), watchLive(until)])
      proxy.delayMs = 0
      const recovery = await recoveryMs()
      const grown = (await scene.memoryMb()) - before
      await load.stop()
      const slow = replies.filter(({ startedAt }) => startedAt > slowFrom).map(({ ms }) => ms)
      const figures = {
        delayMs,
        answers: slow.length,
        p99Ms: Math.round(percentile(slow, 0.99)),
        liveMs: Math.round(
          percentile(
            live.map(({ ms }) => ms),
            0.99,
          ),
        ),
        recoveryMs: Math.round(recovery),
        grownMb: Math.round(grown),
      }
      reportFigures('A7', figures)
      const refused = [...replies.filter(({ status }) => status !== 200), ...load.refusals]
      expect(refused.length).toBeGreaterThan(0)
      const others = refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)
      expect(others.map(({ status, path }) => `${status} ${path}`)).toEqual([])
      expect(new Set(live.map(({ status }) => status))).toEqual(new Set([200]))
      expect(figures.p99Ms).toBeLessThan(sizes.slowAnswerMs)
      expect(figures.liveMs).toBeLessThan(sizes.liveMs)
      expect(figures.recoveryMs).toBeLessThan(sizes.recoveryMs)
      expect(figures.grownMb).toBeLessThan(100)
      expect([server.running, load.unanswered, load.surprises]).toEqual([true, 0, []])
      expect(server.output).not.toMatch(/stopping after an error|[Uu]nhandled|"level":60/)
      await scene.expectExactly(journal)
    },
  )
})
