import * as z from 'zod/mini'
import { fieldId, textKey } from './record-class.keys.ts'
import { type FieldType, fieldOption } from './record-class.ts'

const none = z.strictObject({})
/** `alert` puts each line of the text on the head of the patient file. */
const alert = z.optional(z.enum(['allergy', 'warning']))
const textParams = z.strictObject({ rows: z.optional(z.int().check(z.minimum(1), z.maximum(40))), alert })

/** `false`: the number is no finding that may change from visit to visit, and no curve is drawn of it. */
const measured = z.optional(z.boolean())

/** `params` of a field, by its type. */
export const fieldParams = {
  text: z.strictObject({ alert }),
  textarea: textParams,
  date: none,
  time: none,
  /** `unit`: text key of the unit. `integer`: whole numbers only. `step`: of the input's arrows. */
  number: z.strictObject({
    unit: z.optional(textKey),
    integer: z.optional(z.boolean()),
    step: z.optional(z.number().check(z.positive())),
    measured,
  }),
  percent: z.strictObject({ step: z.optional(z.number().check(z.positive())), measured }),
  select: none,
  radio_group: none,
  checkbox_group: none,
  switch: none,
  checkbox: none,
  bmi: none,
  /**
   * A measure of the left and of the right side. `unit`: text key. `min`, `max`: of each side. `integer`, `step` as of
   * a number. `norm`: what is normal, either side alike; `low` and `high` its range, `source` the text key of where it
   * is from.
   */
  measure_pair: z.strictObject({
    unit: textKey,
    min: z.number(),
    max: z.number(),
    integer: z.optional(z.boolean()),
    step: z.optional(z.number().check(z.positive())),
    norm: z.optional(
      z.strictObject({
        value: z.number(),
        low: z.optional(z.number()),
        high: z.optional(z.number()),
        source: textKey,
      }),
    ),
  }),
  /**
   * `valueLabel`: text key of the field that opens. `valueKey`: another name the value may be written under.
   * `options`: of a `select` value.
   */
  conditional_switch: z.strictObject({
    valueType: z.optional(z.enum(['text', 'select'])),
    valueLabel: z.optional(textKey),
    valueKey: z.optional(fieldId),
    options: z.optional(z.array(fieldOption)),
  }),
  /** Whole numbers `minimum` to `maximum`, 0 to 10 when absent. */
  pain_scale: z.strictObject({ minimum: z.optional(z.int()), maximum: z.optional(z.int()) }),
  body_chart: none,
  case_select: none,
  section: none,
  fieldgroup: none,
  title: none,
} as const satisfies Record<FieldType, z.ZodMiniType>
