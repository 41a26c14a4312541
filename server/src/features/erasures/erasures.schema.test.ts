import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer()

/** Rows of a patient go with them. */
const goes = [
  'appointment_courses',
  'appointment_mails',
  'appointment_undos',
  'appointment_versions',
  'consent_withdrawals',
  'drafts',
  'files',
  'hand_overs',
  'imported_items',
  'imported_patients',
  'patient_copies',
  'patient_holds',
  'patient_merge_rows',
  'patient_merges',
  'patient_versions',
  'received_hand_overs',
  'received_records',
  'record_addenda',
  'record_versions',
  'records',
  'session_numbers_left',
  'session_package_patients',
  'session_package_uses',
  'session_package_versions',
  'signature_withdrawals',
  'signatures',
  'uploads',
  'wait_list',
  'wait_list_versions',
]

/** Rows that stay: the columns of each that may say something of a patient are emptied by `erase_file`. */
const emptied: Readonly<Record<string, readonly string[]>> = {
  appointments: [
    ...[
      'patient_id',
      'patient_wire_name',
      'title',
      'note',
      'patient_note',
      'cancel_reason',
      'overlap_reason',
    ],
    ...['series_id', 'occurs_on', 'parent', 'every', 'until', 'detached', 'wire_row'],
  ],
  audit_events: ['detail'],
  import_rows: [
    ...['cells', 'patient', 'faults', 'hints', 'name', 'external_id', 'file_id', 'social_key', 'name_key'],
    'birth_date',
    ...['item', 'patient_ref', 'found', 'gone_name', 'start_at', 'end_at'],
  ],
  imports: ['storage_key', 'matching'],
  issued_papers: ['record_id', 'records'],
  patient_aliases: ['file_id'],
  patients: [
    ...[
      'uid',
      'first_name',
      'last_name',
      'full_name',
      'file_id',
      'birth_date',
      'social_id',
      'phone',
      'mobile',
    ],
    ...['email', 'address', 'note', 'clinic_summary', 'last_control', 'unlocked_until', 'last_unlocked_at'],
    ...[
      'last_locked_at',
      'profile_image_key',
      'sort_name',
      'search_text',
      'wire_name',
      'wire_row',
      'language',
    ],
    ...['mail_reminders', 'archive_reason', 'created_at'],
    // Numbers as they are searched by, made of phone and mobile.
    'phone_digits',
  ],
  receipts: ['payer', 'lines', 'notes', 'reason', 'package_id', 'appointment_id'],
  session_package_movements: ['patient_id', 'record_id', 'appointment_id', 'occurred_at', 'reason'],
  session_packages: ['patient_id', 'notes'],
}

/** Columns of those rows that stay, each with why. */
const stays: Readonly<Record<string, string>> = {
  'appointments.practice_id, id, uid, version, doctor_id, user_id, start_at, end_at, confirmed, status, cancelled_at, cancelled_late, lane, allow_overlap, blocked, imported_from, created_at, updated_at':
    'the hour of a practitioner, of nobody',
  'audit_events.practice_id, strand, seq, at, action, user_id, session_id, patient_id, subject_type, subject_id, request_id, ip, practice_key_id, mac, erased_mac':
    'who did what when, about a number that leads to nobody',
  'import_rows.practice_id, import_id, row_number, fate, patient_id, doctor_id, holds, lane, stands_over, item_id, done_at, spared':
    'that there was a row, about a number that leads to nobody',
  'imports.practice_id, id, kind, source, file_name, size, sha256, format, state, reading, counts, failure, done, to_do, created, spared, attempts, touched_at, started_by, created_at, ended_at':
    'of the file as a whole, which was of many',
  'issued_papers.practice_id, id, code, patient_id, scope, language, sha256, byte_size, pages, signing_key_id, storage_key, issued_by, issued_at, erased_at':
    'proves a paper that is in somebody’s hands, and never said what it said',
  'patient_aliases.practice_id, alias_id, patient_id': 'numbers that lead to nobody',
  'patients.practice_id, id, version, updated_at, archived_at, archived, blocked_at, merged_at':
    'what receipts, papers and rows of the trail refer to, and is nobody',
  'receipts.practice_id, id, series, sequence, kind, issued_at, issued_on, patient_id, issuer, total_minor, digits, currency, method, voids_id, issued_by':
    'numbers without gaps, and what was paid; the issuer is the practice',
  'session_package_movements.practice_id, id, package_id, kind, cause, sessions, balance, user_id, at':
    'the ledger of a package that others of the family go on with',
  'session_packages.practice_id, id, uid, version, doctor_id, num_sessions, used_sessions, reserved_sessions, description, auto_add, price_minor, price_digits, currency, expires_on, expiry_told_on, cancelled_at, cancel_reason, imported_from, created_at, updated_at':
    'a package that others of the family go on with',
}

/** Tables that hold nothing of a patient, each with why. */
const ofNobody: Readonly<Record<string, string>> = {
  absence_versions: 'when practitioners were away',
  absences: 'when practitioners are away',
  access_tokens: 'sessions of members',
  appointment_series: 'rules of series; one that nobody has any more goes',
  audit_erased_links: 'the trace itself: links',
  audit_heads: 'links',
  audit_seams: 'links',
  backup_parts: 'keys of bytes and digests of what is sealed, until the last backup with them is gone',
  backups: 'of the installation: days and sizes',
  calendar_feeds: 'of members',
  contact_messages: 'messages to whoever runs the installation, gone after a year',
  day_sheet_passwords: 'of the practice',
  day_sheets: 'locked sheets, made anew or gone within a day, which an erasure waits at least',
  doctors: 'members',
  erased_seals: 'the trace itself: links',
  erasure_acts: 'which files went together: numbers, days, a newspaper',
  erasure_papers: 'certificates and acts: the trace itself, on paper',
  erasure_bytes: 'keys of bytes, until they are gone',
  erasures: 'the trace itself: numbers, days, keyed digests, and no number that says whose it was',
  file_counters: 'numbers',
  hand_over_keys: 'of the practice',
  idempotency_keys: 'stored answers, encrypted, gone after 25 hours',
  installation: 'of the installation',
  invitations: 'of members',
  known_devices: 'of members',
  kysely_migration: 'of the installation',
  kysely_migration_lock: 'of the installation',
  mail_links: 'links in mails to members',
  memberships: 'of members',
  operator_alerts: 'of the installation',
  operator_faults: 'what the server could not do, by number: nothing of anybody',
  passkeys: 'of members',
  practice_deletion_owners: 'of members',
  practice_deletions: 'of practices that are gone: counts and days',
  practice_exports: 'that there was an archive; its bytes are gone after three days',
  practitioner_copies:
    'that an author took a copy of their entries along; its bytes are gone after three days',
  practice_keys: 'of members',
  practice_modules: 'forms',
  practice_origins: 'digests and places of seals, and a certificate',
  practice_record_classes: 'forms',
  practice_record_modules: 'forms',
  practice_signing_keys: 'of the practice',
  practices: 'of the practice',
  price_versions: 'of the practice',
  prices: 'of the practice',
  rate_limits: 'keyed digests',
  receipt_counters: 'numbers',
  received_forms: 'forms',
  recovery_keys: 'of the installation: public halves',
  record_classes: 'forms',
  record_modules: 'forms',
  recovery_codes: 'of members',
  schedule_versions: 'of members',
  schedules: 'of members',
  schema_floor: 'of the installation',
  seal_anchors: 'digests',
  seal_heads: 'links',
  secret_epochs: 'of the installation',
  sessions: 'of members; a device that is handed over names a number',
  snippets: 'own texts of members, of no patient',
  spent_refresh_tokens: 'of members',
  trail_checks: 'of the installation',
  used_captchas: 'of strangers',
  used_challenges: 'of members',
  users: 'of members',
}

interface Column {
  readonly table: string
  readonly column: string
}

it('D14: every column of every table is decided: it goes, is emptied, or stays for a reason', async () => {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1, a.attnum`.execute(
    app.owner.queries,
  )
  const tables = [...new Set(rows.map(({ table }) => table))]
  const decided = [...goes, ...Object.keys(emptied), ...Object.keys(ofNobody)]
  expect(decided.toSorted()).toEqual(tables.toSorted())
  for (const [table, columns] of Object.entries(emptied)) {
    const kept = Object.keys(stays)
      .filter((key) => key.startsWith(`${table}.`))
      .flatMap((key) => key.slice(table.length + 1).split(', '))
    const stored = rows.filter((row) => row.table === table).map(({ column }) => column)
    expect([...columns, ...kept].toSorted(), table).toEqual(stored.toSorted())
  }
})

it('D14: no table that names a patient is taken for one of nobody', async () => {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname like '%patient%'`.execute(
    app.owner.queries,
  )
  const named = rows.filter(({ table }) => table in ofNobody).map(({ table, column }) => `${table}.${column}`)
  expect(named.sort()).toEqual([
    'erasures.patient_id',
    'erasures.patient_uid',
    // How many there were.
    'practitioner_copies.patient_count',
    'sessions.handed_over_patient',
  ])
})
