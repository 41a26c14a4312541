import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseProxy } from '../../../test/faults/proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/postgres-database.ts'
import { type ConnectionSettings, openPool, type Pool, transaction } from '../database/database.ts'
import type { StreamAnswer } from '../http/route.ts'
import { NewsStreams, type StreamLimits } from './news.streams.ts'
import { announce } from './news.ts'

let database: TestDatabase
let pool: Pool
let opened: NewsStreams[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.appConnection, { size: 2, onIdleError: () => undefined })
})
afterEach(async () => {
  await Promise.all(opened.map((streams) => streams.close()))
  opened = []
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const start = (
  limits: Partial<StreamLimits> = {},
  connection: ConnectionSettings = database.appConnection,
): NewsStreams => {
  const streams = new NewsStreams(connection, () => undefined, limits)
  opened.push(streams)
  return streams
}

const practiceId = 7
const tell = (id: number) =>
  transaction(pool.queries, { practiceId, userId: 0 }, 'read write', (tx) =>
    announce(tx, practiceId, { topic: 'wait-list', ids: [id] }),
  )

/** Reads on until a text was told. */
const heard = async ({ body }: StreamAnswer, text: string): Promise<string> => {
  let told = ''
  while (!told.includes(text)) {
    const chunk = body.read() as Buffer | null
    if (chunk) told += String(chunk)
    else await once(body, 'readable')
  }
  return told
}

describe('a stream', () => {
  it('whose reader reads nothing is dropped before much waits for it; the others go on', async () => {
    const streams = start({ waitingBytes: 2000 })
    const lazy = await streams.open({ practiceId, sessionId: 1 })
    const diligent = await streams.open({ practiceId, sessionId: 2 })
    const dropped = once(lazy.body, 'close')
    for (let id = 1; id <= 60; id += 1) {
      await tell(id)
      await heard(diligent, `"ids":[${id}]`)
    }
    await dropped
    expect(lazy.body.readableLength).toBeLessThan(3000)
    expect(diligent.body.destroyed).toBe(false)
  })

  it('is refused when the process has as many as it can bear, and opened again when one has gone', async () => {
    const streams = start({ ofProcess: 2 })
    const first = await streams.open({ practiceId, sessionId: 1 })
    await streams.open({ practiceId, sessionId: 2 })
    await expect(streams.open({ practiceId, sessionId: 3 })).rejects.toMatchObject({
      key: 'service_unavailable',
    })
    const gone = once(first.body, 'close')
    first.body.destroy()
    await gone
    expect(await heard(await streams.open({ practiceId, sessionId: 3 }), 'ready')).toContain('event: ready')
  })

  it('is not opened while nothing could be heard, nor once the process stops', async () => {
    const nowhere = start({}, { ...database.appConnection, host: '127.0.0.1', port: 1 })
    const refusal = { key: 'service_unavailable' }
    await expect(nowhere.open({ practiceId, sessionId: 1 })).rejects.toMatchObject(refusal)
    const streams = start()
    await streams.close()
    await expect(streams.open({ practiceId, sessionId: 1 })).rejects.toMatchObject(refusal)
  })
})

describe('the connection that listens', () => {
  it('is there again after the database was away, and what went unheard is asked for anew', async () => {
    const { host, port, user } = database.appConnection
    const proxy = new DatabaseProxy(path.join(String(host), `.s.PGSQL.${port}`))
    await proxy.open()
    const away = { ...database.appConnection, host: '127.0.0.1', port: proxy.port, user: String(user) }
    const streams = start({}, away)
    const stream = await streams.open({ practiceId, sessionId: 1 })
    await heard(stream, 'ready')
    await proxy.close()
    await tell(1)
    await expect(start({}, away).open({ practiceId, sessionId: 1 })).rejects.toMatchObject({
      key: 'service_unavailable',
    })
    await pause(1000)
    await proxy.open()
    const told = await heard(stream, 'refetch')
    expect(told).not.toContain('"ids":[1]')
    await tell(2)
    expect(await heard(stream, '"ids":[2]')).toContain('event: change')
    await streams.close()
    await proxy.close()
  })
})
