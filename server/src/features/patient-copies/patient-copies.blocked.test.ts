import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { blockedFileEndpoints } from '@ulna/contract/patient-copies/patient-copies.blocked'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { readZip } from '../../../test/factories/moves.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { addMember, type TestPerson } from '../../../test/factories/people.ts'
import { stageWholeFile, type WholeFile } from '../../../test/factories/whole-file.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { verifyChains } from '../../platform/audit/audit.verify.ts'
import { deriveKey } from '../../platform/tokens.ts'

const { app, owner } = await testPractice({ alone: true })
const { ask, block, choose, comeDue } = erasuresOf(app, owner)
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

const word = 'Xilofonista'
const input = { ground: 'court', askedBy: 'Juzgado de Primera Instancia 3', reason: 'Procedimiento 12/2026' }

const disclose = async (
  id: number,
  { by = owner, stale = false, body = input }: { by?: TestPerson; stale?: boolean; body?: object } = {},
): Promise<TestAnswer> =>
  callEndpoint(app, blockedFileEndpoints.disclose, {
    token: await mintToken(app, { ...by, stale }),
    params: { id },
    body: body as never,
  })

const rawFile = async (id: number): Promise<Buffer> => {
  const answer = await app.server.inject({
    method: 'POST',
    url: `/api/erasure/${id}/disclosure`,
    headers: { authorization: `Bearer ${await mintToken(app, owner)}` },
    payload: input,
  })
  expect(answer.headers['content-type']).toBe('application/zip')
  return answer.rawPayload
}

const readTrail = async () => {
  const { rows } = await sql<{ action: string; detail: string; patient: number }>`
    select action, detail, patient_id as patient from audit_events
    where practice_id = ${owner.practiceId} and action = 'erasure.disclose'`.execute(app.owner.queries)
  return rows
}

describe('a blocked file', () => {
  let file: WholeFile
  let id: number

  beforeAll(async () => {
    await giveSigningKey(app, owner)
    await choose({ rule: 'own', years: 0 })
    file = await stageWholeFile(app, owner, word)
    id = (await block(file.patientId)).id
  })

  it('is read whole for a court, with a signed PDF, and stays blocked', async () => {
    const zip = path.join(scratch.directory, 'blocked.zip')
    await writeFile(zip, await rawFile(id))
    const files = await readZip(zip)
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['file.pdf', 'records.csv', 'visits.csv', 'openings.csv', 'index.html']),
    )
    expect(files.get('file.pdf')?.subarray(0, 5).toString()).toBe('%PDF-')
    for (const name of ['records.csv', 'contact.vcf', 'index.html'])
      expect(files.get(name)?.toString(), name).toContain(word)
    expect([...files.keys()].some((name) => name.startsWith('originals/'))).toBe(true)
    const read = await callEndpoint(app, patientEndpoints.read, {
      token: owner.token,
      params: { id: file.patientId },
    })
    expect(read.status).toBe(404)
    await expect
      .poll(() => readdir(path.join(path.dirname(app.outbox), 'leaving')))
      .not.toContainEqual(expect.stringMatching(/^disclosure-/))
  })

  it('is so known in the trail: who read it, for whom, in which matter', async () => {
    const [row] = await readTrail()
    expect(row?.patient).toBe(file.patientId)
    expect(JSON.parse(row?.detail ?? '')).toEqual(input)
  })

  it('is nobody’s without a reason, a fresh proof, ownership and clinical access', async () => {
    const before = (await readTrail()).length
    const admin = await addMember(app, owner.practiceId, 'admin', true)
    const outsider = await addMember(app, owner.practiceId, 'owner', false)
    const keys = async (answer: Promise<TestAnswer>) => (await answer).errors.map(({ message }) => message)
    expect(await keys(disclose(id, { by: admin }))).toEqual(['owner_role_required'])
    expect(await keys(disclose(id, { by: outsider }))).toEqual(['clinical_access_required'])
    expect(await keys(disclose(id, { stale: true }))).toEqual(['reauth_required'])
    expect(await keys(disclose(id, { body: { ...input, reason: ' ' } }))).toEqual(['invalid_request'])
    expect(await keys(disclose(id + 1))).toEqual(['not_found'])
    expect((await readTrail()).length).toBe(before)
  })

  it('is read this way only while it is blocked', async () => {
    await ask('takeBack', { id })
    expect((await disclose(id)).errors).toMatchObject([{ message: 'erasure_not_now' }])
    const again = await block(file.patientId)
    await comeDue(again.id)
    expect((await disclose(again.id)).errors).toMatchObject([{ message: 'erasure_not_now' }])
  })

  it('says no more who read it and why once it is destroyed, and keeps what proves that it was', async () => {
    const { rows } = await sql<{ action: string; detail: string }>`
      select action, detail from audit_events where practice_id = ${owner.practiceId} and patient_id = ${file.patientId}
        and action in ('erasure.disclose', 'erasure.block', 'erasure.destroy')`.execute(app.owner.queries)
    const detailsOf = (action: string) =>
      rows.filter((row) => row.action === action).map(({ detail }) => JSON.parse(detail))
    expect(detailsOf('erasure.disclose')).toEqual([{}])
    expect(detailsOf('erasure.block')).toContainEqual({ scope: 'whole', ground: 'request' })
    expect(detailsOf('erasure.destroy')).toMatchObject([{ scope: 'whole' }])
    const reports = await verifyChains(app.pool.queries, deriveKey(testSecret, 'audit chain'))
    expect(reports.flatMap(({ faults }) => [...faults])).toEqual([])
  })
})
