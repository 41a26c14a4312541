import { sql } from 'kysely'
import { newSecret } from '../../../src/features/papers/papers.code.ts'
import type { TestApp } from '../../build-test-app.ts'
import { createPatient } from '../../factories/clinical.ts'
import { giveSigningKey } from '../../factories/papers.ts'
import type { TestPerson } from '../../factories/people.ts'

/** An archived patient whom a visit long ago keeps, so that what no law keeps of them may go as often as one likes. */
const stageErasable = async (app: TestApp, by: TestPerson, canary: string): Promise<number> => {
  const { id } = await createPatient(app, by, { firstName: 'Prescrito', lastName: canary, note: canary })
  await sql`
    insert into appointments (practice_id, doctor_id, patient_id, patient_wire_name, user_id, start_at, end_at, status,
      allow_overlap)
    select practice_id, ${by.doctorId}, id, wire_name, ${by.userId}, '2001-02-05T10:00Z', '2001-02-05T10:30Z', 'attended',
      true
    from patients where id = ${id}`.execute(app.owner.queries)
  await sql`update patients set archived_at = now() where id = ${id}`.execute(app.owner.queries)
  return id
}

interface StagedErasure {
  readonly id: number
  readonly patientId: number
}

/** An erasure at a state, of somebody who is blocked, written behind the API. */
const erasureAt = async (
  app: TestApp,
  by: TestPerson,
  state: 'blocked' | 'done',
  canary: string,
): Promise<StagedErasure> => {
  const { id: patientId } = await createPatient(app, by, { firstName: 'Bloqueado', lastName: canary })
  await sql`update patients set archived_at = now(), blocked_at = now() where id = ${patientId}`.execute(
    app.owner.queries,
  )
  const { rows } = await sql<{ id: number }>`
    insert into erasures (practice_id, patient_id, patient_uid, scope, ground, state, decided_by, destroy_after,
      needs_notices, destroyed_at)
    select practice_id, id, uid, 'whole', 'request', ${state}, ${by.userId},
      now() + case when ${state} = 'done' then interval '0' else interval '1 year' end, true,
      case when ${state} = 'done' then now() end
    from patients where id = ${patientId} returning id`.execute(app.owner.queries)
  return { id: Number(rows[0]?.id), patientId }
}

/** An act on which somebody stands, who waits. */
const actOf = async (app: TestApp, by: TestPerson, erasureId: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    with a as (insert into erasure_acts (practice_id, number, decided_by)
      select ${by.practiceId}, coalesce(max(number), 0) + 1, ${by.userId} from erasure_acts
      where practice_id = ${by.practiceId} returning id)
    update erasures set act_id = a.id from a where erasures.id = ${erasureId} returning a.id`.execute(
    app.owner.queries,
  )
  return Number(rows[0]?.id)
}

/** A paper of an erasure or an act as it is kept, without its pages; the key is one that signed nothing else, and signs no more. */
const keepPaper = async (
  app: TestApp,
  by: TestPerson,
  about: { erasureId?: number; actId?: number },
): Promise<void> => {
  const content = Buffer.from('%PDF-1.7 scene')
  const keyId = await giveSigningKey(app, by)
  await sql`
    with k as (insert into practice_signing_keys (practice_id, certificate, private_key, source, valid_until, retired_at)
      select practice_id, certificate, private_key, source, valid_until, now() from practice_signing_keys
      where practice_id = ${by.practiceId} and id = ${keyId} returning id)
    insert into erasure_papers (practice_id, erasure_id, act_id, code, content, sha256, pages, signing_key_id, issued_at)
    select ${by.practiceId}, ${about.erasureId ?? null}::bigint, ${about.actId ?? null}::bigint, ${newSecret()}, ${content},
      sha256(${content}), 1, k.id, now() from k`.execute(app.owner.queries)
}

export const stageErasures = async (app: TestApp, by: TestPerson, canary: string) => {
  const announced = await erasureAt(app, by, 'blocked', canary)
  const retractable = await erasureAt(app, by, 'blocked', canary)
  const erased = await erasureAt(app, by, 'done', canary)
  const onAct = await erasureAt(app, by, 'blocked', canary)
  const actId = await actOf(app, by, onAct.id)
  await keepPaper(app, by, { erasureId: erased.id })
  await keepPaper(app, by, { actId })
  return {
    erasablePatientId: await stageErasable(app, by, canary),
    announcedId: announced.id,
    announcedPatientId: announced.patientId,
    retractableId: retractable.id,
    retractablePatientId: retractable.patientId,
    erasedId: erased.id,
    erasedPatientId: erased.patientId,
    actId,
    actPatientId: onAct.patientId,
  }
}
