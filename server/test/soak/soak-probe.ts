/**
 * Loaded into the server by `--import` where SOAK_PROBE names a file, which it never is in use: every ten seconds what
 * the process holds goes there, one line of JSON each time.
 */
import { appendFileSync, readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getActiveResourcesInfo } from 'node:process'

const { SOAK_PROBE: file = '' } = process.env
// The programs that the server starts beside itself are not looked at.
const isServer = process.argv[1]?.endsWith('main.js') === true
const delay = monitorEventLoopDelay({ resolution: 10 })

const sample = (): void => {
  const { rss, heapUsed } = process.memoryUsage()
  const line = {
    at: Date.now(),
    rss,
    heapUsed,
    // The sampling itself waits ten milliseconds each time.
    delayMs: Math.max(0, delay.percentile(99) / 1e6 - 10),
    files: readdirSync('/proc/self/fd').length,
    handles: getActiveResourcesInfo().length,
  }
  delay.reset()
  appendFileSync(file, `${JSON.stringify(line)}\n`)
}

if (isServer && file !== '') {
  delay.enable()
  setInterval(sample, 10_000).unref()
}
