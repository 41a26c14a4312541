import type { Receipt } from '@ulna/contract/receipts/receipts'
import { type RawBuilder, sql } from 'kysely'
import { wire, wireObject } from '../../platform/database/wire.ts'
import { fileOf } from '../../platform/patient-aliases.ts'

type Expression = RawBuilder<unknown>

const reference = (
  row: string,
): RawBuilder<string> => sql<string>`case when ${sql.ref(`${row}.id`)} is null then 'null'
  else concat('{"id":', ${sql.ref(`${row}.id`)}, ',"series":"', ${sql.ref(`${row}.series`)}, '","sequence":',
    ${sql.ref(`${row}.sequence`)}, '}') end`

/** In whose file it stands by now; the row says for ever for whom it was issued. */
const patientId = (practiceId: number | Expression): Expression =>
  fileOf(sql`${practiceId}`, sql`s.patient_id`)

/** `s` the receipt, `p` its patient, `w` what it voids, `v` what voids it, `d` who issued it. */
export const receiptWire = (practiceId: number | Expression) =>
  wireObject<Receipt>({
    id: wire.number('s.id'),
    series: wire.plain('s.series'),
    sequence: wire.number('s.sequence'),
    kind: wire.plain('s.kind'),
    issuedAt: wire.instant('s.issued_at'),
    issuedOn: wire.plain('s.issued_on'),
    patientId: sql`${patientId(practiceId)}::text`,
    // Receipts outlive patients who are erased: then the payer's name is all there is.
    patient: sql`concat('{"id":', ${patientId(practiceId)}, ',"fullName":',
    coalesce(p.wire_name, to_json(s.payer->>'name')::text), '}')`,
    packageId: wire.optionalNumber('s.package_id'),
    appointmentId: wire.optionalNumber('s.appointment_id'),
    issuer: wire.json('s.issuer'),
    payer: wire.json('s.payer'),
    lines: wire.json('s.lines'),
    totalMinor: wire.number('s.total_minor'),
    currency: wire.plain('s.currency'),
    digits: wire.number('s.digits'),
    method: wire.plain('s.method'),
    notes: wire.optionalText('s.notes'),
    voids: reference('w'),
    reason: wire.optionalText('s.reason'),
    voidedBy: reference('v'),
    issuedBy: sql`coalesce(d.wire_name, 'null')`,
  })

export const joinedReceipts = (practiceId: number | Expression): Expression => sql`receipts s
  left join patients p on p.practice_id = ${practiceId} and p.id = ${patientId(practiceId)}
  left join receipts w on w.practice_id = ${practiceId} and w.id = s.voids_id
  left join receipts v on v.practice_id = ${practiceId} and v.voids_id = s.id
  left join doctors d on d.practice_id = ${practiceId} and d.user_id = s.issued_by`
