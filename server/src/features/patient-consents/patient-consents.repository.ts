import {
  type ConsentState,
  consentGivers,
  type PatientConsent,
} from '@ulna/contract/patient-consents/patient-consents'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import {
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'

/** `s` a signature. */
const handWire = wireObject<PatientConsent['signatures'][number]>({
  signer: wire.plain('s.signer'),
  name: wire.text('s.signer_name'),
  relation: wire.optionalText('s.relation'),
  at: wire.instant('s.signed_at'),
  language: wire.plain('s.language'),
})

const consentWire = wireObject<PatientConsent>({
  recordId: wire.number('c.id'),
  recordClassId: wire.plain('c.class_id'),
  recordClassVersion: wire.number('c.class_version'),
  newestVersion: wire.number('c.newest_version'),
  state: wire.plain('c.state'),
  signatures: sql.ref('c.hands'),
  withdrawnAt: wire.optionalInstant('c.withdrawn_at'),
  withdrawnBy: wire.optionalText('c.withdrawn_by'),
  withdrawReason: wire.optionalText('c.withdraw_reason'),
})

const givers = sql.join(consentGivers.map((one) => sql.lit(one)))

/** What stands under a record in the hand of whoever can consent. */
const standingHands = (practiceId: number): RawBuilder<unknown> => sql`
  select count(*) as total, ${wireArray(handWire, sql`s.sequence`)} as hands from signatures s
  where s.practice_id = ${practiceId} and s.record_id = r.id and s.signer in (${givers}) and not exists (
    select from signature_withdrawals t where t.practice_id = ${practiceId} and t.signature_id = s.id)`

/**
 * Records that count and are consents by the class and version they were written with. Each class is read once, however
 * many records were written with it.
 */
const consentsWhere = (practiceId: number, chosen: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with classes as (
    select class_id, version, body, active from record_classes
    union all
    select class_id, version, body, active from practice_record_classes where practice_id = ${practiceId}
  ), chosen as materialized (
    select * from records r where r.practice_id = ${practiceId} and r.voided_at is null and ${chosen}
  ), kinds as materialized (
    select k.class_id, k.version, (
      select max(n.version) from classes n where n.class_id = k.class_id and (n.active or n.version = k.version)
    ) as newest_version
    from classes k
    where (k.class_id, k.version) in (select class_id, class_version from chosen)
      and (k.body::json ->> 'consent')::boolean
  )
  select r.id, r.occurred_at, r.class_id, r.class_version, kinds.newest_version, h.hands, w.withdrawn_at,
    w.practitioner_name as withdrawn_by, w.reason as withdraw_reason,
    case when w.record_id is not null then 'withdrawn' when h.total > 0 then 'given' else 'open' end as state
  from chosen r
  join kinds on kinds.class_id = r.class_id and kinds.version = r.class_version
  cross join lateral (${standingHands(practiceId)}) h
  left join consent_withdrawals w on w.practice_id = ${practiceId} and w.record_id = r.id
)`

/** The consents of a patient, newest first. */
export const findConsents = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<WireList<PatientConsent>> => {
  const { rows } = await sql<WireList<PatientConsent>>`
    select ${wireArray(consentWire, sql`c.occurred_at desc, c.id desc`)} as rows, count(*)::int as total
    from ${consentsWhere(practiceId, sql`r.patient_id = ${patientId}`)} c`.execute(tx)
  return rows[0] ?? noRows
}

interface FoundConsent extends WireRow<PatientConsent> {
  readonly state: ConsentState
}

/** One consent; undefined for a record that is none. */
export const findConsent = async (
  tx: Tx,
  practiceId: number,
  recordId: number,
): Promise<FoundConsent | undefined> => {
  const { rows } = await sql<FoundConsent>`
    select ${consentWire} as wire, c.state from ${consentsWhere(practiceId, sql`r.id = ${recordId}`)} c`.execute(
    tx,
  )
  return rows[0]
}

export interface NewWithdrawal {
  readonly practiceId: number
  readonly recordId: number
  readonly patientId: number
  /** Who was told. */
  readonly doctorId: number
  readonly reason: string | null
}

export const insertWithdrawal = async (tx: Tx, one: NewWithdrawal): Promise<void> => {
  await sql`
    insert into consent_withdrawals (practice_id, record_id, patient_id, doctor_id, practitioner_name, reason)
    select practice_id, ${one.recordId}, ${one.patientId}, id, first_name || ' ' || last_name, ${one.reason}
    from doctors where practice_id = ${one.practiceId} and id = ${one.doctorId} returning 1`.execute(tx)
}
