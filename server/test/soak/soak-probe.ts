/**
 * Loaded into the server by `--import` where SOAK_PROBE names a file, which it never is in use: every ten seconds what
 * the process holds goes there, one line of JSON each time.
 */
import { appendFileSync, readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getActiveResourcesInfo } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const { SOAK_PROBE: file = '' } = process.env
// The programs that the server starts beside itself are not looked at.
const isServer = process.argv[1]?.endsWith('main.js') === true
/** Collects all that nobody holds any more: what is left is held. */
const collect = (): void => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}
/** It stops the process for a tenth of a second, which its delay is not to be blamed for. */
const samplesPerCollection = 6
let samples = 0

const delay = monitorEventLoopDelay({ resolution: 10 })

const sample = (): void => {
  samples += 1
  const isCollected = samples % samplesPerCollection === 0
  const delayMs = Math.max(0, delay.percentile(99) / 1e6 - 10)
  if (isCollected) collect()
  const { rss, heapUsed } = process.memoryUsage()
  const line = {
    at: Date.now(),
    rss,
    held: isCollected ? heapUsed : null,
    // The sampling itself waits ten milliseconds each time.
    delayMs,
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
