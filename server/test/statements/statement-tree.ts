/** The tree of a statement as PostgreSQL's own parser answers it (libpg-query), by what is looked for in it. */

export type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), value)

export const listAt = (value: unknown, ...keys: readonly string[]): readonly unknown[] => {
  const list = at(value, ...keys)
  return Array.isArray(list) ? list : []
}

export const textAt = (value: unknown, ...keys: readonly string[]): string | undefined => {
  const text = at(value, ...keys)
  return typeof text === 'string' ? text : undefined
}

/** Every statement in a tree, those in expressions and in WITH too, by kind. */
const kinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const
export type Kind = (typeof kinds)[number]

export const statementsIn = (value: unknown): readonly (readonly [Kind, Node])[] => {
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

/** Names of the functions that are called in a tree. */
export const callsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(callsIn)
  if (!isNode(value)) return []
  const own = listAt(value, 'FuncCall', 'funcname').map((name) => textAt(name, 'String', 'sval'))
  return [...own.slice(-1).filter((name) => name !== undefined), ...Object.values(value).flatMap(callsIn)]
}

/** Every node of a kind in a tree. */
export const partsOf = (value: unknown, kind: string): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((one) => partsOf(one, kind))
  if (!isNode(value)) return []
  return [
    ...(kind in value ? [value[kind]] : []),
    ...Object.values(value).flatMap((one) => partsOf(one, kind)),
  ]
}
