import { UploadBody } from '../../../client.ts'

/** Where a value stands in a JSON document. */
export type LeafPath = readonly (string | number)[]

const isBranch = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === 'object' && value !== null && !(value instanceof UploadBody)

/** Every value of a document that is neither object nor array, with its place. */
export const leavesOf = (value: unknown, path: LeafPath = []): (readonly [LeafPath, unknown])[] => {
  if (!isBranch(value)) return [[path, value]]
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]))
}

export const leafAt = (value: unknown, path: LeafPath): unknown =>
  path.reduce<unknown>(
    (inner, key) => (isBranch(inner) ? (inner as Record<string | number, unknown>)[key] : undefined),
    value,
  )

const copyOf = <T>(value: T): T => {
  if (!isBranch(value)) return value
  const copy = Array.isArray(value)
    ? value.map(copyOf)
    : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one)]))
  return copy as T
}

/** A copy of the document with another value in one place; undefined takes the place away. */
export const withLeaf = <T>(value: T, path: LeafPath, leaf: unknown): T => {
  const copy = copyOf(value)
  const last = path.at(-1)
  const parent = leafAt(copy, path.slice(0, -1))
  if (last === undefined || !isBranch(parent)) throw new Error(`nothing stands at ${path.join('.')}`)
  const branch = parent as Record<string | number, unknown>
  if (leaf === undefined) delete branch[last]
  if (leaf !== undefined) branch[last] = leaf
  return copy
}

/**
 * The number that a value names: by itself, behind what it is one of (`record:12`), or as FHIR has it
 * (`record-12-allergies-1`).
 */
export const numberNamedBy = (value: unknown): string | undefined => {
  const text = String(value)
  const [, ofFhir] =
    /^(?:practice|doctor|patient|appointment|record|file|signature)-(\d+)(?:-|$)/.exec(text) ?? []
  return ofFhir ?? /^(?:[a-z_]+:)*(\d+)$/.exec(text)?.[1]
}
