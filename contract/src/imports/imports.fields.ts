/** What an import brings. A file holds one kind. */
export const importKinds = ['patients', 'appointments', 'packages', 'notes'] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * What a column of a file may be. Several columns may be `address` and `note`, which are put together in the order of the
 * file; of the others there is one each.
 */
export const importFields = [
  'externalId',
  'patientRef',
  'fileId',
  'fullName',
  'firstName',
  'lastName',
  'secondLastName',
  'birthDate',
  'socialId',
  'date',
  'time',
  'endTime',
  'duration',
  'practitioner',
  'status',
  'title',
  'sessions',
  'remaining',
  'used',
  'expires',
  'author',
  'phone',
  'mobile',
  'email',
  'address',
  'language',
  'note',
] as const
export type ImportField = (typeof importFields)[number]

/** By what a row says whose it is. */
const who = [
  'patientRef',
  'fileId',
  'socialId',
  'fullName',
  'firstName',
  'lastName',
  'secondLastName',
  'birthDate',
] as const satisfies readonly ImportField[]

/** What the columns of each kind of file may be. */
export const fieldsOfKind: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  patients: [
    'externalId',
    ...who.filter((field) => field !== 'patientRef'),
    'phone',
    'mobile',
    'email',
    'address',
    'language',
    'note',
  ],
  appointments: [
    ...who,
    'date',
    'time',
    'endTime',
    'duration',
    'practitioner',
    'status',
    'title',
    'note',
    'externalId',
  ],
  packages: [...who, 'title', 'sessions', 'remaining', 'used', 'expires', 'externalId'],
  notes: [...who, 'date', 'author', 'title', 'note', 'externalId'],
}

/** What a file has to say before it can be tried. */
export const importNeeds = ['name', 'patient', 'date', 'sessions', 'text'] as const
export type ImportNeed = (typeof importNeeds)[number]

/** Which of these the columns of a file do not say yet. */
export const missingNeeds = (kind: ImportKind, fields: readonly (ImportField | null)[]): ImportNeed[] => {
  const has = (field: ImportField): boolean => fields.includes(field)
  const named = has('fullName') || (has('firstName') && has('lastName'))
  const known = has('patientRef') || has('fileId') || has('socialId') || (named && has('birthDate'))
  const said: Readonly<Record<ImportNeed, boolean>> = {
    name: named,
    patient: known,
    date: has('date'),
    sessions: has('remaining') || (has('sessions') && has('used')),
    text: has('note'),
  }
  const needs: Readonly<Record<ImportKind, readonly ImportNeed[]>> = {
    patients: ['name'],
    appointments: ['patient', 'date'],
    packages: ['patient', 'sessions'],
    notes: ['patient', 'date', 'text'],
  }
  return needs[kind].filter((need) => !said[need])
}

/** Columns whose words stand for something here, which a person says of each word. */
export const valueFields = ['practitioner', 'status'] as const satisfies readonly ImportField[]
export type ValueField = (typeof valueFields)[number]

/** Of a practitioner: nobody here any more, so what is past keeps the name alone. */
export const goneTarget = 'gone'

/**
 * How a whole name is split where no comma says it: the last word or the last two are the surname, the first word is the
 * name, or the last one is, after the surnames.
 */
export const nameRules = ['last_two_words', 'last_word', 'first_word', 'name_last'] as const
export type NameRule = (typeof nameRules)[number]

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
 * same person further up. `clash`: a visit to come at a time that is taken. `fault`: something in it is wrong and must be
 * put right first. Of visits, packages and notes the same is said of what a row holds.
 */
export const importFates = ['create', 'exists', 'before', 'repeated', 'clash', 'fault'] as const
export type ImportFate = (typeof importFates)[number]

/**
 * `draft`: it was read, columns are being matched. `examining`, `examined`: the trial, which writes nothing. `running`,
 * `done`: patients are created. `undoing`, `undone`: they are taken back. `failed`: the file could not be read to its
 * end, or nothing of it could be created.
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
  'other_name',
  'other_balance',
  'time_double',
  'odd_letters',
  'overlap',
  'clash_row',
  'clash_appointment',
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
  /** Different words of a column that somebody says what they stand for, and UTF-16 units of one. */
  values: 300,
  value: 200,
  /** Rows that are shown before anything is decided. */
  previewRows: 12,
  /** Days in which an import can be taken back; afterwards its file and rows are removed. */
  undoDays: 30,
} as const
