/**
 * What of the schema travels when a practice leaves, column by column. A test holds it against the catalogue: a table or
 * a column that a migration adds fails until somebody says here what becomes of it.
 */

/**
 * Why something stays behind. `secret`: it proves who somebody is, or opens something; `here`: it is about this
 * installation, or about accounts as they stand in it; `passing`: it is not finished, or gone by tomorrow; `proof`: it is
 * made with the key of this installation, and the statement of the origin speaks in its place.
 */
export type Reason = 'secret' | 'here' | 'passing' | 'proof'

export interface TravellingTable {
  readonly table: string
  /** Beside `practice_id`, which every table of a practice begins with. */
  readonly columns: readonly string[]
  /** Which of them name accounts. */
  readonly people?: readonly string[]
  readonly left?: Partial<Readonly<Record<Reason, readonly string[]>>>
  /** What versions before wrote here, and where that stands today: in the row that the practice has of another table. */
  readonly moved?: Readonly<Record<string, { readonly table: string; readonly column: string }>>
  /** Rows that belong to one person: read and written as that person. */
  readonly personal?: true
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** In an order in which every row finds what it refers to. */
export const travellingTables: readonly TravellingTable[] = [
  {
    table: 'users',
    columns: words('id uid username email first_name last_name language time_format created_at'),
    left: {
      secret: words(`
      password_hash firebase_uid totp_secret totp_confirmed_at totp_step short_code_hash
      short_code_failures`),
      here: words('version activated_at disabled_at email_verified_at updated_at'),
    },
  },
  {
    table: 'record_modules',
    columns: words('id body'),
    left: { here: words('installed_at') },
  },
  {
    table: 'record_classes',
    columns: words('class_id version module_id body'),
    left: { here: words('active') },
  },
  {
    table: 'practices',
    columns: words(`
      id uid version code name slogan description timezone locale logo_url logo_fd configurations
      demo created_at updated_at`),
    moved: { next_file_number: { table: 'file_counters', column: 'next_number' } },
    // A practice that is deleted where it came from goes on where it arrives.
    left: { here: words('closing_at sheets_asked_on') },
  },
  { table: 'file_counters', columns: words('next_number') },
  {
    table: 'doctors',
    columns: words(`
      id uid version user_id first_name last_name color bookable birth_date social_id phone mobile
      email address created_at updated_at capacity licence_number origin`),
    people: words('user_id'),
  },
  {
    table: 'memberships',
    columns: words(`
      id user_id doctor_id role clinical created_at ended_at version clinical_asked_by
      clinical_asked_at`),
    people: words('user_id clinical_asked_by'),
  },
  {
    table: 'invitations',
    columns: words(`
      id email user_id by_address full_name role clinical language invited_by link_version created_at
      sent_at expires_at accepted_at declined_at withdrawn_at clinical_by`),
    people: words('user_id invited_by clinical_by'),
  },
  {
    table: 'practice_record_modules',
    columns: words('id body file texts imported_at'),
  },
  {
    table: 'practice_record_classes',
    columns: words('class_id version module_id body active'),
  },
  {
    table: 'practice_modules',
    columns: words('module_id installed_at installed_by uninstalled_at uninstalled_by'),
    people: words('installed_by uninstalled_by'),
  },
  {
    table: 'practice_keys',
    columns: words('id name scopes beginning created_by created_at expires_at'),
    people: words('created_by'),
    left: { secret: words('secret_hash'), here: words('last_used_at revoked_at revoked_by') },
  },
  {
    table: 'practice_signing_keys',
    columns: words('id certificate chain source valid_until created_at'),
    left: { secret: words('private_key'), here: words('retired_at told_days') },
  },
  {
    table: 'schedules',
    columns: words('doctor_id version hours created_at updated_at'),
  },
  {
    table: 'schedule_versions',
    columns: words('doctor_id version author_user_id at body'),
    people: words('author_user_id'),
  },
  {
    table: 'absences',
    columns: words('id version doctor_id start_at end_at title created_at updated_at'),
  },
  {
    table: 'absence_versions',
    columns: words('absence_id version author_user_id at body'),
    people: words('author_user_id'),
  },
  {
    table: 'prices',
    columns: words('id version name minutes price_minor digits currency created_at updated_at'),
  },
  {
    table: 'price_versions',
    columns: words('price_id version author_user_id at body'),
    people: words('author_user_id'),
  },
  {
    table: 'snippets',
    columns: words('id version user_id shortcut title text created_at updated_at'),
    people: words('user_id'),
    personal: true,
  },
  {
    table: 'patients',
    columns: words(`
      id uid version first_name last_name file_id birth_date social_id phone mobile email address note
      clinic_summary last_control unlocked_until last_unlocked_at last_locked_at profile_image_key
      created_at updated_at language mail_reminders archived_at archive_reason blocked_at merged_at`),
  },
  {
    table: 'patient_versions',
    columns: words('patient_id version author_user_id at body'),
    people: words('author_user_id'),
  },
  {
    table: 'patient_holds',
    columns: words('id patient_id reason placed_by placed_at lifted_by lifted_at lift_reason'),
    people: words('placed_by lifted_by'),
  },
  {
    table: 'patient_copies',
    columns: words(`
      id patient_id asked_on asked_by identity noted_by created_at language kept_back with_names made_by size sha256
      made_at expires_at handed_over_at handed_over_by handed_over_how handed_over_to
      withdrawn_at withdrawn_by withdraw_reason`),
    people: words('noted_by made_by handed_over_by withdrawn_by'),
    // Bytes and links to them stay where they were made; what lay ready is made again.
    left: {
      here: words('storage_key'),
      secret: words('own_number own_by own_until shared_number shared_until code_hash wrong_codes'),
    },
  },
  {
    table: 'hand_overs',
    columns: words(`
      id uid patient_id recipient_name recipient ground ground_note kept_back records files size sha256 made_by made_at
      ready_until fetched_at`),
    people: words('made_by'),
    // Bytes and links to them stay where they were made.
    left: { here: words('storage_key'), secret: words('link_number link_by link_until') },
  },
  {
    table: 'received_hand_overs',
    columns: words(`
      id uid state sha256 origin origin_practice made_at preview manifest seals signature certificate patient_id created
      spared received_by received_at taken_by taken_at undone_by undone_at`),
    people: words('received_by taken_by undone_by'),
    left: { here: words('storage_key') },
  },
  {
    table: 'received_forms',
    columns: words('class_id version body'),
  },
  {
    table: 'patient_aliases',
    columns: words('alias_id patient_id file_id'),
  },
  {
    table: 'patient_merges',
    columns: words(`
      id patient_id alias_id state reason merged_by merged_at undone_by undone_at contact kept_history_id
      alias_history_id history_id`),
    people: words('merged_by undone_by'),
  },
  {
    table: 'patient_merge_rows',
    columns: words('merge_id place row_id key former'),
  },
  {
    table: 'imports',
    columns: words(`
      id kind source file_name size sha256 format state reading matching counts failure done to_do
      created spared touched_at started_by created_at ended_at`),
    people: words('started_by'),
    left: { here: words('storage_key attempts') },
  },
  {
    table: 'import_rows',
    columns: words(`
      import_id row_number cells patient faults hints name external_id file_id social_key name_key
      birth_date fate patient_id done_at spared item patient_ref found doctor_id gone_name start_at end_at
      holds lane stands_over item_id`),
  },
  {
    table: 'imported_items',
    columns: words('source kind external_id item_id import_id'),
  },
  {
    table: 'imported_patients',
    columns: words('source external_id patient_id import_id'),
  },
  {
    table: 'records',
    columns: words(`
      id uid version patient_id author_id type subtype class_id class_version name occurred_at data
      case_id session_number case_status case_outcome case_closed_on signed voided_at voided_by
      void_reason created_at updated_at former`),
    people: words('voided_by'),
  },
  {
    table: 'received_records',
    columns: words('record_id received_id about'),
  },
  {
    table: 'record_versions',
    columns: words(`
      record_id version author_id at occurred_at class_id class_version data reason change case_status
      case_outcome case_closed_on`),
  },
  {
    table: 'record_addenda',
    columns: words('id record_id author_id text created_at'),
  },
  {
    table: 'session_numbers_left',
    columns: words('case_id record_id session_number'),
  },
  {
    table: 'consent_withdrawals',
    columns: words('record_id patient_id doctor_id practitioner_name reason withdrawn_at'),
  },
  {
    table: 'files',
    columns: words(`
      id uid record_id patient_id author_id file_name content_type kind byte_size sha256 width height
      state problem dicom storage_key removed_at removed_by created_at`),
    left: { here: words('storage_type') },
  },
  {
    table: 'session_packages',
    columns: words(`
      id uid version patient_id doctor_id num_sessions used_sessions reserved_sessions description
      auto_add price_minor price_digits currency notes expires_on expiry_told_on cancelled_at
      cancel_reason created_at updated_at imported_from`),
  },
  {
    table: 'session_package_versions',
    columns: words('package_id version author_user_id at body'),
    people: words('author_user_id'),
  },
  {
    table: 'session_package_patients',
    columns: words('package_id patient_id'),
  },
  {
    table: 'appointment_courses',
    columns: words('id patient_id case_id package_id user_id created_at'),
    people: words('user_id'),
  },
  {
    table: 'appointment_series',
    columns: words(`
      id rule until timezone first_day wall_time duration_ms taken_out created_at updated_at course_id`),
  },
  {
    table: 'appointments',
    columns: words(`
      id uid version doctor_id patient_id patient_wire_name user_id start_at end_at title note
      patient_note confirmed status cancel_reason cancelled_at parent every until detached
      allow_overlap created_at updated_at series_id occurs_on lane overlap_reason cancelled_late blocked imported_from`),
    people: words('user_id'),
  },
  {
    table: 'appointment_versions',
    columns: words('appointment_id version author_user_id at body'),
    people: words('author_user_id'),
  },
  {
    table: 'appointment_mails',
    columns: words(`
      id mail_id appointment_id patient_id kind by_hand start_at turn due_at status reason attempts
      attempted_at handed_at sent_at created_at`),
  },
  {
    table: 'session_package_uses',
    columns: words('id package_id patient_id record_id appointment_id state settled_for by_hand created_at'),
  },
  {
    table: 'session_package_movements',
    columns: words(`
      id package_id kind cause sessions balance reason patient_id record_id appointment_id occurred_at
      user_id at`),
    people: words('user_id'),
  },
  {
    table: 'wait_list',
    columns: words(`
      id version patient_id doctor_id minutes weekdays from_time to_time earliest latest note status
      created_at updated_at`),
  },
  {
    table: 'wait_list_versions',
    columns: words('wait_list_id version author_user_id at body'),
    people: words('author_user_id'),
  },
  {
    table: 'receipts',
    columns: words(`
      id series sequence kind issued_at issued_on patient_id package_id issuer payer lines total_minor
      digits currency method notes voids_id reason issued_by appointment_id`),
    people: words('issued_by'),
  },
  {
    table: 'receipt_counters',
    columns: words('series last_sequence last_issued_at'),
  },
  {
    table: 'signatures',
    columns: words(`
      id sequence seal_id record_id patient_id record_version signer signer_name relation doctor_id
      practitioner_name image typed_name signed_at language content format key_id previous seal
      practitioner_user_id practitioner_licence`),
    people: words('practitioner_user_id'),
  },
  {
    table: 'signature_withdrawals',
    columns: words(`
      signature_id sequence doctor_id practitioner_name reason withdrawn_at format key_id previous
      seal`),
  },
  {
    table: 'seal_heads',
    columns: words('sequence seal'),
  },
  {
    table: 'issued_papers',
    columns: words(`
      id code patient_id scope record_id language records sha256 byte_size pages signing_key_id
      storage_key issued_by issued_at erased_at`),
    people: words('issued_by'),
  },
  {
    table: 'erasure_acts',
    columns: words('id number decided_by decided_at newspaper first_notice_on second_notice_on reviewed_on'),
    people: words('decided_by'),
  },
  {
    table: 'erasures',
    columns: words(`
      id patient_id patient_uid scope ground state decided_by decided_at destroy_after taken_back_by taken_back_at
      needs_notices newspaper first_notice_on second_notice_on reviewed_on counts kept destroyed_at asked_on asked_by identity aliases
      rest_destroyed_at file_numbers act_id attended_from attended_until`),
    people: words('decided_by taken_back_by'),
    // Made with a key of this installation: whoever is imported there again is not recognised by them.
    left: { here: words('document_digest person_digest known_digests') },
  },
  {
    table: 'erasure_bytes',
    columns: words('erasure_id storage_key store_upload'),
  },
  {
    table: 'erasure_papers',
    columns: words('id erasure_id act_id code content sha256 pages signing_key_id issued_at'),
  },
  {
    table: 'erased_seals',
    columns: words('sequence seal_id key_id previous seal erased_at'),
    left: { proof: words('mac') },
  },
  {
    table: 'audit_events',
    columns: words(`
      strand seq at action user_id session_id patient_id subject_type subject_id detail request_id ip
      mac practice_key_id erased_mac`),
    people: words('user_id'),
  },
]

/** Tables of which nothing travels. */
export const tablesLeft: Readonly<Record<Reason, readonly string[]>> = {
  secret: words(`
    access_tokens calendar_feeds day_sheet_passwords hand_over_keys known_devices mail_links passkeys recovery_codes sessions spent_refresh_tokens`),
  here: words(`
    backup_parts backups contact_messages idempotency_keys installation kysely_migration kysely_migration_lock operator_alerts
    operator_faults practice_deletion_owners practice_deletions practice_exports practitioner_copies rate_limits recovery_keys
    schema_floor secret_epochs trail_checks used_captchas used_challenges`),
  passing: words('appointment_undos day_sheets drafts uploads'),
  proof: words('audit_erased_links audit_heads audit_seams practice_origins seal_anchors'),
}
