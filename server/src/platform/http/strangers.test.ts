import { describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { Line } from '../../../test/line.ts'
import { listen } from '../../../test/sweeps/scene/raw-request.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { strangerLimits } from './strangers.ts'

const { app, owner } = await testPractice({ alone: true })
const port = await listen(app.server)

const asking = (path: string, token: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`

const openConnections = (of: TestApp): Promise<number> =>
  new Promise((resolve, reject) => {
    of.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

/** Connections that say nothing, and as many again that begin a request and never end it. */
const flood = async (at: number, count: number): Promise<Line[]> => {
  const lines = Array.from({ length: count }, (_, index) => {
    const line = new Line(at)
    return index % 2 === 0 ? line : line.say('POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
  })
  await Promise.all(lines.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
  return lines
}

describe('a flood of connections from an address', () => {
  it('shuts out nobody there who is signed in, nor a live stream', async () => {
    const { token } = owner
    const stream = new Line(port).say(asking('/api/events', token))
    const known = new Line(port).say(asking('/api/practice/doctors', token))
    expect([await stream.status(), await known.status()]).toEqual([200, 200])
    const lines = await flood(port, strangerLimits.ofAddress * 2)
    await Promise.all(lines.slice(0, strangerLimits.ofAddress).map((line) => line.ended()))
    known.say(asking('/api/practice/doctors', token))
    expect(await known.status()).toBe(200)
    const newcomer = new Line(port).say(asking('/api/practice/doctors', token))
    expect(await newcomer.status()).toBe(200)
    expect(stream.socket.destroyed).toBe(false)
    expect(await openConnections(app)).toBeLessThanOrEqual(strangerLimits.ofAddress + 3)
    for (const line of [...lines, stream, known, newcomer]) line.hangUp()
  })

  it('pushes out the connections that stood longest, and only of those on which nobody showed who they are', async () => {
    const first = new Line(port)
    const lines = await flood(port, strangerLimits.ofAddress)
    expect(await first.ended()).toBe('')
    const last = lines.at(-1)
    last?.say('x\r\ncontent-length: 0\r\n\r\n')
    expect(await last?.status()).toBe(400)
    for (const line of lines) line.hangUp()
  })

  it('is bounded with those of all other addresses too', async () => {
    const ofAll = 20
    const bounded = await buildTestApp({ on: app, strangerLimits: { ofAddress: ofAll * 10, ofAll } })
    const at = await listen(bounded.server)
    const stream = new Line(at).say(asking('/api/events', owner.token))
    expect(await stream.status()).toBe(200)
    const lines = await flood(at, ofAll * 2)
    const newcomer = new Line(at).say(asking('/api/practice/doctors', owner.token))
    expect(await newcomer.status()).toBe(200)
    await Promise.all(lines.slice(0, ofAll + 1).map((line) => line.ended()))
    expect(await openConnections(bounded)).toBe(ofAll - 1 + 2)
    for (const line of [...lines, stream, newcomer]) line.hangUp()
    await bounded.close()
  })

  it('is for the proxy to bound where there is one: all connections are the proxy’s', async () => {
    const proxied = await buildTestApp({ on: app, trustedProxies: 1 })
    const behind = await listen(proxied.server)
    const lines = await flood(behind, strangerLimits.ofAddress + 10)
    const last = new Line(behind).say('GET /api/health/live HTTP/1.1\r\nhost: localhost\r\n\r\n')
    expect(await last.status()).toBe(200)
    expect(await openConnections(proxied)).toBe(strangerLimits.ofAddress + 11)
    for (const line of [...lines, last]) line.hangUp()
    await proxied.close()
  })
})
