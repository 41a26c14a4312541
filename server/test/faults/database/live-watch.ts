/**
 * A thread of its own that asks every 100 ms whether the process lives, until `until`: beside a hundred clients in one
 * event loop an answer would wait for them. Posts status and milliseconds of each.
 */
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export interface Live {
  readonly status: number
  readonly ms: number
}

const { url, until } = workerData as { readonly url: string; readonly until: number }

const ask = (): Promise<Live> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    get(url, (answer) => {
      answer.resume()
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - startedAt }))
    }).once('error', reject)
  })

const seen: Live[] = []
for (; Date.now() < until; await sleep(100)) seen.push(await ask())
parentPort?.postMessage(seen)
