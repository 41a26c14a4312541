import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type AuditRow, linkMac } from '../../src/platform/audit/audit.strands.ts'

/** Where somebody lays hands on a strand: `seq` is one of its rows, `last` its last one. */
export interface Place {
  readonly practiceId: number
  readonly strand: number
  readonly seq: number
  readonly last: number
  /** Another row of it, behind `seq` where there is one. */
  readonly other: number
  /** How many rows, at most. */
  readonly rows: number
  /** Which of the ways of doing it. */
  readonly way: number
}

/** What a verifier has to name: the first place that is wrong, and all others that are. */
export type Wrong = readonly number[]

export type Tamper = (owner: pg.Client, place: Place) => Promise<Wrong>

const strandOf = ({ practiceId, strand }: Place): string =>
  `practice_id = ${practiceId} and strand = ${strand}`

const rowOf = (place: Place, seq = place.seq): string => `${strandOf(place)} and seq = ${seq}`

const setHead = (place: Place, seq: number): string => `
  update audit_heads set seq = ${seq}, mac = (select mac from audit_events where ${rowOf(place, seq)})
  where ${strandOf(place)}`

/** Somebody may write any bytes where the mac stands, but none that fit. */
const forgedMac = (): string => `'\\x${randomBytes(32).toString('hex')}'`

/** A row beside the true ones, as `change` makes it from the row of that place. */
const addCopy = (from: string, change: string): string => `
  create temp table forged as select * from audit_events where ${from} limit 1;
  update forged set ${change};
  insert into audit_events table forged;
  drop table forged`

const flips: readonly string[] = [
  "action = action || 'd'",
  'user_id = coalesce(user_id, 0) + 1',
  'session_id = case when session_id is null then 1 end',
  'patient_id = coalesce(patient_id, 0) + 1',
  "subject_type = case when subject_type is null then 'record' end",
  'subject_id = coalesce(subject_id, 0) + 1',
  "detail = detail || ' '",
  "request_id = reverse(request_id) || '.'",
  "ip = coalesce(ip, '') || '1'",
  'practice_key_id = coalesce(practice_key_id, 0) + 1',
  "at = at + interval '1 millisecond'",
  'mac = set_byte(mac, 7, get_byte(mac, 7) # 1)',
]

const flip: Tamper = async (owner, place) => {
  await owner.query(`update audit_events set ${flips[place.way % flips.length]} where ${rowOf(place)}`)
  return [place.seq]
}

const cut: Tamper = async (owner, place) => {
  const through = Math.min(place.seq + place.rows - 1, place.last - 1)
  await owner.query(
    `delete from audit_events where ${strandOf(place)} and seq between ${place.seq} and ${through}`,
  )
  return Array.from({ length: through - place.seq + 1 }, (_, n) => place.seq + n)
}

/** Between others, which move on by one; behind the last; in front of the first. */
const insert: Tamper = async (owner, place) => {
  const mac = forgedMac()
  const put = (seq: number): string =>
    addCopy(rowOf(place), `seq = ${seq}, request_id = 'another', mac = ${mac}`)
  if (place.way % 4 === 0) {
    await owner.query(put(place.last + 1))
    return [place.last + 1]
  }
  if (place.way % 4 === 1) {
    const before = -(place.way % 3)
    await owner.query(put(before))
    return [before]
  }
  await owner.query(`
    create temp table true_row as select * from audit_events where ${rowOf(place)};
    update audit_events set seq = seq + 1 where ${strandOf(place)} and seq >= ${place.seq};
    insert into audit_events select * from true_row;
    update audit_events set request_id = 'another', mac = ${mac} where ${rowOf(place)};
    drop table true_row;
    ${setHead(place, place.last + 1)}`)
  return [place.seq]
}

/** Two rows take each other's place: whole, or with the macs left where they were. */
const swap: Tamper = async (owner, place) => {
  const { seq, other } = place
  const both = `${strandOf(place)} and seq in (${seq}, ${other})`
  await owner.query(`update audit_events set seq = ${seq} + ${other} - seq where ${both}`)
  if (place.way % 2 === 0)
    await owner.query(`
      create temp table swapped as select ${seq} + ${other} - seq as seq, mac from audit_events where ${both};
      update audit_events e set mac = s.mac from swapped s
        where e.practice_id = ${place.practiceId} and e.strand = ${place.strand} and e.seq = s.seq;
      drop table swapped`)
  return [seq, other]
}

/** The same row twice in one place, or a copy of it where another one was. */
const duplicate: Tamper = async (owner, place) => {
  if (place.way % 2 === 0) {
    await owner.query(addCopy(rowOf(place), 'seq = seq'))
    return [place.seq]
  }
  const replace = `delete from audit_events where ${rowOf(place, place.other)}`
  await owner.query(`${replace}; ${addCopy(rowOf(place), `seq = ${place.other}`)}`)
  return [place.other]
}

/** The strand goes on as another from a place on: instead of the true rows, or beside them. */
const fork: Tamper = async (owner, place) => {
  const branch = `${strandOf(place)} and seq >= ${place.seq}`
  const isBeside = place.way % 2 === 0
  await owner.query(`
    create temp table branch as select * from audit_events where ${branch};
    update branch set request_id = 'another', mac = sha256(mac || ${forgedMac()}::bytea);
    ${isBeside ? '' : `delete from audit_events where ${branch};`}
    insert into audit_events table branch;
    update audit_heads set mac = (select mac from branch where seq = ${place.last}) where ${strandOf(place)};
    drop table branch`)
  return [place.seq]
}

/** The end is gone; the head says so, is gone too, or was set back to the row that is the last one now. */
const cutTail: Tamper = async (owner, place) => {
  await owner.query(`delete from audit_events where ${strandOf(place)} and seq > ${place.seq}`)
  if (place.way % 3 === 0) await owner.query(setHead(place, place.seq))
  if (place.way % 3 === 1) await owner.query(`delete from audit_heads where ${strandOf(place)}`)
  return [place.seq]
}

/** The whole strand told anew, linked as the product links, by somebody who has to make up a key. */
const rewrite: Tamper = async (owner, place) => {
  const { rows } = await owner.query<AuditRow>(
    `select practice_id::int, seq::int, iso(at) as at, action, user_id::int, session_id::int, patient_id::int, subject_type,
       subject_id::int, detail, request_id, ip, practice_key_id::int from audit_events where ${strandOf(place)} order by seq`,
  )
  const key = randomBytes(32)
  let mac: Buffer = randomBytes(32)
  for (const row of rows) {
    const told = { ...row, user_id: 1 }
    mac = linkMac(key, mac, told)
    await owner.query(
      `update audit_events set user_id = 1, mac = '\\x${mac.toString('hex')}' where ${rowOf(place, row.seq)}`,
    )
  }
  await owner.query(setHead(place, place.last))
  return rows.map(({ seq }) => seq)
}

/** Every kind of D6. */
export const tamperings: Readonly<Record<string, Tamper>> = {
  flip,
  delete: cut,
  insert,
  swap,
  duplicate,
  fork,
  'cut tail': cutTail,
  'rewrite all': rewrite,
}
