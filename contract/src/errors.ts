/**
 * The catalogue of errors (specification §8 and product-decisions.md §2): number, HTTP status. The texts stand in
 * `locales/{es,en,it}/error.json` under the same key. Programs compare the key (`message` on the wire).
 */
export const errorCatalogue = {
  general_error: { code: '0001', status: 500 },
  invalid_request: { code: '0002', status: 400 },
  invalid_token: { code: '0003', status: 401 },
  unauthorized: { code: '0004', status: 401 },
  forbidden: { code: '0005', status: 403 },
  user_not_activated: { code: '0006', status: 403 },
  invalid_activation: { code: '0007', status: 400 },
  not_found: { code: '0010', status: 404 },
  already_exists: { code: '0011', status: 409 },
  session_invalid: { code: '0012', status: 401 },
  file_not_found: { code: '0100', status: 404 },

  practice_required: { code: '0002', status: 403 },
  ip_rejected: { code: '0003', status: 403 },
  schedule_rejected: { code: '0004', status: 403 },
  practice_domain_rejected: { code: '0005', status: 403 },
  token_expired: { code: '0006', status: 401 },
  invalid_captcha: { code: '0010', status: 400 },
  password_mismatch: { code: '0020', status: 400 },
  user_already_registered: { code: '0021', status: 409 },
  assistant_role_required: { code: '0100', status: 403 },
  admin_role_required: { code: '0101', status: 403 },
  key_ended: { code: '0109', status: 401 },
  key_scope: { code: '0119', status: 403 },
  patient_locked: { code: '0301', status: 403 },

  patient_record_not_match: { code: '0600', status: 400 },
  signature_record_not_match: { code: '0700', status: 400 },
  session_already_assigned_to_another_package: { code: '0800', status: 409 },
  num_sessions_cannot_be_lessthan_used_sessions: { code: '0801', status: 409 },
  package_used_up: { code: '0802', status: 409 },
  package_not_active: { code: '0803', status: 409 },
  package_patient_served: { code: '0804', status: 409 },
  package_too_small: { code: '0805', status: 409 },
  package_ends_before: { code: '0806', status: 409 },
  receipt_voided: { code: '0810', status: 409 },
  receipt_counter_entry: { code: '0811', status: 409 },

  owner_role_required: { code: '0102', status: 403 },
  clinical_access_required: { code: '0103', status: 403 },
  author_required: { code: '0104', status: 403 },
  reauth_required: { code: '0105', status: 401 },
  last_owner: { code: '0106', status: 409 },
  second_factor_required: { code: '0107', status: 401 },
  invalid_code: { code: '0022', status: 400 },
  passkey_rejected: { code: '0023', status: 400 },
  invalid_invitation: { code: '0024', status: 400 },
  last_way_in: { code: '0025', status: 409 },
  version_conflict: { code: '0200', status: 409 },
  idempotency_mismatch: { code: '0201', status: 422 },
  idempotency_in_flight: { code: '0202', status: 409 },
  case_closed: { code: '0601', status: 409 },
  record_signed: { code: '0602', status: 409 },
  record_voided: { code: '0603', status: 409 },
  case_has_follow_ups: { code: '0604', status: 409 },
  module_required: { code: '0605', status: 409 },
  module_not_installed: { code: '0606', status: 409 },
  module_refused: { code: '0607', status: 400 },
  record_unfinished: { code: '0608', status: 409 },
  already_signed: { code: '0701', status: 409 },
  files_processing: { code: '0702', status: 409 },
  signing_over: { code: '0703', status: 409 },
  consent_not_given: { code: '0704', status: 409 },
  consent_withdrawn: { code: '0705', status: 409 },
  session_handed_over: { code: '0108', status: 403 },
  patient_has_records: { code: '0303', status: 409 },
  patient_archived: { code: '0306', status: 409 },
  patient_has_visits: { code: '0307', status: 409 },
  patient_has_balance: { code: '0308', status: 409 },
  patient_on_hold: { code: '0309', status: 409 },
  patient_not_archived: { code: '0310', status: 409 },
  erasure_not_now: { code: '0311', status: 409 },
  appointment_overlap: { code: '0900', status: 409 },
  appointment_not_ahead: { code: '0910', status: 409 },
  appointment_of_later_day: { code: '0911', status: 409 },
  patient_without_email: { code: '0304', status: 409 },
  patient_opted_out: { code: '0305', status: 409 },
  undo_too_late: { code: '0901', status: 409 },
  too_many_snippets: { code: '0610', status: 409 },
  too_many_prices: { code: '0611', status: 409 },
  too_many_keys: { code: '0612', status: 409 },
  image_invalid: { code: '0101', status: 400 },
  file_type_unsupported: { code: '0110', status: 415 },
  file_damaged: { code: '0111', status: 400 },
  file_infected: { code: '0112', status: 409 },
  storage_full: { code: '0113', status: 507 },
  quota_reached: { code: '0114', status: 413 },
  upload_incomplete: { code: '0115', status: 409 },
  request_timeout: { code: '0408', status: 408 },
  payload_too_large: { code: '0413', status: 413 },
  media_type_unsupported: { code: '0415', status: 415 },
  method_not_allowed: { code: '0405', status: 405 },
  rate_limited: { code: '0429', status: 429 },
  service_unavailable: { code: '0503', status: 503 },

  // Reasons of single fields; they travel inside an invalid_request answer, one entry a field.
  field_required: { code: '1001', status: 400 },
  field_unknown: { code: '1002', status: 400 },
  field_type: { code: '1003', status: 400 },
  field_too_long: { code: '1004', status: 400 },
  field_too_short: { code: '1005', status: 400 },
  field_min: { code: '1006', status: 400 },
  field_max: { code: '1007', status: 400 },
  field_email: { code: '1008', status: 400 },
  field_url: { code: '1009', status: 400 },
  field_date: { code: '1010', status: 400 },
  field_option: { code: '1011', status: 400 },
  field_true_only: { code: '1012', status: 400 },
  import_file_unreadable: { code: '0950', status: 400 },
  import_file_kind: { code: '0951', status: 415 },
  import_file_empty: { code: '0952', status: 400 },
  import_too_many_rows: { code: '0953', status: 400 },
  import_too_many_columns: { code: '0954', status: 400 },
  import_cell_too_long: { code: '0955', status: 400 },
  import_row_too_long: { code: '0956', status: 400 },
  import_quotes: { code: '0957', status: 400 },
  import_workbook_too_large: { code: '0958', status: 400 },
  import_not_now: { code: '0959', status: 409 },
  import_running: { code: '0960', status: 409 },
  import_name_missing: { code: '0961', status: 409 },
  import_patient_erased: { code: '0971', status: 400 },
  import_columns_missing: { code: '0962', status: 409 },
  import_patient_unknown: { code: '0963', status: 400 },
  import_patient_several: { code: '0964', status: 400 },
  import_practitioner_unsaid: { code: '0965', status: 400 },
  import_practitioner_gone: { code: '0966', status: 400 },
  import_status_unsaid: { code: '0967', status: 400 },
  import_attended_ahead: { code: '0968', status: 400 },
  import_time_gap: { code: '0969', status: 400 },
  import_too_many_values: { code: '0970', status: 400 },
  field_false_only: { code: '1013', status: 400 },
  field_more_than: { code: '1014', status: 400 },
  field_less_than: { code: '1015', status: 400 },
  field_positive: { code: '1016', status: 400 },
  field_negative: { code: '1017', status: 400 },
  field_text: { code: '1018', status: 400 },
  field_range: { code: '1019', status: 400 },
  password_common: { code: '1020', status: 400 },
  short_code_common: { code: '1028', status: 400 },
  field_network: { code: '1021', status: 400 },
  field_mail_domain: { code: '1022', status: 400 },
  access_excludes_you: { code: '1023', status: 400 },
  access_excludes_owner: { code: '1025', status: 400 },
  field_foreign_address: { code: '1024', status: 400 },
  field_shortcut: { code: '1026', status: 400 },
  field_licence_number: { code: '1027', status: 400 },
  field_time: { code: '1040', status: 400 },
  field_future: { code: '1041', status: 400 },
  field_before_case: { code: '1042', status: 400 },
  field_after_follow_up: { code: '1043', status: 400 },
  field_one_line: { code: '1048', status: 400 },
  field_phone: { code: '1049', status: 400 },
  field_age_key: { code: '1059', status: 400 },
  copy_handed_over: { code: '0981', status: 409 },
  copy_code_wrong: { code: '0982', status: 400 },
  practice_closing: { code: '0130', status: 409 },
  deletion_not_now: { code: '0131', status: 409 },
  field_practice_name: { code: '1070', status: 400 },
  field_archive_proof: { code: '1071', status: 400 },
  key_file_unreadable: { code: '1030', status: 400 },
  key_file_password: { code: '1031', status: 400 },
  key_file_without_key: { code: '1032', status: 400 },
  key_file_without_certificate: { code: '1033', status: 400 },
  key_kind_unknown: { code: '1034', status: 400 },
  key_too_weak: { code: '1035', status: 400 },
  certificate_expired: { code: '1036', status: 400 },
  certificate_not_yet_valid: { code: '1037', status: 400 },
  certificate_not_for_signing: { code: '1038', status: 400 },
} as const satisfies Record<string, { code: string; status: number }>

export type ErrorKey = keyof typeof errorCatalogue

export type ErrorParams = Readonly<Record<string, string | number | boolean | null>>

/**
 * One entry of `errors` on the wire. A field that is wrong is an entry `invalid_request` with `field` and the reason
 * in `params.reason` (`field_required`, `field_too_long` with `max` …).
 * `field` is a dotted path into the body, e.g. `data.painIntensity`. */
export interface WireError {
  readonly code: string
  readonly message: string
  readonly field?: string
  readonly params?: ErrorParams
}

export interface FieldError {
  readonly field: string
  readonly message: ErrorKey
  readonly params?: ErrorParams
}

/** Wire name of a key. Two entries of the specification share the key `patient_record_not_match` (0600 and 0700). */
export const wireKey = (key: ErrorKey): string =>
  key === 'signature_record_not_match' ? 'patient_record_not_match' : key

/** Key of what came over the wire: its number tells the two apart, so that each has its own text. */
export const keyOfWire = ({ code, message }: Pick<WireError, 'code' | 'message'>): string =>
  message === 'patient_record_not_match' && code === '0700' ? 'signature_record_not_match' : message
