import type { Plugin } from 'vite'

/** What browsers are not asked about: an endpoint's schemas, errors and words are the server's and the document's. */
const unread = new Set([
  'summary',
  'body',
  'query',
  'params',
  'returns',
  'metadata',
  'errors',
  'answers',
  'bodyLimit',
])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The object that each call of `endpoint` is given. */
const endpointObjects = (node: Node): Node[] => {
  const { callee, arguments: given } = node as Node & { callee?: Node; arguments?: Node[] }
  const isEndpoint =
    node.type === 'CallExpression' && callee?.type === 'Identifier' && callee.name === 'endpoint'
  if (isEndpoint && given?.[0]?.type === 'ObjectExpression') return [given[0]]
  return childrenOf(node).flatMap(endpointObjects)
}

const isUnread = (property: Node): boolean => {
  const { key } = property as Node & { key?: Node & { name?: string } }
  return property.type === 'Property' && unread.has(key?.name ?? '')
}

const without = (code: string, places: readonly Node[]): string =>
  [...places]
    .sort((one, other) => other.start - one.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end).replace(/^\s*,/, ''), code)

/** Leaves out of what browsers load the parts of endpoints that only the server and the document of the API read. */
export const withoutSchemas = (): Plugin => ({
  name: 'ulna-without-schemas',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/src\/[\w./-]+\.ts$/, code: /\bendpoint\(/ },
    handler(code) {
      const objects = endpointObjects(this.parse(code) as unknown as Node)
      const places = objects.flatMap(({ properties }) => (properties as Node[]).filter(isUnread))
      return { code: without(code, places), map: null }
    },
  },
})
