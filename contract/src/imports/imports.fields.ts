/** What an import brings. More kinds come; a file holds one. */
export const importKinds = ['patients'] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * What a column of a file of patients may be. Several columns may be `address` and `note`, which are put together in the
 * order of the file; of the others there is one each.
 */
export const importFields = [
  'externalId',
  'fileId',
  'fullName',
  'firstName',
  'lastName',
  'secondLastName',
  'birthDate',
  'socialId',
  'phone',
  'mobile',
  'email',
  'address',
  'language',
  'note',
] as const
export type ImportField = (typeof importFields)[number]

/** Fields that several columns may be. */
export const joinedFields: readonly ImportField[] = ['address', 'note']

/** In which order a date names its parts; ISO is always read as what it is. */
export const dateOrders = ['day-first', 'month-first', 'year-first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Encodings that Node reads; a person may switch. */
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const
export type ImportEncoding = (typeof importEncodings)[number]

export const importDelimiters = [',', ';', '\t', '|'] as const
export type ImportDelimiter = (typeof importDelimiters)[number]

/**
 * What becomes of a row. `create`: a patient who is new here. `exists`: somebody here has the same document, or the same
 * name and birth date; nothing of theirs is changed. `before`: an earlier import brought it. `repeated`: the file has the
 * same person further up. `fault`: something in it is wrong and must be put right first.
 */
export const importFates = ['create', 'exists', 'before', 'repeated', 'fault'] as const
export type ImportFate = (typeof importFates)[number]

/**
 * `draft`: it was read, columns are being matched. `examining`, `examined`: the trial, which writes nothing. `running`,
 * `done`: patients are created. `undoing`, `undone`: they are taken back. `failed`: the file could not be read to its end.
 */
export const importStates = [
  'draft',
  'examining',
  'examined',
  'failed',
  'running',
  'done',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

/** It is worked on in the background. While one is `running` no other of the practice begins to. */
export const busyStates: readonly ImportState[] = ['examining', 'running', 'undoing']

/** What is worth a look and refuses nothing. */
export const importHints = [
  'check_dni',
  'check_codice_fiscale',
  'check_cedula',
  'name_split',
  'date_either',
  'year_guessed',
] as const
export type ImportHint = (typeof importHints)[number]

export const importLimits = {
  /** Bytes of a file. */
  bytes: 64 * 1024 * 1024,
  rows: 300_000,
  /** Rows of a workbook; above it CSV is asked for. */
  workbookRows: 50_000,
  columns: 300,
  /** UTF-16 units of one cell. */
  cell: 20_000,
  /** Rows that are shown before anything is decided. */
  previewRows: 12,
  /** Days in which an import can be taken back; afterwards its file and rows are removed. */
  undoDays: 30,
} as const
