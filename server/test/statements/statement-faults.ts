import { parse } from 'libpg-query'

/**
 * Patterns that a distributed database refuses, or asks of all its machines (docs/decisions/0075-distributed-engine.md), found in the
 * text of a statement as PostgreSQL's own parser reads it.
 */

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), value)

const listAt = (value: unknown, ...keys: readonly string[]): readonly unknown[] => {
  const list = at(value, ...keys)
  return Array.isArray(list) ? list : []
}

const textAt = (value: unknown, ...keys: readonly string[]): string | undefined => {
  const text = at(value, ...keys)
  return typeof text === 'string' ? text : undefined
}

/** Every statement in a tree, those in expressions and in WITH too, by kind. */
const kinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const
type Kind = (typeof kinds)[number]

const statementsIn = (value: unknown): readonly (readonly [Kind, Node])[] => {
  if (Array.isArray(value)) return value.flatMap(statementsIn)
  if (!isNode(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const kind = kinds.find((one) => one === key) ?? (isHalf(key, inner) ? 'SelectStmt' : undefined)
    return [...(kind && isNode(inner) ? [[kind, inner] as const] : []), ...statementsIn(inner)]
  })
}

/** Halves of a UNION are named by their side alone. */
const isHalf = (key: string, value: unknown): boolean =>
  ['larg', 'rarg'].includes(key) && at(value, 'op') !== undefined

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

const callsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(callsIn)
  if (!isNode(value)) return []
  const own = listAt(value, 'FuncCall', 'funcname').map((name) => textAt(name, 'String', 'sval'))
  return [...own.slice(-1).filter((name) => name !== undefined), ...Object.values(value).flatMap(callsIn)]
}

const partsOf = (value: unknown, kind: string): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((one) => partsOf(one, kind))
  if (!isNode(value)) return []
  return [
    ...(kind in value ? [value[kind]] : []),
    ...Object.values(value).flatMap((one) => partsOf(one, kind)),
  ]
}

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

/** What is wrong with a statement; empty where one machine answers it, or where it is of no practice. */
export const faultsOfStatement = async (
  text: string,
  ofPractices: ReadonlySet<string>,
): Promise<readonly string[]> => {
  const tree = await parse(text)
  const statements = statementsIn(tree)
  const isOfPractices = ([, statement]: readonly [Kind, Node]): boolean =>
    ofPractices.has(textAt(statement, 'relation', 'relname') ?? '')
  return [
    ...statements.flatMap(([kind, statement]) =>
      roaming(kind, statement, ofPractices).map(
        (table) => `does not name the practice of ${table} by a value`,
      ),
    ),
    ...statements
      .filter((one) => one[0] !== 'SelectStmt' && isOfPractices(one))
      .flatMap(([kind, statement]) => faultsOfWrite(kind, statement)),
    ...(partsOf(tree, 'ConstraintsSetStmt').length > 0
      ? ['sets constraints where it stands (defer_constraints)']
      : []),
  ]
}
