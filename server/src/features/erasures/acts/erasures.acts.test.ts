import type { Erasure } from '@ulna/contract/erasures/erasures'
import type { ErasureAct } from '@ulna/contract/erasures/erasures.acts'
import { retentionEndpoints } from '@ulna/contract/retention/retention'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { createPatient } from '../../../../test/factories/clinical.ts'
import { erasuresOf } from '../../../../test/factories/erasures.ts'
import { giveSigningKey } from '../../../../test/factories/papers.ts'
import { addMember, registerOwner } from '../../../../test/factories/people.ts'
import { flatText, poppler } from '../../../../test/poppler.ts'
import { testPractice } from '../../../../test/test-practice.ts'

const { app, owner } = await testPractice()
const on = erasuresOf(app, owner)

/** Somebody past Colombia's term, archived. */
const due = async (fileId: string, given: Record<string, unknown> = {}): Promise<number> =>
  on.archive(await on.treated({ fileId, ...given }, '2005-03-02'))

const onAct = async (id: number): Promise<readonly Erasure[]> =>
  (await on.list()).filter(({ actId }) => actId === id)

const erasureOf = async (act: ErasureAct, patientId: number): Promise<Erasure> => {
  const found = (await onAct(act.id)).find((one) => one.patientId === patientId)
  if (!found) throw new Error('the file is not on the act')
  return found
}

const daysAgo = async (days: number): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'America/Bogota')::date - ${days}::int)::text as day`.execute(
    app.owner.queries,
  )
  return rows[0]?.day ?? ''
}

const notices = async () => ({
  newspaper: 'El Tiempo',
  firstNoticeOn: await daysAgo(90),
  secondNoticeOn: await daysAgo(82),
  reviewedOn: await daysAgo(1),
})

const refusedPaper = async (id: number) => (await on.askAct('paper', { id })).errors

const textOf = async (pdf: Buffer): Promise<string> => flatText(await poppler('pdftotext', pdf, '-layout'))

beforeAll(async () => {
  await giveSigningKey(app, owner)
  await on.choose({ rule: 'colombia' })
})

describe('putting files on an act', () => {
  it('blocks all of them under the next number, with a row of the trail for each', async () => {
    const [one, other] = [await due('A-1'), await due('A-2')]
    const act = await on.putOnAct([other, one, one])
    expect(act).toMatchObject({ files: { waiting: 2, held: 0, destroyed: 0, takenBack: 0 }, issuedAt: null })
    expect(await onAct(act.id)).toHaveLength(2)
    expect(await erasureOf(act, one)).toMatchObject({
      ...{ state: 'blocked', scope: 'whole', ground: 'term_over', needsNotices: true },
      ...{ fileNumbers: ['A-1'], actNumber: act.number },
    })
    expect((await on.ask('preview', { patientId: one })).status).toBe(404)
    const { rows } = await sql<{ action: string; patient: number | null }>`
      select action, patient_id as patient from audit_events where practice_id = ${owner.practiceId}
        and action in ('erasure.block', 'erasure.act_block') order by action desc, patient_id`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([
      { action: 'erasure.block', patient: one },
      { action: 'erasure.block', patient: other },
      { action: 'erasure.act_block', patient: null },
    ])
    const next = await on.putOnAct([await due('A-3')])
    expect(next.number).toBe(act.number + 1)
  })

  it('answers the same files again with the act on which they stand', async () => {
    const files = [await due('B-1'), await due('B-2')]
    const act = await on.putOnAct(files)
    expect(await on.putOnAct(files)).toEqual(act)
    expect((await on.askAct('block', {}, { patientIds: files.slice(0, 1) })).errors).toMatchObject([
      { message: 'erasure_not_now' },
    ])
  })

  it('blocks none where something stands in the way of one: a hold, the archive, the term, another practice', async () => {
    const good = await due('C-1')
    const refusal = async (patientId: number) =>
      (await on.askAct('block', {}, { patientIds: [good, patientId] })).errors
    const held = await due('C-2')
    await callEndpoint(app, retentionEndpoints.hold, {
      token: owner.token,
      params: { patientId: held },
      body: { reason: 'Juicio' },
    })
    expect(await refusal(held)).toMatchObject([{ message: 'patient_on_hold' }])
    expect(await refusal(await on.treated({}, '2005-03-02'))).toMatchObject([
      { message: 'patient_not_archived' },
    ])
    const early = await on.archive(await on.treated({}, '2024-03-02'))
    expect(await refusal(early)).toMatchObject([{ field: 'patientIds' }])
    const untreated = await on.archive((await createPatient(app, owner)).id)
    expect(await refusal(untreated)).toMatchObject([{ field: 'patientIds' }])
    const foreign = await createPatient(app, await registerOwner(app))
    expect(await refusal(foreign.id)).toMatchObject([{ message: 'not_found' }])
    expect((await on.ask('preview', { patientId: good })).status).toBe(200)
  })

  it('is an owner’s, of Colombia alone, and of so many files at most', async () => {
    const file = await due('D-1')
    const admin = await addMember(app, owner.practiceId, 'admin', true)
    expect((await on.askAct('block', {}, { patientIds: [file] }, admin)).errors).toMatchObject([
      { message: 'owner_role_required' },
    ])
    for (const patientIds of [[], Array.from({ length: 101 }, (_, index) => index + 1)])
      expect((await on.askAct('block', {}, { patientIds })).status).toBe(400)
    await on.choose({ rule: 'spain' })
    expect((await on.askAct('block', {}, { patientIds: [file] })).errors).toMatchObject([
      { message: 'erasure_not_now' },
    ])
    await on.choose({ rule: 'colombia' })
  })
})

describe('an act', () => {
  it('waits for its notices and its review, destroys what nothing keeps, and is drawn up once no file waits', async () => {
    const [gone, held, claimed] = [
      await due('E-1', { firstName: 'Xilofonista' }),
      await due('52887301', { firstName: 'Ocarinista', socialId: '52.887.301' }),
      await due('E-3', { firstName: 'Zanfonista' }),
    ]
    const act = await on.putOnAct([gone, held, claimed])
    const [first, second, third] = [
      await erasureOf(act, gone),
      await erasureOf(act, held),
      await erasureOf(act, claimed),
    ]
    await on.comeDue(first.id)
    expect(await on.findAct(act.id)).toMatchObject({ files: { waiting: 3 } })

    // Steps are noted once for all, and by the same rules as those of one file.
    expect((await on.ask('notices', { id: first.id }, await notices())).errors).toMatchObject([
      { message: 'erasure_not_now' },
    ])
    expect(
      (await on.askAct('notices', { id: act.id }, { firstNoticeOn: '2026-03-02' })).errors,
    ).toMatchObject([{ field: 'newspaper' }])
    expect((await on.askAct('notices', { id: act.id }, await notices())).payload).toMatchObject(
      await notices(),
    )
    expect(await erasureOf(act, held)).toMatchObject(await notices())

    expect((await on.ask('takeBack', { id: third.id })).payload).toMatchObject({ state: 'taken_back' })
    await sql`insert into patient_holds (practice_id, patient_id, reason, placed_by)
      values (${owner.practiceId}, ${held}, 'Juicio', ${owner.userId})`.execute(app.owner.queries)
    for (const { id } of [first, second]) await on.comeDue(id)
    expect(await on.findAct(act.id)).toMatchObject({
      files: { waiting: 1, held: 1, destroyed: 1, takenBack: 1 },
      issuedAt: null,
    })
    expect(await refusedPaper(act.id)).toMatchObject([{ message: 'erasure_not_now' }])

    await sql`update patient_holds set lifted_at = now(), lifted_by = placed_by, lift_reason = 'Fin'
      where patient_id = ${held}`.execute(app.owner.queries)
    await on.comeDue(second.id)
    const done = await on.findAct(act.id)
    expect(done).toMatchObject({
      files: { waiting: 0, held: 0, destroyed: 2, takenBack: 1 },
      destroyAfter: null,
      issuedAt: expect.any(String),
    })
    expect((await on.askAct('notices', { id: act.id }, { reviewedOn: null })).errors).toMatchObject([
      { message: 'erasure_not_now' },
    ])

    const paper = await on.paper(`act/${act.id}/paper`)
    const text = await textOf(paper)
    for (const said of [`Acta de eliminación ${act.number}`, 'El Tiempo', 'E-1', '52887301', '02/mar/2005'])
      expect(text).toContain(said)
    for (const unsaid of ['E-3', 'Xilofonista', 'Ocarinista', 'Gómez', 'Juicio'])
      expect(text).not.toContain(unsaid)
    expect((await on.paper(`act/${act.id}/paper`)).equals(paper)).toBe(true)
    const [, code] = /([0-9A-Z]+(?:-[0-9A-Z]{4}){3})/.exec(text) ?? []
    const verified = await app.server.inject({ method: 'POST', url: '/api/verify', payload: { code } })
    expect(verified.json().payload).toMatchObject({ status: 'unchanged', paper: { scope: 'act' } })

    // Each file has its own certificate besides, which names the act.
    const certificate = await textOf(await on.paper(`${first.id}/certificate`))
    expect(certificate).toContain(`Acta de eliminación ${act.number}`)
  })

  it('is drawn up when the last that waited is taken back, and not at all where every file is', async () => {
    const [gone, back] = [await due('F-1'), await due('F-2')]
    const act = await on.putOnAct([gone, back])
    await on.askAct('notices', { id: act.id }, await notices())
    await on.comeDue((await erasureOf(act, gone)).id)
    expect(await on.findAct(act.id)).toMatchObject({ files: { waiting: 1 }, issuedAt: null })
    await on.ask('takeBack', { id: (await erasureOf(act, back)).id })
    await app.runJobs()
    expect(await on.findAct(act.id)).toMatchObject({ issuedAt: expect.any(String) })

    const empty = await on.putOnAct([back])
    await on.ask('takeBack', { id: (await erasureOf(empty, back)).id })
    await app.runJobs()
    expect(await on.findAct(empty.id)).toMatchObject({
      files: { waiting: 0, destroyed: 0, takenBack: 1 },
      issuedAt: null,
    })
    expect(await refusedPaper(empty.id)).toMatchObject([{ message: 'erasure_not_now' }])
  })
})
