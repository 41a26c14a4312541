import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath, pageMetadata, pageQuery } from '../http/page.ts'
import { fileName, limits, name } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import {
  dateOrders,
  importDelimiters,
  importEncodings,
  importFates,
  importFields,
  importKinds,
  importLimits,
  importStates,
  nameRules,
  valueFields,
} from './imports.fields.ts'

/** How the file is read: what was found, or what a person chose. */
export const importReading = z.object({
  /** Of a text file; null of a workbook. */
  encoding: z.nullable(z.enum(importEncodings)),
  delimiter: z.nullable(z.enum(importDelimiters)),
  /** Number of the sheet of a workbook, from 0; null of a text file. */
  sheet: z.nullable(z.int().check(z.minimum(0), z.maximum(200))),
  /** Row with the names of the columns, from 1. */
  headerRow: z.int().check(z.minimum(1), z.maximum(100)),
})
export type ImportReading = z.output<typeof importReading>

export const importColumn = z.object({
  /** As the file names it; an empty one is told by its place. */
  header: z.string(),
  /** What it is; null: it is left out. */
  field: z.nullable(z.enum(importFields)),
  /** At most three different values. */
  samples: z.array(z.string()),
})
export type ImportColumn = z.output<typeof importColumn>

/** In which order the dates of a column are, and why. */
export const importDates = z.object({
  /** Number of the column, from 0. */
  column: z.int(),
  order: z.enum(dateOrders),
  /** A value that can only be read so; null when none says it, or a person chose. */
  evidence: z.nullable(z.string()),
  chosen: z.boolean(),
  /** Dates that could be read in another order too. */
  either: z.int(),
})
export type ImportDates = z.output<typeof importDates>

/** How whole names are split, and some of them as they are split so. */
export const importNames = z.object({
  rule: z.enum(nameRules),
  chosen: z.boolean(),
  /** Names with a comma, which says it: they are split there, whatever the rule. */
  commas: z.int(),
  preview: z.array(z.object({ whole: z.string(), firstName: z.string(), lastName: z.string() })),
})
export type ImportNames = z.output<typeof importNames>

const valueTarget = z.string().check(z.regex(/^(?:\d{1,16}|[a-z_]{1,20})$/))

/** A word of a column that stands for something here; an empty one stands for rows that say nothing. */
export const importValue = z.object({
  field: z.enum(valueFields),
  text: z.string(),
  /** Id of a practitioner, `gone`, or a status of visits; null: nobody said it, and it cannot be concluded. */
  target: z.nullable(valueTarget),
  chosen: z.boolean(),
})
export type ImportValue = z.output<typeof importValue>

const counts = z.object({
  rows: z.int(),
  create: z.int(),
  exists: z.int(),
  before: z.int(),
  repeated: z.int(),
  clash: z.int(),
  fault: z.int(),
  /** Rows with a hint. */
  hints: z.int(),
})

/** An import as a list shows it. */
export const importSummary = z.object({
  id,
  kind: z.enum(importKinds),
  /** Where the file is from, as the practice calls it: rows of one source are known again by their own number. */
  source: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  /** SHA-256 of the file, hexadecimal. */
  sha256: z.string(),
  state: z.enum(importStates),
  /** Why the file could not be read, or what was begun did not come to its end: a key of the catalogue with its parameters. */
  failure: z.nullable(
    z.object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
  /** Of the trial, and once it is carried out of what became of the rows; null before. */
  counts: z.nullable(counts),
  /** Rows that are done, of all that there are to do. */
  done: z.int(),
  toDo: z.int(),
  created: z.int(),
  /** What stayed when the import was taken back, for it was worked on since. */
  spared: z.int(),
  startedBy: z.string(),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** Until when it can be taken back; null of one that wrote nothing. */
  undoUntil: z.nullable(z.string()),
})
export type ImportSummary = z.output<typeof importSummary>

/** One import, with how its file is read and the beginning of it. */
export const importBatch = z.extend(importSummary, {
  reading: importReading,
  /** Names of the sheets of a workbook. */
  sheets: z.array(z.string()),
  columns: z.array(importColumn),
  /** The product by whose names columns were matched; null when it was by words or by an earlier import. */
  preset: z.nullable(z.string()),
  /** First rows below the header, cell by cell. */
  preview: z.array(z.array(z.string())),
  dates: z.array(importDates),
  /** Null where no column holds whole names. */
  names: z.nullable(importNames),
  values: z.array(importValue),
  /** Sources whose numbers the rows may have, where a person has to say which; empty where it is clear. */
  sourceChoices: z.array(z.string()),
  /** Of patients: names of files that brought something of them, which is taken back first. */
  hanging: z.array(z.string()),
  /** Who visits can be of. */
  practitioners: z.array(z.object({ id, fullName: z.string() })),
})
export type ImportBatch = z.output<typeof importBatch>

/** A fault or hint of a row: a key of the errors (faults) or of the hints, with the field it is about. */
export const importRemark = z.object({
  field: z.nullable(z.enum(importFields)),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type ImportRemark = z.output<typeof importRemark>

export const importRow = z.object({
  /** Its number in the file, from 1, as a spreadsheet counts. */
  row: z.int(),
  fate: z.enum(importFates),
  /** Who the row is about, as far as it can be read. */
  name: z.string(),
  faults: z.array(importRemark),
  hints: z.array(importRemark),
  /** The patient it made or was found to be; null when there is none. */
  patientId: z.nullable(id),
  /** It made this patient, who was worked on since and stays when the import is taken back. */
  spared: z.boolean(),
})
export type ImportRow = z.output<typeof importRow>

export const importChange = z.object({
  source: z.optional(name(limits.name)),
  reading: z.optional(importReading),
  /** One entry a column, in the order of the file. */
  fields: z.optional(z.array(z.nullable(z.enum(importFields))).check(z.maxLength(importLimits.columns))),
  /** Orders that a person chose, by the number of the column. */
  dates: z.optional(
    z
      .array(z.object({ column: z.int().check(z.minimum(0)), order: z.enum(dateOrders) }))
      .check(z.maxLength(importLimits.columns)),
  ),
  /** How whole names are split; null: as they seem to be. */
  nameRule: z.optional(z.nullable(z.enum(nameRules))),
  /** What words stand for; those that are not named stay as they are. */
  values: z.optional(
    z
      .array(
        z.object({
          field: z.enum(valueFields),
          text: z.string().check(z.maxLength(importLimits.value)),
          target: z.nullable(valueTarget),
        }),
      )
      .check(z.maxLength(2 * importLimits.values)),
  ),
})
export type ImportChange = z.output<typeof importChange>

/** Why a file cannot be read to its end, with the row where there is one. */
const fileErrors = [
  'import_file_unreadable',
  'import_too_many_rows',
  'import_too_many_columns',
  'import_cell_too_long',
  'import_row_too_long',
  'import_quotes',
  'import_workbook_too_large',
] as const

/** Of notes, which are content of records. */
const ofNotes = ['clinical_access_required'] as const

const onlyOf = z.enum([...importFates, 'hints', 'spared'])

export const importEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/import',
    summary: 'Imports of the practice, the newest first',
    access: permissions.importData,
    audit: null,
    query: pageQuery,
    returns: z.array(importSummary),
    metadata: pageMetadata,
  }),
  start: endpoint({
    method: 'POST',
    path: '/import',
    summary: `Reads a file of one kind (patients unless it says another), CSV or XLSX, at most ${importLimits.bytes / 1024 / 1024} MB, as application/octet-stream; nothing is created yet`,
    access: permissions.importData,
    audit: 'import.start',
    upload: 'bytes',
    bodyLimit: importLimits.bytes,
    query: z.object({
      fileName: fileName(255),
      source: z.optional(name(limits.name)),
      kind: z.optional(z.enum(importKinds)),
    }),
    returns: importBatch,
    status: 201,
    errors: [...fileErrors, 'import_file_kind', 'import_file_empty', ...ofNotes],
  }),
  read: endpoint({
    method: 'GET',
    path: '/import/:id',
    summary: 'One import: how its file is read, what its columns are, how far it is',
    access: permissions.importData,
    audit: 'import.read',
    params: idPath,
    returns: importBatch,
    errors: [...ofNotes],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/import/:id',
    summary: 'Changes how a file is read and what its columns are; an earlier trial is void',
    access: permissions.importData,
    audit: 'import.update',
    params: idPath,
    body: importChange,
    returns: importBatch,
    errors: [...fileErrors, 'import_not_now', 'import_file_empty', ...ofNotes],
  }),
  examine: endpoint({
    method: 'POST',
    path: '/import/:id/trial',
    summary: 'Looks at every row and says what would become of it; creates nothing',
    access: permissions.importData,
    audit: 'import.examine',
    params: idPath,
    returns: importBatch,
    errors: [
      'import_not_now',
      'import_name_missing',
      'import_columns_missing',
      'import_source_unsaid',
      ...ofNotes,
    ],
  }),
  rows: endpoint({
    method: 'GET',
    path: '/import/:id/rows',
    summary: 'Rows with what becomes of them, in the order of the file',
    access: permissions.importData,
    audit: 'import.read',
    params: idPath,
    query: z.extend(pageQuery, { only: z.optional(onlyOf) }),
    returns: z.array(importRow),
    metadata: pageMetadata,
    errors: [...ofNotes],
  }),
  faults: endpoint({
    method: 'GET',
    path: '/import/:id/faults',
    summary: 'The rows with faults as CSV, with one more column that says what to put right',
    access: permissions.importData,
    audit: 'import.faults_exported',
    params: idPath,
    answers: ['text/csv'],
    errors: [...ofNotes],
  }),
  run: endpoint({
    method: 'POST',
    path: '/import/:id/run',
    summary: 'Creates what the trial found to be new',
    access: permissions.importData,
    audit: 'import.run',
    params: idPath,
    returns: importBatch,
    errors: ['import_not_now', 'import_running', ...ofNotes],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/import/:id/undo',
    summary: `Takes an import back within ${importLimits.undoDays} days; what was worked on since stays`,
    access: permissions.importData,
    audit: 'import.undo',
    params: idPath,
    returns: importBatch,
    errors: ['import_not_now', 'undo_too_late', ...ofNotes],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/import/:id',
    summary: 'Forgets an import that created nothing, with its file',
    access: permissions.importData,
    audit: 'import.remove',
    params: idPath,
    returns: z.object({ id }),
    errors: ['import_not_now', ...ofNotes],
  }),
}
