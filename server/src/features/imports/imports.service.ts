import type {
  ImportBatch,
  ImportChange,
  ImportColumn,
  ImportRow,
  ImportSummary,
} from '@ulna/contract/imports/imports'
import {
  type DateOrder,
  fieldsOfKind,
  type ImportField,
  type ImportKind,
  type ImportState,
  joinedFields,
  missingNeeds,
} from '@ulna/contract/imports/imports.fields'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import { reading as readingTx, type Tx } from '../../platform/database/database.ts'
import { jsonOf, listText, type PageWish } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, lookUp, view } from '../../platform/use-case.ts'
import type { ImportDependencies } from './imports.dependencies.ts'
import { type LookedAt, lookAtFile } from './imports.look.service.ts'
import { mayImport } from './imports.policy.ts'
import { queueRemoval, queueWatch, queueWork } from './imports.queue.ts'
import {
  beforeWriting,
  deleteImport,
  type FormerImport,
  findAround,
  findFormerImports,
  findImport,
  findImports,
  type ImportChanges,
  type StoredImport,
  type StoredMatching,
  updateImport,
} from './imports.repository.ts'
import { deleteRows, findRows, forgetSpared, type RowsWish } from './imports.rows.repository.ts'
import { batchOf, sourceChoices, summaryOf } from './imports.wire.ts'
import { isTarget, type Member, type SaidWord, WordFinder } from './matching/imports.words.ts'

const subjectOf = (id: number) => ({ type: 'import', id })

/** Imports of the practice, newest first. */
export const listImports = (db: Database, actor: PracticeActor, wish: PageWish) =>
  lookUp(db, actor, async (tx) => {
    const { imports, total } = await findImports(tx, actor.practiceId, wish)
    return listText<ImportSummary>({ rows: jsonOf(imports.map(summaryOf)), total }, wish)
  })

const requireImport = async (tx: Tx, actor: PracticeActor, id: number): Promise<StoredImport> => {
  const stored = await findImport(tx, actor.practiceId, id)
  if (!stored) throw new AppError('not_found')
  mayImport(actor, stored.kind)
  return stored
}

/** The import whole, as it is now. */
const wholeOf = async (tx: Tx, { practiceId }: PracticeActor, stored: StoredImport): Promise<ImportBatch> =>
  batchOf(stored, await findAround(tx, practiceId, stored))

export const readImport = (db: Database, actor: PracticeActor, id: number): Promise<ImportBatch> =>
  view(db, actor, async (tx) =>
    audited(
      { action: 'import.read', subject: subjectOf(id) },
      await wholeOf(tx, actor, await requireImport(tx, actor, id)),
    ),
  )

/** Rows of an import with what becomes of them. */
export const listImportRows = (db: Database, actor: PracticeActor, id: number, wish: RowsWish) =>
  view(db, actor, async (tx) => {
    await requireImport(tx, actor, id)
    const page = await findRows(tx, { practiceId: actor.practiceId, importId: id }, wish)
    return audited(
      { action: 'import.read', subject: subjectOf(id), detail: { rows: page.rows.length } },
      listText<ImportRow>({ rows: jsonOf([...page.rows]), total: page.total }, wish),
    )
  })

/** The import as it is, locked until the transaction ends; refused when it is at another step. */
const currentState = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  states: readonly ImportState[],
): Promise<Authorized<StoredImport>> => {
  const stored = await findImport(tx, actor.practiceId, id, true)
  if (!stored) throw new AppError('not_found')
  mayImport(actor, stored.kind)
  if (!states.includes(stored.state)) throw new AppError('import_not_now')
  return authorized(stored)
}

const refuseTwice = (fields: readonly (ImportField | null)[]): void => {
  const once = fields.filter((field) => field !== null && !joinedFields.includes(field))
  const twice = fields.findIndex(
    (field, index) => field !== null && once.includes(field) && fields.indexOf(field) < index,
  )
  if (twice >= 0) throw invalidField(`fields.${twice}`, 'already_exists')
}

const withFields = (
  kind: ImportKind,
  columns: readonly ImportColumn[],
  fields: readonly (ImportField | null)[] | undefined,
): readonly ImportColumn[] => {
  if (fields === undefined) return columns
  if (fields.length !== columns.length) throw invalidField('fields', 'field_option')
  const foreign = fields.findIndex((field) => field !== null && !fieldsOfKind[kind].includes(field))
  if (foreign >= 0) throw invalidField(`fields.${foreign}`, 'field_option')
  refuseTwice(fields)
  return columns.map((column, index) => ({ ...column, field: fields[index] ?? null }))
}

const withChosen = (
  matching: StoredMatching,
  dates: ImportChange['dates'],
): Readonly<Record<string, DateOrder>> =>
  dates === undefined
    ? matching.chosen
    : Object.fromEntries(dates.map(({ column, order }) => [String(column), order]))

/** What a person said of words, the later of each word; what may not be said of one is refused. */
const withSaid = (
  { said = [] }: StoredMatching,
  values: ImportChange['values'],
  members: readonly Member[],
): readonly SaidWord[] => {
  if (values === undefined) return said
  const wrong = values.findIndex(({ field, target }) => !isTarget(field, target, members))
  if (wrong >= 0) throw invalidField(`values.${wrong}.target`, 'field_option')
  const isNamed = (word: SaidWord): boolean =>
    values.some(({ field, text }) => field === word.field && text === word.text)
  return [...said.filter((word) => !isNamed(word)), ...values]
}

/** The words of columns that are now what they were not before are found in the rows that were looked at. */
const wordsOf = (columns: readonly ImportColumn[], { preview, columns: before, found }: StoredMatching) => {
  const isSame = columns.every(({ field }, index) => field === before[index]?.field)
  if (isSame && found) return found
  const words = new WordFinder(columns.map(({ field }) => field))
  for (const cells of preview) words.take(cells)
  return words.found()
}

/** What is remembered of this import itself, and of those before. */
const formerOf = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  stored: StoredImport,
): Promise<readonly FormerImport[]> => {
  const source = stored.matching.isSourceSaid ? stored.source : undefined
  return [stored, ...(await findFormerImports(tx, practiceId, stored.kind, source))]
}

/** Looks at the file anew where it is to be read otherwise; outside of any transaction, for that may take a while. */
const lookAgain = async (
  { db, files }: ImportDependencies,
  actor: PracticeActor,
  id: number,
  wanted: ImportChange['reading'],
): Promise<LookedAt | undefined> => {
  if (wanted === undefined) return undefined
  const { practiceId, userId } = actor
  const { stored, former } = await readingTx(db.queries, { practiceId, userId }, async (tx) => {
    const found = await requireImport(tx, actor, id)
    return { stored: found, former: await formerOf(tx, actor, found) }
  })
  if (stored.storageKey === null) throw new AppError('import_not_now')
  refuseOtherFormat(stored, wanted)
  return lookAtFile(files, stored.storageKey, { kind: stored.kind, former }, wanted)
}

const refuseOtherFormat = (
  { format, reading }: StoredImport,
  { sheet, encoding, delimiter }: NonNullable<ImportChange['reading']>,
): void => {
  if (format === 'csv' && sheet !== null) throw invalidField('reading.sheet', 'field_option')
  if (format === 'csv' && encoding === null) throw invalidField('reading.encoding', 'field_required')
  if (format === 'csv' && delimiter === null) throw invalidField('reading.delimiter', 'field_required')
  if (format === 'xlsx' && (sheet === null || sheet >= reading.sheets.length))
    throw invalidField('reading.sheet', 'field_option')
}

/** Changes how a file is read and what its columns are. What a trial said before is void. */
export const changeImport = async (
  dependencies: ImportDependencies,
  actor: PracticeActor,
  id: number,
  { source, reading, fields, dates, nameRule, values }: ImportChange,
): Promise<ImportBatch> => {
  const looked = await lookAgain(dependencies, actor, id, reading)
  return change(dependencies.db, actor, async (tx) => {
    const stored = await currentState(tx, actor, id, beforeWriting)
    const matching = looked?.matching ?? stored.matching
    const whence = source ?? (stored.matching.isSourceSaid ? undefined : looked?.source)
    const around = await findAround(tx, actor.practiceId, stored)
    const columns = withFields(stored.kind, matching.columns, fields)
    await deleteRows(tx, { practiceId: actor.practiceId, importId: id })
    await updateImport(tx, actor.practiceId, stored, {
      ...(whence === undefined ? {} : { source: whence }),
      ...(reading === undefined ? {} : { reading: { ...reading, sheets: stored.reading.sheets } }),
      matching: {
        ...matching,
        columns,
        chosen: withChosen(matching, dates),
        dates: [],
        ...(nameRule === undefined ? {} : { nameRule }),
        found: wordsOf(columns, matching),
        isSourceSaid: source !== undefined || stored.matching.isSourceSaid === true,
        said: withSaid(matching, values, around.members),
      },
      ...beforeTrial,
      state: 'draft',
    })
    return audited(
      { action: 'import.update', subject: subjectOf(id) },
      batchOf(await requireImport(tx, actor, id), around),
    )
  })
}

const beforeTrial: ImportChanges = { counts: null, failure: null, done: 0, toDo: 0 }

/** Refuses a trial of a file whose columns do not say enough. */
const refuseUnsaid = ({ kind, matching: { columns } }: StoredImport): void => {
  const missing = missingNeeds(
    kind,
    columns.map(({ field }) => field),
  )
  if (missing.length > 0)
    throw new AppError(kind === 'patients' ? 'import_name_missing' : 'import_columns_missing')
}

/** Refuses a trial by numbers that two sources gave, while nobody said of which of them the file is. */
const refuseUnsaidSource = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  stored: StoredImport,
): Promise<void> => {
  if (sourceChoices(stored, await findAround(tx, practiceId, stored)).length > 0)
    throw new AppError('import_source_unsaid')
}

/** Begins work of the background and answers the import with it under way. */
const begin = async (
  tx: Tx,
  actor: PracticeActor,
  stored: Authorized<StoredImport>,
  changes: ImportChanges,
): Promise<ImportBatch> => {
  const key = { practiceId: actor.practiceId, importId: stored.id }
  await updateImport(tx, actor.practiceId, stored, changes)
  await queueWork(tx, key)
  await queueWatch(tx, key)
  return wholeOf(tx, actor, await requireImport(tx, actor, stored.id))
}

/** Begins the trial, which looks at every row and creates nothing. */
export const examineImport = (db: Database, actor: PracticeActor, id: number): Promise<ImportBatch> =>
  change(db, actor, async (tx) => {
    const stored = await currentState(tx, actor, id, beforeWriting)
    refuseUnsaid(stored)
    await refuseUnsaidSource(tx, actor, stored)
    await deleteRows(tx, { practiceId: actor.practiceId, importId: id })
    const answer = await begin(tx, actor, stored, {
      ...beforeTrial,
      matching: { ...stored.matching, dates: [] },
      state: 'examining',
    })
    return audited({ action: 'import.examine', subject: subjectOf(id) }, answer)
  })

/** Begins to create what the trial found to be new. */
export const runImport = (db: Database, actor: PracticeActor, id: number): Promise<ImportBatch> =>
  change(db, actor, async (tx) => {
    const stored = await currentState(tx, actor, id, ['examined'])
    const answer = await begin(tx, actor, stored, {
      state: 'running',
      failure: null,
      done: 0,
      toDo: stored.counts?.create ?? 0,
    })
    const detail = { ...stored.counts, sha256: stored.sha256, kind: stored.kind }
    return audited({ action: 'import.run', subject: subjectOf(id), detail }, answer)
  })

/** Begins to take an import back, or what stayed of it when it was before. */
export const undoImport = (db: Database, actor: PracticeActor, id: number): Promise<ImportBatch> =>
  change(db, actor, async (tx) => {
    const stored = await currentState(tx, actor, id, ['done', 'undone'])
    if (stored.state === 'undone' && stored.spared === 0) throw new AppError('import_not_now')
    if (stored.isUndoLate) throw new AppError('undo_too_late')
    await forgetSpared(tx, { practiceId: actor.practiceId, importId: id })
    const answer = await begin(tx, actor, stored, {
      state: 'undoing',
      failure: null,
      done: 0,
      spared: 0,
      toDo: stored.state === 'undone' ? stored.spared : stored.created,
    })
    return audited({ action: 'import.undo', subject: subjectOf(id) }, answer)
  })

/** Forgets an import that created nothing, with its file. */
export const removeImport = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const stored = await currentState(tx, actor, id, beforeWriting)
    await deleteImport(tx, actor.practiceId, stored)
    if (stored.storageKey !== null) await queueRemoval(tx, stored.storageKey)
    return audited({ action: 'import.remove', subject: subjectOf(id) }, { id })
  })
