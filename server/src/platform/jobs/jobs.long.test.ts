import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/postgres-database.ts'
import { type Jobs, jobLogger, startJobs } from './jobs.ts'

let database: TestDatabase
let workers: Jobs[]
const log: string[] = []
const minutes: number[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const handlers = { note: async () => void minutes.push(Math.floor(Date.now() / 60_000)) }
  workers = [1, 2, 3].map(() =>
    startJobs(database.appConnection, handlers, {
      logger: jobLogger({ warn: (message) => void log.push(message) }),
      onError: (error) => void log.push(error.message),
      everyMinute: ['note'],
    }),
  )
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await database.drop()
})

it('does what is due every minute once a minute, however many workers there are', {
  timeout: 200_000,
}, async () => {
  await expect.poll(() => minutes.length, { timeout: 190_000, interval: 500 }).toBeGreaterThanOrEqual(2)
  await sleep(5000)
  const [first = 0] = minutes
  expect(minutes).toEqual(minutes.map((_, index) => first + index))
  expect(log).toEqual([])
})
