/** The part of JSON Schema that the contract's OpenAPI document uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly format?: string
  readonly pattern?: string
  readonly additionalProperties?: JsonSchema | boolean
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonSchema
}

export interface Operation {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } }
  }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

export type OpenApiPaths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** The alternatives of a schema, `null` left out. */
export const alternativesOf = (schema: JsonSchema): readonly JsonSchema[] =>
  schema.anyOf ? schema.anyOf.flatMap(alternativesOf).filter(({ type }) => type !== 'null') : [schema]

/** Every property of a body with its path, nested objects included. */
export const propertiesOf = (
  schema: JsonSchema,
  path: readonly string[] = [],
): (readonly [readonly string[], JsonSchema])[] =>
  alternativesOf(schema).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, property]) => [
      [[...path, name], property] as const,
      ...propertiesOf(property, [...path, name]),
    ]),
  )
