import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../../../../test/build-test-app.ts'
import { createPatient } from '../../../../test/factories/clinical.ts'
import { erasuresOf, requestInput } from '../../../../test/factories/erasures.ts'
import { giveSigningKey } from '../../../../test/factories/papers.ts'
import { flatText, poppler, sha256Of } from '../../../../test/poppler.ts'
import { testPractice } from '../../../../test/test-practice.ts'
import { deriveKey } from '../../../platform/tokens.ts'
import { certify } from './erasures.certificates.service.ts'

const { app, owner } = await testPractice({ alone: true })
const on = erasuresOf(app, owner)

const textOf = async (pdf: Buffer): Promise<string> => flatText(await poppler('pdftotext', pdf, '-layout'))

/** Somebody who was never treated, erased to the end. */
const erased = async (given: Record<string, unknown>): Promise<number> => {
  const id = await on.archive((await createPatient(app, owner, given)).id)
  const { id: erasureId } = await on.block(id)
  await on.comeDue(erasureId)
  return erasureId
}

const countPapers = async (erasureId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from erasure_papers where erasure_id = ${erasureId}`.execute(
    app.owner.queries,
  )
  return rows[0]?.count ?? 0
}

const dependencies = {
  ...{ db: app.db, appUrl: () => 'https://ulna.test', backupKeepDays: async () => undefined },
  signingKeys: deriveKey(testSecret, 'keys that papers are signed with'),
}

beforeAll(async () => {
  await giveSigningKey(app, owner)
})

describe('the certificate of an erasure', () => {
  it('is there when the erasure is done, though nobody asked for it, with a row of the trail', async () => {
    const id = await erased({ fileId: 'HC-77' })
    const one = await on.find(id)
    expect(one).toMatchObject({ state: 'done', name: null, fileNumbers: ['HC-77'] })
    expect(one?.certifiedAt).not.toBeNull()
    const { rows } = await sql<{ user: number; session: number | null; patient: number | null }>`
      select user_id as user, session_id as session, patient_id as patient from audit_events
      where practice_id = ${owner.practiceId} and action = 'paper.issue' and detail like '%erasure%'`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ user: owner.userId, session: null, patient: null }])
  })

  it('names the file by the number that the person knows, and by none that is only known here', async () => {
    // A number that no date or time on the paper could have in it.
    await sql`select setval('global_id', 8123456)`.execute(app.owner.queries)
    const id = await erased({ fileId: 'HC-78', firstName: 'Xilofonista' })
    const text = await textOf(await on.paper(`${id}/certificate`))
    const one = await on.find(id)
    expect(text).toContain('HC-78')
    expect(text).toContain(`Supresión ${id}`)
    expect(text).not.toContain(String(one?.patientId))
    expect(text).not.toContain('Xilofonista')
  })

  it('keeps no number that says itself whose file it was, and says that there was one', async () => {
    const id = await erased({ fileId: '52887301', socialId: '52.887.301' })
    expect(await on.find(id)).toMatchObject({ fileNumbers: [] })
    const text = await textOf(await on.paper(`${id}/certificate`))
    expect(text).not.toContain('52887301')
    expect(text).toContain('No queda ninguno')
    const { rows } = await sql`select 1 from erasures e where e::text like '%52887301%'`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([])
  })

  it('stays as it is, in the language of the practice, and proves itself', async () => {
    const id = await erased({ fileId: 'HC-79' })
    const once = await on.paper(`${id}/certificate`)
    expect((await on.paper(`${id}/certificate`)).equals(once)).toBe(true)
    const text = await textOf(once)
    expect(text).toContain('Certificado de supresión')
    const [, code] = /([0-9A-Z]+(?:-[0-9A-Z]{4}){3})/.exec(text) ?? []
    const verified = await app.server.inject({
      method: 'POST',
      url: '/api/verify',
      payload: { code, sha256: sha256Of(once) },
    })
    expect(verified.json().payload).toMatchObject({ status: 'unchanged', compared: 'file' })
    const altered = await app.server.inject({
      method: 'POST',
      url: '/api/verify',
      payload: { code, sha256: sha256Of(Buffer.concat([once, Buffer.from(' ')])) },
    })
    expect(altered.json().payload).toMatchObject({ status: 'altered' })
  })

  it('is made once, whoever asks for the work again, two of them at once too', async () => {
    const erasureId = await erased({ fileId: 'HC-80' })
    const key = { practiceId: owner.practiceId, erasureId }
    await Promise.all([certify(dependencies, key), certify(dependencies, key)])
    expect(await countPapers(erasureId)).toBe(1)
    await sql`delete from erasure_papers where erasure_id = ${erasureId}`.execute(app.owner.queries)
    await Promise.all([certify(dependencies, key), certify(dependencies, key)])
    expect(await countPapers(erasureId)).toBe(1)
  })

  it('is made at the next start where something kept it from being made', async () => {
    const id = await erased({ fileId: 'HC-81' })
    await sql`delete from erasure_papers where erasure_id = ${id}`.execute(app.owner.queries)
    expect((await on.ask('certificate', { id })).errors).toMatchObject([{ message: 'erasure_not_now' }])
    expect(await app.eraseAgain()).toBe(0)
    await app.runJobs()
    expect((await on.paper(`${id}/certificate`)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('is not there before the end, nor of one that was taken back', async () => {
    const patientId = await on.archive((await createPatient(app, owner)).id)
    const { id } = await on.block(patientId, requestInput)
    const refused = async () => (await on.ask('certificate', { id })).errors
    expect(await refused()).toMatchObject([{ message: 'erasure_not_now' }])
    await on.ask('takeBack', { id })
    await app.runJobs()
    expect(await refused()).toMatchObject([{ message: 'erasure_not_now' }])
    expect(await on.find(id)).toMatchObject({ certifiedAt: null })
  })
})
