import type { APIRequestContext } from '@playwright/test'

type Method = 'get' | 'post' | 'put' | 'delete'

interface Call {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly data?: unknown
}

/** Calls of one person that remember which fields they put a hostile text into. */
export interface HostileApi {
  readonly token: () => string
  readonly as: (token: string) => HostileApi
  /** `send('put', '/patient/{id}', { path: { id }, data })` answers the payload. */
  readonly send: <Payload>(method: Method, path: string, call?: Call) => Promise<Payload>
  readonly text: (path: string) => Promise<string>
  /** `PUT /api/patient/{id}.note` and the like. */
  readonly planted: Set<string>
}

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const leavesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return isBranch(value) ? Object.values(value).flatMap(leavesOf) : []
}

/** Fields of a body that hold a string; whatever is free to have any key is one. */
const fieldsOf = (value: unknown, place: string): [string, string][] => {
  if (typeof value === 'string') return [[place, value]]
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, `${place}[]`))
  if (!isBranch(value)) return []
  return Object.entries(value).flatMap(([key, one]) =>
    key === 'data' && isBranch(one)
      ? leavesOf(one).map((text): [string, string] => [`${place}.data.*`, text])
      : fieldsOf(one, `${place}.${key}`),
  )
}

/** A module travels as a document: whatever key a text of it stands under, it is one field. */
const isDocument = (path: string): boolean => /\/record_module\/(check|import)$/.test(path)

/** A file is called by a text and the ending that its type asks for. */
const withoutEnding = (value: string): string => value.replace(/\.(jpg|pdf|dcm)$/, '')

export const hostileApi = (
  request: APIRequestContext,
  {
    url,
    hostile,
    token = '',
    planted = new Set<string>(),
  }: {
    url: string
    hostile: ReadonlySet<string>
    token?: string | undefined
    planted?: Set<string> | undefined
  },
): HostileApi => {
  const headers = { authorization: `Bearer ${token}` }
  const note = (method: Method, path: string, { data, query }: Call): void => {
    const place = `${method.toUpperCase()} /api${path}`
    if (Buffer.isBuffer(data)) return
    const said = isDocument(path)
      ? leavesOf(data).map((text): [string, string] => [`${place}.*`, text])
      : fieldsOf(data, place)
    for (const [field, value] of [...said, ...fieldsOf(query, place)])
      if (hostile.has(withoutEnding(value))) planted.add(field)
  }
  return {
    planted,
    token: () => token,
    as: (other) => hostileApi(request, { url, hostile, token: other, planted }),
    send: async <Payload>(method: Method, path: string, call: Call = {}): Promise<Payload> => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(call.path?.[name]))
      const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
      const given = token === '' ? {} : { headers }
      const answer = await request[method](`${url}/api${filled}${query}`, {
        ...given,
        ...(call.data === undefined ? {} : { data: call.data }),
      })
      if (!answer.ok())
        throw new Error(`${method} ${filled} answered ${answer.status()}: ${await answer.text()}`)
      note(method, path, call)
      // A file is looked at by whoever downloads it.
      if (!answer.headers()['content-type']?.startsWith('application/json')) return undefined as Payload
      const { payload, metadata } = (await answer.json()) as { payload: unknown; metadata: unknown }
      return (path === '/auth/register' ? { payload, metadata } : payload) as Payload
    },
    text: async (path) => {
      const answer = await request.get(path.startsWith('http') ? path : `${url}/api${path}`, { headers })
      if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
      return answer.text()
    },
  }
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { requestBody?: { content: { 'application/json'?: { schema: Schema } } } }>>
    >
  >
}

const lookUp = (document: OpenApi, { $ref }: Schema): Schema | undefined =>
  $ref
    ?.slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as Schema | undefined

const isFreeText = ({ type, maxLength, pattern, format, enum: values }: Schema): boolean =>
  [type].flat().includes('string') && maxLength !== undefined && !pattern && !format && !values

const isAnything = (schema: Schema): boolean => Object.keys(schema).length === 0

const freeTexts = (document: OpenApi, given: Schema, place: string, above: readonly Schema[]): string[] => {
  const schema = lookUp(document, given) ?? given
  if (above.includes(schema)) return []
  const walk = (one: Schema, at: string) => freeTexts(document, one, at, [...above, schema])
  const { additionalProperties: others } = schema
  return [
    ...(isFreeText(schema) || (isAnything(schema) && place.endsWith('.*')) ? [place] : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((all) =>
      (all ?? []).flatMap((one) => walk(one, place)),
    ),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) => walk(one, `${place}.${key}`)),
    ...(schema.items ? walk(schema.items, `${place}[]`) : []),
    ...(isBranch(others) ? walk(others as Schema, `${place}.*`) : []),
  ]
}

/** Every field of every body that takes any text at all, as the server's own description of itself has it. */
export const freeTextFields = (document: OpenApi): string[] => [
  ...new Set(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const schema = operation.requestBody?.content['application/json']?.schema
        return schema ? freeTexts(document, schema, `${method.toUpperCase()} ${path}`, []) : []
      }),
    ),
  ),
]
