import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isAlive, readPostmaster } from '../../src/platform/embedded-postgres/postmaster-pid.ts'
import { stopServer } from '../../src/platform/embedded-postgres/stop-server.ts'
import { ServerProcess } from './server-process.ts'

let dataDirectory: string
let server: ServerProcess

/** A server that says for so many seconds that it stops. */
const start = async (drainSeconds: number, others: Readonly<Record<string, string>> = {}): Promise<void> => {
  server = new ServerProcess({ DATA_DIR: dataDirectory, DRAIN_SECONDS: String(drainSeconds), ...others })
  await server.start()
}

beforeAll(async () => {
  dataDirectory = await mkdtemp(`/tmp/ulna-test-${process.pid}-stopping-`)
  await chmod(dataDirectory, 0o755)
})

afterAll(async () => {
  await server.end('SIGKILL')
  await stopServer(path.join(dataDirectory, 'postgres/cluster'))
  await rm(dataDirectory, { recursive: true, force: true })
})

/** What a balancer hears that asks anew each time; undefined when nobody takes the connection. */
const statusOf = async (name: string): Promise<number | undefined> => {
  const answer = await fetch(`${server.baseUrl}/api/health/${name}`, {
    headers: { connection: 'close' },
  }).catch(() => undefined)
  return answer?.status
}

/** What ready says from now on, each answer once, until nobody answers. */
const heardUntilGone = async (): Promise<(number | undefined)[]> => {
  const heard: (number | undefined)[] = []
  for (;;) {
    const status = await statusOf('ready')
    if (status !== heard.at(-1) || heard.length === 0) heard.push(status)
    if (status === undefined) return heard
    await sleep(20)
  }
}

it('a process that is to stop says that it is not ready while it still answers, and then takes no more connections', async () => {
  await start(1)
  expect(await statusOf('ready')).toBe(200)
  const startedAt = performance.now()
  const ended = server.end('SIGTERM')
  expect((await heardUntilGone()).slice(-2)).toEqual([503, undefined])
  expect(performance.now() - startedAt).toBeGreaterThan(900)
  expect(await ended).toBe(0)
})

it('while it stops each connection ends with its next answer, so that no request comes over one that is closed', async () => {
  await start(2)
  const connectionOf = async (): Promise<string | null> =>
    (await fetch(`${server.baseUrl}/api/health/live`)).headers.get('connection')
  expect(await connectionOf()).toBe('keep-alive')
  const ended = server.end('SIGTERM')
  await expect.poll(connectionOf, { interval: 20 }).toBe('close')
  expect(await ended).toBe(0)
})

it('while it stops it says so where it is asked whether it lives, which it does', async () => {
  await start(2)
  const told = async (): Promise<unknown> => (await fetch(`${server.baseUrl}/api/health/live`)).json()
  expect(await told()).toMatchObject({ payload: { status: 'live' } })
  const ended = server.end('SIGTERM')
  await expect.poll(told, { interval: 20 }).toMatchObject({ payload: { status: 'stopping' } })
  expect(await ended).toBe(0)
})

it('whoever connected and asked while it was too busy to look is answered before it stops', async () => {
  await start(0)
  process.kill(server.pid, 'SIGSTOP')
  const asked = Array.from({ length: 40 }, () => statusOf('live'))
  await sleep(500)
  const ended = server.end('SIGTERM')
  process.kill(server.pid, 'SIGCONT')
  expect(await Promise.all(asked)).toEqual(asked.map(() => 200))
  expect(await ended).toBe(0)
})

it('a request that never ends keeps it for ten seconds, and its database stops in order all the same', async () => {
  await start(0)
  const cluster = path.join(dataDirectory, 'postgres/cluster')
  const pid = (await readPostmaster(cluster))?.pid ?? 0
  const socket = net.connect(Number(new URL(server.baseUrl).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n')
  socket.write('content-length: 1000\r\n\r\n{')
  await sleep(500)
  const before = server.output.length
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output.slice(before)).toContain('work under way was cut off')
  expect(isAlive(pid)).toBe(false)
  expect(await readPostmaster(cluster)).toBeUndefined()
})

it('whoever presses Ctrl-C waits for no balancer', async () => {
  await start(300)
  expect(await server.end('SIGINT')).toBe(0)
})

it('a port of its own tells what is measured from the start of a process until it has stopped', async () => {
  await start(0, { METRICS_PORT: '0', LOG_LEVEL: 'info' })
  const told = /metrics are told at port (\d+) of 127\.0\.0\.1/
  await vi.waitFor(() => expect(server.output).toMatch(told), 60_000)
  const port = told.exec(server.output)?.[1]
  const ask = () => fetch(`http://127.0.0.1:${port}/metrics`)
  const answer = await ask()
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('ulna_disk_free_bytes{of="data"}'),
  ])
  expect((await fetch(`${server.baseUrl}/metrics`)).status).toBe(404)
  expect(await server.end('SIGTERM')).toBe(0)
  await expect(ask()).rejects.toThrow('fetch failed')
})

it('a process that never runs for an hour tidies all the same: mails of a month ago are gone from the outbox', async () => {
  const outbox = path.join(dataDirectory, 'outbox')
  await mkdir(outbox, { recursive: true })
  for (const name of ['old.eml', 'new.eml']) await writeFile(path.join(outbox, name), '')
  const monthAgo = Date.now() / 1000 - 30 * 24 * 3600
  await utimes(path.join(outbox, 'old.eml'), monthAgo, monthAgo)
  await start(0)
  await vi.waitFor(async () => expect(await readdir(outbox)).toEqual(['new.eml']), 60_000)
  expect(await server.end('SIGINT')).toBe(0)
})
