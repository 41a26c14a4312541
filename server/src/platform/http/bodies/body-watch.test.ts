import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { requestHead as head, Line } from '../../../../test/line.ts'
import { BodyWatch, usualPatience } from './body-watch.ts'

// Nothing is given up for standing still here: what goes, goes by itself.
const patience = { lookEveryMs: 3_600_000, looks: 6, leastBytes: 1 }

let server: Server
let bodies: BodyWatch

beforeEach(async () => {
  bodies = new BodyWatch(patience)
  server = createServer((_, answer) => answer.writeHead(401).end())
  bodies.watch(server)
  // A connection that is used no more is kept open, too.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const open = (): Line => new Line((server.address() as AddressInfo).port)
const none = (): Promise<void> => vi.waitFor(() => expect(bodies.size).toBe(0), 60_000)

it.each([
  ['of which the length was told', `${head({ path: '/', length: 1_000_000 })}{`],
  ['without a length', `${head({ path: '/' })}1\r\n{\r\n`],
])(
  'forgets a refused body %s with its connection, not half a minute later (what a flood filled memory with)',
  async (_, text) => {
    const line = open().say(text)
    expect(await line.status()).toBe(401)
    expect(bodies.size).toBe(1)
    line.hangUp()
    await none()
  },
)

it('forgets a refused body that goes on for too long, together with its connection', async () => {
  const line = open().say(head({ path: '/', length: 100_000_000 }) + 'x'.repeat(1_000_000))
  await line.ended()
  await none()
})

it('leaves nothing behind on a connection that many bodies share', async () => {
  const requests: IncomingMessage[] = []
  server.on('request', (request) => requests.push(request))
  const line = open()
  for (let turn = 0; turn < 20; turn += 1) {
    line.say(`${head({ path: '/', length: 2 })}{}`)
    expect(await line.status()).toBe(401)
    await none()
  }
  const listening = requests.at(-1)?.socket.listenerCount('close')
  expect(listening).toBe(requests.at(0)?.socket.listenerCount('close'))
  expect(listening).toBeLessThan(10)
  line.hangUp()
})

it('waits for half a minute of silence, or of less than a kilobyte a second', () => {
  const { lookEveryMs, looks, leastBytes } = usualPatience
  expect([lookEveryMs * looks, leastBytes]).toEqual([30_000, 30 * 1024])
  // The first look sees nothing come yet.
  expect(lookEveryMs * (looks + 1)).toBeLessThan(45_000)
})
