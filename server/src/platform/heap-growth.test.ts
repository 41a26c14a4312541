import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const module = new URL('heap-growth.ts', import.meta.url).href

/** Holds the last 400,000 of six million things, as a server holds the requests under way: tells MiB of its heap at most. */
const program = `
const { collectSooner } = await import(${JSON.stringify(module)})
collectSooner()
const underWay = new Array(400_000)
let most = 0
for (let at = 0; at < 6_000_000; at += 1) {
  underWay[at % underWay.length] = { at, of: [at], text: 'request ' + at }
  if (at % 50_000 === 0) most = Math.max(most, process.memoryUsage().heapTotal)
}
console.log(Math.round(most / 1024 / 1024))
`

it('keeps the heap at most twice as large as what is held, not four times', async () => {
  const options = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout } = await run(process.execPath, options)
  expect(Number(stdout)).toBeLessThan(220)
})
