import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { practiceMoveEndpoints } from '@ulna/contract/practice-moves/practice-moves'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { localFileStore } from '../../platform/files/file-store.local.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { noRateLimits } from '../../platform/http/rate-limits.ts'
import { verifyExport } from './practice-moves.verify.service.ts'

const { app, owner } = await testPractice({ alone: true })
const files = localFileStore(app.filesDirectory)
const workDirectory = path.join(path.dirname(app.outbox), 'leaving')
const dependencies = { db: app.db, files, rateLimits: noRateLimits, workDirectory }

/** The same store, of which half of a file is read at once and the rest when somebody says so. */
const storeThatWaits = () => {
  const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const open: FileStore['open'] = async (key) => {
    const bytes = await files.get(key)
    const half = Math.floor(bytes.length / 2)
    const pieces = async function* () {
      yield bytes.subarray(0, half)
      reached.resolve()
      await goesOn.promise
      yield bytes.subarray(half)
    }
    return { size: bytes.length, bytes: Readable.from(pieces()) }
  }
  return { files: Object.assign(localFileStore(app.filesDirectory), { open }), reached, goesOn }
}

it('an archive that two read back at once is found whole by both, and nothing of it is left lying', async () => {
  await createPatient(app, owner, { firstName: 'Mariana' })
  await callEndpoint(app, practiceMoveEndpoints.begin, { token: owner.token, body: {} })
  await app.runJobs()
  const { practiceId } = owner
  const { rows } = await sql<{ id: number }>`
    update practice_exports set verified_at = null where practice_id = ${practiceId} returning id`.execute(
    app.owner.queries,
  )
  const key = { practiceId, exportId: rows[0]?.id ?? 0 }
  const slow = storeThatWaits()
  const first = verifyExport({ ...dependencies, files: slow.files }, key)
  await slow.reached.promise
  await verifyExport(dependencies, key)
  slow.goesOn.resolve()
  await first
  const { rows: found } = await sql`
    select state, verified_at is not null as verified from practice_exports where id = ${key.exportId}`.execute(
    app.owner.queries,
  )
  expect(found).toEqual([{ state: 'ready', verified: true }])
  expect(await readdir(workDirectory)).toEqual([])
})
