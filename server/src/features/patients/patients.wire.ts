import type { Patient, PatientRow } from '@ulna/contract/patients/patients'
import { type RawBuilder, sql } from 'kysely'
import { type Json, type WireColumn, wire, wireObject } from '../../platform/database/wire.ts'

const profileImage: WireColumn = sql`case when p.profile_image_key is null then 'null' else
  concat('{"thumbUrl":"/api/patient/', p.id, '/profileImage/thumb?v=', p.version,
    '","hiResUrl":"/api/patient/', p.id, '/profileImage/hires?v=', p.version,
    '","rawUrl":"/api/patient/', p.id, '/profileImage/hires?v=', p.version, '"}') end`

/** A file is unlocked until its time is up; nothing has to run for it to lock itself again. */
export const isUnlocked: RawBuilder<boolean> = sql`coalesce(p.unlocked_until > now(), false)`

const lockedSince: WireColumn = sql`coalesce('"' || iso(
  case when p.unlocked_until <= now() then greatest(p.unlocked_until, p.last_locked_at) else p.last_locked_at end
) || '"', 'null')`

/** A row of a list, a `PatientRow` of the contract: kept text and what the clock decides. The table is aliased `p`. */
export const patientRowWire: RawBuilder<Json<PatientRow>> =
  sql`p.wire_row || ',"unlocked":' || ${wire.boolean(isUnlocked)} || ',"archived":' || ${wire.flag('p.archived')} || '}'`

/** Files that became part of this one, in the order they were registered. */
const otherFiles = (practiceId: unknown): WireColumn => sql`(
  select '[' || coalesce(string_agg(concat('{"id":', x.alias_id, ',"fileId":', to_json(x.file_id), '}'), ',' order by x.alias_id), '') || ']' from patient_aliases x
  where x.practice_id = ${practiceId} and x.patient_id = p.id)`

/** A whole patient. The clinical summary is content: members without clinical access do not get it. */
export const patientWire = (practiceId: unknown, clinical: boolean): RawBuilder<Json<Patient>> =>
  wireObject<Patient>({
    id: wire.number('p.id'),
    uid: wire.plain('p.uid'),
    version: wire.number('p.version'),
    practiceId: wire.number('p.practice_id'),
    firstName: wire.text('p.first_name'),
    lastName: wire.text('p.last_name'),
    fileId: wire.text('p.file_id'),
    birthDate: wire.optionalPlain('p.birth_date'),
    socialId: wire.optionalText('p.social_id'),
    phone: wire.optionalText('p.phone'),
    mobile: wire.optionalText('p.mobile'),
    email: wire.optionalText('p.email'),
    address: wire.optionalText('p.address'),
    language: wire.optionalPlain('p.language'),
    mailReminders: wire.flag('p.mail_reminders'),
    note: wire.optionalText('p.note'),
    clinicSummary: clinical ? wire.optionalText('p.clinic_summary') : wire.nothing,
    lastControl: wire.optionalInstant('p.last_control'),
    unlocked: wire.boolean(isUnlocked),
    unlockedUntil: sql`coalesce(case when ${isUnlocked} then '"' || iso(p.unlocked_until) || '"' end, 'null')`,
    lastUnlockedDate: wire.optionalInstant('p.last_unlocked_at'),
    lastLockedDate: lockedSince,
    profileImgData: profileImage,
    archivedAt: wire.optionalInstant('p.archived_at'),
    archiveReason: wire.optionalText('p.archive_reason'),
    otherFiles: otherFiles(practiceId),
    createdAt: wire.instant('p.created_at'),
    updatedAt: wire.optionalInstant('p.updated_at'),
  })
