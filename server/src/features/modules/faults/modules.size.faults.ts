import { isWellFormedText } from '@ulna/contract/http/text'
import { type Fault, fault } from './modules.fault.ts'
import { placeIn } from './modules.shape.faults.ts'

/**
 * What a part of a document may be at most before its schema looks at it: a schema tells of every entry that is
 * wrong, and of a hundred thousand of them it could not even say so.
 */
const most = { nodes: 10_000, list: 200, depth: 45 } as const

interface Walk {
  readonly input: unknown
  nodes: number
  readonly faults: Fault[]
}

type Path = readonly PropertyKey[]

const note = (walk: Walk, path: Path, found: Fault): void => {
  walk.faults.push({ ...found, at: placeIn(walk.input, path) })
}

const walkKey = (walk: Walk, path: Path, key: string): void => {
  if (key === '__proto__') note(walk, path, fault('unknownKey', { key }))
  if (!isWellFormedText(key)) note(walk, path, fault('wrongText'))
}

const tooMuch = (value: object, depth: number): Fault | null => {
  if (depth >= most.depth) return fault('tooDeep', { max: most.depth })
  return Array.isArray(value) && value.length > most.list ? fault('tooMany', { max: most.list }) : null
}

const walkInto = (walk: Walk, value: object, path: Path): void => {
  const found = tooMuch(value, path.length)
  if (found) note(walk, path, found)
  if (found) return
  for (const [key, inner] of Object.entries(value)) {
    if (walk.nodes > most.nodes) return
    if (!Array.isArray(value)) walkKey(walk, path, key)
    walkValue(walk, inner, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

const walkValue = (walk: Walk, value: unknown, path: Path): void => {
  walk.nodes += 1
  if (typeof value === 'string' && !isWellFormedText(value)) note(walk, path, fault('wrongText'))
  if (typeof value === 'object' && value !== null) walkInto(walk, value, path)
}

/** What is too large, too deep or no text in a part of a document, whatever it is. */
export const sizeFaults = (input: unknown): Fault[] => {
  const walk: Walk = { input, nodes: 0, faults: [] }
  walkValue(walk, input, [])
  if (walk.nodes > most.nodes) return [fault('tooComplex', { max: most.nodes })]
  return walk.faults
}
