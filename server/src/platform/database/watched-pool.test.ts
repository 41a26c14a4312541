import { createServer, type Server, type Socket } from 'node:net'
import type pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { fromPostgres } from './postgres-errors.ts'
import { WatchedPool } from './watched-pool.ts'

let pool: WatchedPool
let mute: Server | undefined
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  mute?.close()
  await pool.end()
})

/** Takes connections and never says a word. */
const openMute = async (): Promise<number> => {
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  mute = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

const open = (settings: pg.PoolConfig = inject('postgres').owner): void => {
  pool = new WatchedPool({ max: 2, connectionTimeoutMillis: 3500, ...settings }, 100)
}

describe('a watched pool', () => {
  it('leaves a statement alone that is only slow', async () => {
    open()
    const { rows } = await pool.query("select 'slow' as answer from pg_sleep(3)")
    expect(rows).toEqual([{ answer: 'slow' }])
  })

  it('rejects what ran on a connection that broke, and goes on with another', async () => {
    open()
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const running = client.query('select pg_sleep(10)')
    const refused = expect(running).rejects.toThrow()
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await refused
    client.release()
    // The break itself arrives a moment after the message that announced it.
    await expect
      .poll(() => pool.query('select 1 as one').then(({ rows: found }) => found, String))
      .toEqual([{ one: 1 }])
  })

  it('gives up on a database that never says a word, with an error that asks the caller to come back', async () => {
    open({
      host: '127.0.0.1',
      port: await openMute(),
      user: 'postgres',
      database: 'postgres',
      connectionTimeoutMillis: 700,
    })
    const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason)
    expect(fromPostgres(error)?.key).toBe('service_unavailable')
  })
})
