import * as z from 'zod/mini'
import type { ZodOpenApiOverride } from 'zod-openapi'

type Rewriting = Parameters<ZodOpenApiOverride>[0]

/** What a schema takes first, before anything is made of it. */
const takenBy = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  return def.type === 'pipe' ? takenBy(def.in) : schema
}

/** What a text of a path or a query is read as, where that is a number: programs write the number. */
const numberReadFrom = ({ zodSchema, io }: Rewriting): Record<string, unknown> | undefined => {
  const { def } = zodSchema._zod
  if (io !== 'input' || def.type !== 'pipe' || def.out._zod.def.type !== 'number') return undefined
  if (takenBy(def.in)._zod.def.type !== 'string') return undefined
  const { $schema: _, ...schema } = z.toJSONSchema(def.out)
  return schema
}

/** A default stands there as it is written in a query. */
const writeDefault = (schema: Rewriting['jsonSchema']): void => {
  if (schema.type === 'integer' && typeof schema.default === 'string') schema.default = Number(schema.default)
}

/** Gives a record whose keys are a list one property for each key. */
const writeProperties = ({ zodSchema, jsonSchema }: Rewriting): void => {
  const { def } = zodSchema._zod
  if (def.type !== 'record' || !jsonSchema.required || typeof jsonSchema.additionalProperties !== 'object')
    return
  const { additionalProperties: value } = jsonSchema
  jsonSchema.properties = Object.fromEntries(jsonSchema.required.map((key) => [key, value]))
  jsonSchema.additionalProperties = false
  delete jsonSchema.propertyNames
}

/** `z.json()` describes itself by itself, of which languages with types make nothing. */
const anyJson = ({ zodSchema }: Rewriting): Record<string, unknown> | undefined =>
  zodSchema._zod.def.type === 'lazy' ? { description: 'Any JSON' } : undefined

/** What Zod says of a schema, as programs are to read it. */
export const asProgramsReadIt: ZodOpenApiOverride = (rewriting) => {
  const { jsonSchema } = rewriting
  const instead = numberReadFrom(rewriting) ?? anyJson(rewriting)
  if (instead) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, instead)
  }
  writeDefault(jsonSchema)
  writeProperties(rewriting)
}
