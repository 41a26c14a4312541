import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const module = new URL('heap-growth.ts', import.meta.url).href

/** Reads one large picture after the other, as JSON, and tells how many MiB the process took more than before at most. */
const program = `
const { collectSooner } = await import(${JSON.stringify(module)})
collectSooner()
const body = Buffer.from(JSON.stringify({ data: 'QUJD'.repeat(3_475_000) }))
const before = process.memoryUsage.rss()
let most = 0
for (let turn = 0; turn < 40; turn += 1) {
  JSON.parse(body.toString())
  await new Promise((resolve) => setTimeout(resolve, 5))
  most = Math.max(most, process.memoryUsage.rss() - before)
}
console.log(Math.round(most / 1024 / 1024))
`

it('keeps a process small that reads one large body after the other', async () => {
  const options = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout } = await run(process.execPath, options)
  expect(Number(stdout)).toBeLessThan(100)
}, 60_000)
