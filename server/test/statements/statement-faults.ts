import { parse } from 'libpg-query'
import { at, callsIn, type Kind, listAt, type Node, partsOf, statementsIn, textAt } from './statement-tree.ts'

/**
 * Patterns that a distributed database refuses, or asks of all its machines (docs/decisions/0075-distributed-engine.md), found in the
 * text of a statement as PostgreSQL's own parser reads it.
 */

/** The table or its other name in front of a column called practice_id; empty where none stands there. */
const ownerOfPractice = (node: unknown): string | undefined => {
  if (at(node, 'TypeCast')) return ownerOfPractice(at(node, 'TypeCast', 'arg'))
  const names = listAt(node, 'ColumnRef', 'fields').map((field) => textAt(field, 'String', 'sval'))
  if (names.at(-1) !== 'practice_id') return undefined
  return names.at(-2) ?? ''
}

const isValue = (node: unknown): boolean =>
  at(node, 'ParamRef') !== undefined ||
  at(node, 'A_Const') !== undefined ||
  (at(node, 'TypeCast') !== undefined && isValue(at(node, 'TypeCast', 'arg')))

interface Looked {
  /** Tables of practices by the name that the statement gives them. */
  readonly tables: ReadonlyMap<string, string>
  /** Names whose practice is a value. */
  readonly pinned: ReadonlySet<string>
}

/** Names whose practice a condition says by a value. */
const pinnedBy = (condition: unknown): readonly string[] => {
  if (at(condition, 'BoolExpr', 'boolop') === 'AND_EXPR')
    return listAt(condition, 'BoolExpr', 'args').flatMap(pinnedBy)
  const comparison = at(condition, 'A_Expr')
  if (
    at(comparison, 'kind') !== 'AEXPR_OP' ||
    textAt(listAt(comparison, 'name')[0], 'String', 'sval') !== '='
  )
    return []
  const sides = [at(comparison, 'lexpr'), at(comparison, 'rexpr')]
  const owners = sides.map((side, index) => (isValue(sides[1 - index]) ? ownerOfPractice(side) : undefined))
  return owners.filter((owner) => owner !== undefined)
}

/** Sides of a join that its condition filters: not those that an outer join keeps whole. */
const filteredBy = (join: unknown): readonly ('larg' | 'rarg')[] => {
  const kind = textAt(join, 'jointype')
  if (kind === 'JOIN_FULL') return []
  if (kind === 'JOIN_LEFT') return ['rarg']
  return kind === 'JOIN_RIGHT' ? ['larg'] : ['larg', 'rarg']
}

/** Tables of practices in what a statement reads from, and what the conditions of its joins pin. */
const lookAtSource = (ofPractices: ReadonlySet<string>, source: unknown): Looked => {
  const relation = at(source, 'RangeVar')
  const table = textAt(relation, 'relname')
  if (table !== undefined && ofPractices.has(table))
    return { tables: new Map([[textAt(relation, 'alias', 'aliasname') ?? table, table]]), pinned: new Set() }
  const join = at(source, 'JoinExpr')
  if (!join) return { tables: new Map(), pinned: new Set() }
  const sides = {
    larg: lookAtSource(ofPractices, at(join, 'larg')),
    rarg: lookAtSource(ofPractices, at(join, 'rarg')),
  }
  const filtered = filteredBy(join).flatMap((side) => [...sides[side].tables.keys()])
  const pinned = pinnedBy(at(join, 'quals')).filter((name) => name === '' || filtered.includes(name))
  return {
    tables: new Map([...sides.larg.tables, ...sides.rarg.tables]),
    pinned: new Set([...sides.larg.pinned, ...sides.rarg.pinned, ...pinned]),
  }
}

const sourcesOf = (kind: Kind, statement: Node): readonly unknown[] => {
  if (kind === 'SelectStmt') return listAt(statement, 'fromClause')
  const target = { RangeVar: at(statement, 'relation') }
  if (kind === 'UpdateStmt') return [target, ...listAt(statement, 'fromClause')]
  return kind === 'DeleteStmt' ? [target, ...listAt(statement, 'usingClause')] : []
}

/** Tables of practices whose practice is no value in the statement. */
const roaming = (kind: Kind, statement: Node, ofPractices: ReadonlySet<string>): readonly string[] => {
  const looked = sourcesOf(kind, statement).map((source) => lookAtSource(ofPractices, source))
  const tables = looked.flatMap((one) => [...one.tables])
  const pinned = new Set([
    ...looked.flatMap((one) => [...one.pinned]),
    ...pinnedBy(at(statement, 'whereClause')),
  ])
  const isPinned = (name: string): boolean => pinned.has(name) || (tables.length === 1 && pinned.has(''))
  return tables.filter(([name]) => !isPinned(name)).map(([, table]) => table)
}

const isOfRows = (statement: Node): boolean => {
  const rows = at(statement, 'selectStmt', 'SelectStmt')
  return rows !== undefined && at(rows, 'valuesLists') === undefined
}

const returns = (statement: Node): boolean =>
  listAt(statement, 'returningList').length > 0 || at(statement, 'returningClause') !== undefined

/** What answers something else in another session or at another moment. */
const passing = new Set(['now', 'clock_timestamp', 'iso'])
const asksForMoment = (value: unknown): boolean => callsIn(value).some((name) => passing.has(name))

const faultsOfInsert = (statement: Node): readonly string[] => {
  if (isOfRows(statement)) return returns(statement) ? [] : ['stores rows of a select and returns nothing']
  return partsOf(at(statement, 'selectStmt'), 'SubLink').length > 0
    ? ['reads among the values that it stores']
    : []
}

const faultsOfWrite = (kind: Kind, statement: Node): readonly string[] => {
  const isOfSelect = kind === 'InsertStmt' && isOfRows(statement)
  const chosen = isOfSelect ? [] : [...partsOf(statement, 'CaseExpr'), ...partsOf(statement, 'CoalesceExpr')]
  return [
    ...(kind === 'InsertStmt' ? faultsOfInsert(statement) : []),
    ...(chosen.some(asksForMoment) ? ['chooses a moment by CASE or COALESCE (either, choose)'] : []),
    ...(asksForMoment(at(statement, 'onConflictClause', 'targetList'))
      ? ['sets a moment where a row was there already (excluded)']
      : []),
    ...(asksForMoment([at(statement, 'returningList'), at(statement, 'returningClause')])
      ? ['returns what a session could change (iso_returned)']
      : []),
  ]
}

/** Where a table lies: on the machine of each practice, on all of them, or on the coordinator alone. */
type Place = 'of practices' | 'shared' | 'alone'

export interface Tables {
  readonly ofPractices: ReadonlySet<string>
  readonly shared: ReadonlySet<string>
}

const placeOf = ({ ofPractices, shared }: Tables, table: string): Place => {
  if (ofPractices.has(table)) return 'of practices'
  return shared.has(table) ? 'shared' : 'alone'
}

/** Tables that a statement names anywhere; not its own WITH, nor other names (FOR UPDATE OF), nor the catalogue. */
const tablesNamedIn = (tree: unknown): readonly string[] => {
  const own = new Set([
    ...partsOf(tree, 'CommonTableExpr').map((one) => textAt(one, 'ctename')),
    ...partsOf(tree, 'RangeVar').map((one) => textAt(one, 'alias', 'aliasname')),
  ])
  return partsOf(tree, 'RangeVar')
    .filter((relation) => textAt(relation, 'schemaname') !== 'pg_catalog')
    .map((relation) => textAt(relation, 'relname') ?? '')
    .filter((name) => !own.has(name) && !name.startsWith('pg_'))
}

/** What lies on the coordinator alone is not known where the rest of a statement runs, and the other way round. */
const faultsOfPlaces = (tree: unknown, kind: Kind, statement: Node, tables: Tables): readonly string[] => {
  const named = tablesNamedIn(tree)
  const places = new Set(named.map((name) => placeOf(tables, name)))
  if (kind === 'SelectStmt')
    return places.has('alone') && places.has('of practices')
      ? ['reads rows of a practice with what lies on the coordinator']
      : []
  const target = placeOf(tables, textAt(statement, 'relation', 'relname') ?? '')
  const isMixed =
    target === 'alone' ? places.has('of practices') || places.has('shared') : places.has('alone')
  return isMixed && !(kind === 'InsertStmt' && target === 'alone')
    ? ['writes what lies on the coordinator and reads what does not, or the other way round']
    : []
}

const countsWhileLocking = (statement: Node): boolean =>
  listAt(statement, 'lockingClause').length > 0 &&
  callsIn(listAt(statement, 'targetList')).includes('nextval')

/** What is wrong with a statement; empty where one machine answers it, or where it is of no practice. */
export const faultsOfStatement = async (text: string, tables: Tables): Promise<readonly string[]> => {
  const { ofPractices } = tables
  const tree = await parse(text)
  const statements = statementsIn(tree)
  const isDistributed = ([, statement]: readonly [Kind, Node]): boolean =>
    placeOf(tables, textAt(statement, 'relation', 'relname') ?? '') !== 'alone'
  const faults = [
    ...statements.flatMap(([kind, statement]) =>
      roaming(kind, statement, ofPractices).map(
        (table) => `does not name the practice of ${table} by a value`,
      ),
    ),
    ...statements
      .filter((one) => one[0] !== 'SelectStmt' && isDistributed(one))
      .flatMap(([kind, statement]) => faultsOfWrite(kind, statement)),
    ...statements.flatMap(([kind, statement]) => faultsOfPlaces(tree, kind, statement, tables)),
    ...(statements.some(([, statement]) => countsWhileLocking(statement))
      ? ['takes a number of a sequence while it locks']
      : []),
    ...(partsOf(tree, 'ConstraintsSetStmt').length > 0
      ? ['sets constraints where it stands (defer_constraints)']
      : []),
  ]
  return [...new Set(faults)]
}
