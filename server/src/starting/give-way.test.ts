import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const module = fileURLToPath(new URL('./give-way.ts', import.meta.url))
const program = `
  import { readFileSync, existsSync } from 'node:fs'
  import { getPriority } from 'node:os'
  import { giveWay } from ${JSON.stringify(module)}
  const session = () => existsSync('/proc/self/autogroup')
    ? readFileSync('/proc/self/autogroup', 'utf8').trim().split(' ').at(-1) : null
  const before = session()
  await giveWay((message) => console.error(message))
  console.log(JSON.stringify({ priority: getPriority(), before, after: session() }))`

const given = async (detached: boolean): Promise<{ priority: number; before: string; after: string }> => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached,
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  expect(await once(child, 'close')).toEqual([0, null])
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

it('I1 what waits has a low priority, and lowers its session where it is nobody else’s', async () => {
  const [own, shared] = [await given(true), await given(false)]
  expect(own.priority).toBe(10)
  expect(shared.priority).toBeGreaterThanOrEqual(10)
  expect(shared.after).toBe(shared.before)
  // A kernel without sessions of this kind goes by priority alone.
  if (existsSync('/proc/self/autogroup')) expect(own.after).toBe('10')
})
