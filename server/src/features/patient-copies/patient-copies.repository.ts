import {
  type CopyRequestInput,
  copyLifetimes,
  type HandOverInput,
  type PatientCopy,
  replyMonths,
} from '@ulna/contract/patient-copies/patient-copies'
import type { Language } from '@ulna/contract/record-class/record-class'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import {
  type Json,
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'
import { fileOf, isOfFile } from '../../platform/patient-aliases.ts'
import { followOneTimeLink, isStillMember, type LinkedRows } from '../../platform/sessions/one-time-links.ts'

export interface CopyKey {
  readonly practiceId: number
  readonly copyId: number
}

const nameOf = (table: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${table}.id`)} is null then 'null' else
    to_json(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})::text end`

/** Where it is follows from what was done. */
const stateOf = (table: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${table}.withdrawn_at`)} is not null then 'withdrawn'
    when ${sql.ref(`${table}.handed_over_at`)} is not null then 'handed_over'
    when ${sql.ref(`${table}.storage_key`)} is not null then 'ready' else 'asked' end`

/** In whose file it stands by now. */
const standsWith = (practiceId: number | RawBuilder<unknown>): RawBuilder<unknown> =>
  fileOf(practiceId, sql`c.patient_id`)

/** By which day it is to be answered. */
const dueOn = sql`(c.asked_on + make_interval(months => ${sql.lit(replyMonths)}))::date`

const copyWire = (practiceId: number): RawBuilder<Json<PatientCopy>> =>
  wireObject<PatientCopy>({
    id: wire.number('c.id'),
    patientId: sql`${standsWith(practiceId)}::text`,
    patientName: wire.text('p.full_name'),
    state: sql`'"' || ${stateOf('c')} || '"'`,
    askedOn: wire.plain('c.asked_on'),
    dueOn: sql`'"' || ${dueOn} || '"'`,
    askedBy: wire.plain('c.asked_by'),
    identity: wire.plain('c.identity'),
    notedBy: nameOf('n'),
    language: wire.optionalText('c.language'),
    keptBack: sql`to_json(c.kept_back)::text`,
    withNames: wire.flag('c.with_names'),
    size: wire.optionalNumber('c.size'),
    sha256: wire.optionalText('c.sha256'),
    madeAt: wire.optionalInstant('c.made_at'),
    expiresAt: wire.optionalInstant('c.expires_at'),
    linkUntil: wire.optionalInstant('c.shared_until'),
    handedOverAt: wire.optionalInstant('c.handed_over_at'),
    handedOverBy: nameOf('h'),
    handedOverHow: wire.optionalText('c.handed_over_how'),
    handedOverTo: wire.optionalText('c.handed_over_to'),
    withdrawnAt: wire.optionalInstant('c.withdrawn_at'),
    withdrawnBy: nameOf('w'),
    withdrawReason: wire.optionalText('c.withdraw_reason'),
  })

const joined = (practiceId: number): RawBuilder<unknown> => sql`patient_copies c
  join patients p on p.practice_id = ${practiceId} and p.id = ${standsWith(practiceId)}
  join users n on n.id = c.noted_by left join users h on h.id = c.handed_over_by
  left join users w on w.id = c.withdrawn_by`

/** How many are told at most. */
const mostTold = 200

const find = async (
  tx: Tx,
  practiceId: number,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<WireList<PatientCopy>> => {
  const { rows } = await sql<WireList<PatientCopy>>`
    select ${wireArray(copyWire(practiceId), order)} as rows, count(*)::int as total from ${joined(practiceId)}
    where c.practice_id = ${practiceId} and ${where}`.execute(tx)
  return rows[0] ?? noRows
}

export const findCopies = (tx: Tx, practiceId: number, ofPatient: number): Promise<WireList<PatientCopy>> =>
  find(
    tx,
    practiceId,
    sql`c.id in (select id from patient_copies
      where practice_id = ${practiceId} and ${isOfFile(sql`patient_id`, practiceId, ofPatient)} order by id desc limit ${mostTold})`,
    sql`c.id desc`,
  )

export const findDueCopies = (tx: Tx, practiceId: number): Promise<WireList<PatientCopy>> =>
  find(
    tx,
    practiceId,
    sql`c.id in (select id from patient_copies
      where practice_id = ${practiceId} and handed_over_at is null and withdrawn_at is null order by asked_on, id limit ${mostTold})`,
    sql`c.asked_on, c.id`,
  )

interface DueCopies {
  readonly count: number
  readonly firstDueOn: string | null
}

const countDue = prepared<DueCopies, { readonly practiceId: number }>(
  ({ practiceId }) => sql`
    select count(*)::int as count, min(${dueOn})::text as "firstDueOn" from patient_copies c
    join patients p on p.practice_id = ${practiceId} and p.id = ${standsWith(practiceId)}
    where c.practice_id = ${practiceId} and c.handed_over_at is null and c.withdrawn_at is null`,
)

/** How many wait to be handed over, of whoever is seen, and the day by which the first is due. */
export const countDueCopies = async (tx: Tx, practiceId: number): Promise<DueCopies> =>
  (await countDue(tx, { practiceId }))[0] ?? { count: 0, firstDueOn: null }

export const findCopyWire = async (tx: Tx, { practiceId, copyId }: CopyKey): Promise<Json<PatientCopy>> => {
  const { rows } = await sql<WireRow<PatientCopy>>`
    select ${copyWire(practiceId)} as wire from ${joined(practiceId)} where c.practice_id = ${practiceId} and c.id = ${copyId}`.execute(
    tx,
  )
  const [copy] = rows
  if (!copy) throw new Error('the copy was not found')
  return copy.wire
}

export const insertCopy = async (
  tx: Tx,
  practiceId: number,
  { patientId, userId, ...input }: CopyRequestInput & { readonly patientId: number; readonly userId: number },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into patient_copies (practice_id, patient_id, asked_on, asked_by, identity, noted_by)
    values (${practiceId}, ${patientId}, ${input.askedOn}, ${input.askedBy}, ${input.identity}, ${userId})
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the copy was not stored')
  return id
}

export interface CopyState extends CopyKey {
  readonly patientId: number
  readonly state: PatientCopy['state']
  readonly storageKey: string | null
  /** Of what was made; null before. */
  readonly language: Language | null
}

const ownFile = (practiceId: number): RawBuilder<unknown> =>
  fileOf(practiceId, sql`patient_copies.patient_id`)

/** Nobody sees a blocked patient, so that what was copied of one is not found either. */
const ofSeenPatient = (practiceId: number): RawBuilder<unknown> => sql`exists (select from patients p
  where p.practice_id = ${practiceId} and p.id = ${ownFile(practiceId)})`

const stateColumns = (
  practiceId: number,
): RawBuilder<unknown> => sql`practice_id as "practiceId", id as "copyId", ${ownFile(practiceId)} as "patientId",
  ${stateOf('patient_copies')} as state, storage_key as "storageKey", language`

export const findCopy = async (tx: Tx, { practiceId, copyId }: CopyKey): Promise<CopyState | undefined> => {
  const { rows } = await sql<CopyState>`
    select ${stateColumns(practiceId)} from patient_copies
    where practice_id = ${practiceId} and id = ${copyId} and ${ofSeenPatient(practiceId)}`.execute(tx)
  return rows[0]
}

/** A copy, which nobody else changes until the transaction ends. */
export const lockCopy = async (tx: Tx, { practiceId, copyId }: CopyKey): Promise<CopyState | undefined> => {
  const { rows } = await sql<CopyState>`
    select ${stateColumns(practiceId)} from patient_copies
    where practice_id = ${practiceId} and id = ${copyId} and ${ofSeenPatient(practiceId)} for update`.execute(
    tx,
  )
  return rows[0]
}

export interface CopyWish {
  readonly language: Language
  readonly keptBack: readonly string[]
  readonly withNames: boolean
  readonly userId: number
}

export interface MadeCopy {
  readonly storageKey: string
  readonly size: number
  readonly sha256: string
}

/** Notes that a copy lies ready. Every link to what was made before ends. */
export const writeReady = async (
  tx: Tx,
  { practiceId, copyId }: Authorized<CopyState>,
  { language, keptBack, withNames, userId, ...made }: CopyWish & MadeCopy,
): Promise<void> => {
  await sql`
    update patient_copies set language = ${language}, kept_back = ${[...keptBack]}::text[],
      with_names = ${withNames}, made_by = ${userId}, storage_key = ${made.storageKey}, size = ${made.size},
      sha256 = ${made.sha256}, made_at = now(),
      expires_at = now() + make_interval(days => ${copyLifetimes.readyDays}), own_until = null, shared_until = null,
      code_hash = null
    where practice_id = ${practiceId} and id = ${copyId}`.execute(tx)
}

/** Notes that nobody wants a copy any more; no link leads to what was made. */
export const writeWithdrawn = async (
  tx: Tx,
  { practiceId, copyId }: Authorized<CopyState>,
  { reason, userId }: { readonly reason: string; readonly userId: number },
): Promise<void> => {
  await sql`
    update patient_copies set withdrawn_at = now(), withdrawn_by = ${userId}, withdraw_reason = ${reason},
      storage_key = null, own_until = null, shared_until = null, code_hash = null
    where practice_id = ${practiceId} and id = ${copyId}`.execute(tx)
}

/** The bytes are gone: it can be made again, unless it was handed over. */
export const writeGone = async (
  tx: Tx,
  { practiceId, copyId }: CopyKey,
  storageKey: string,
): Promise<void> => {
  await sql`
    update patient_copies set storage_key = null, own_until = null, shared_until = null, code_hash = null
    where practice_id = ${practiceId} and id = ${copyId} and storage_key = ${storageKey}`.execute(tx)
}

/** The link to the bytes: of somebody who is signed in, or of a patient, who is nobody here. */
export const linkedCopies: LinkedRows = {
  table: 'patient_copies',
  number: 'own_number',
  by: 'own_by',
  until: 'own_until',
}

export const writeSharedLink = async (
  tx: Tx,
  { practiceId, copyId }: Authorized<CopyState>,
  codeHash: Buffer,
): Promise<{ readonly number: number; readonly until: string }> => {
  const { rows } = await sql<{ number: number; until: string }>`
    update patient_copies set shared_number = shared_number + 1, code_hash = ${codeHash}, wrong_codes = 0,
      shared_until = least(expires_at, now() + make_interval(days => ${copyLifetimes.patientLinkDays}))
    where practice_id = ${practiceId} and id = ${copyId}
    returning shared_number as number, iso_returned(shared_until) as until`.execute(tx)
  const [link] = rows
  if (!link) throw new Error('the link was not stored')
  return link
}

export interface SharedLink extends CopyState {
  readonly codeHash: Buffer
}

/** The copy that a link of the patient leads to; undefined when it is over. */
export const lockShared = async (
  tx: Tx,
  { practiceId, copyId, number }: CopyKey & { readonly number: number },
): Promise<SharedLink | undefined> => {
  const { rows } = await sql<SharedLink>`
    select ${stateColumns(practiceId)}, code_hash as "codeHash" from patient_copies
    where practice_id = ${practiceId} and id = ${copyId} and shared_number = ${number} and shared_until > now()
      and code_hash is not null and storage_key is not null and ${ofSeenPatient(practiceId)} for update`.execute(
    tx,
  )
  return rows[0]
}

/** Counts a wrong code; one too many ends the link. */
export const noteWrongCode = async (tx: Tx, { practiceId, copyId }: CopyKey): Promise<void> => {
  await sql`
    update patient_copies set wrong_codes = wrong_codes + 1,
      shared_until = case when wrong_codes + 1 >= ${copyLifetimes.mostWrongCodes} then null else shared_until end,
      code_hash = case when wrong_codes + 1 >= ${copyLifetimes.mostWrongCodes} then null else code_hash end
    where practice_id = ${practiceId} and id = ${copyId}`.execute(tx)
}

export interface FollowedCopy {
  readonly patientId: number
  readonly storageKey: string
  readonly size: number
}

/** Of the row that a link leads to. */
const linkedFile = (practiceId: number): RawBuilder<unknown> => fileOf(practiceId, sql`r.patient_id`)

/** Follows a link to the bytes, which so ends. Undefined when it is over, or whoever asked for it may read records no more. */
export const followOwnLink = (
  tx: Tx,
  { practiceId, copyId, number }: CopyKey & { readonly number: number },
): Promise<FollowedCopy | undefined> =>
  followOneTimeLink(tx, {
    rows: linkedCopies,
    key: { practiceId, id: copyId, number },
    answer: sql`${linkedFile(practiceId)} as "patientId", r.storage_key as "storageKey", r.size`,
    where: sql`r.storage_key is not null
      and exists (select from patients p where p.practice_id = ${practiceId} and p.id = ${linkedFile(practiceId)})
      and (r.linked_by is null or ${isStillMember(practiceId, sql`m.clinical`)})`,
  })

export const writeHandedOver = async (
  tx: Tx,
  { practiceId, copyId }: Authorized<CopyState>,
  { how, to }: HandOverInput,
  userId: number,
): Promise<void> => {
  await sql`
    update patient_copies set handed_over_at = now(), handed_over_by = ${userId},
      handed_over_how = ${how}, handed_over_to = ${to ?? null}
    where practice_id = ${practiceId} and id = ${copyId}`.execute(tx)
}
