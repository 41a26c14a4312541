import * as z from 'zod/mini'
import arm from './conditions/arm.json' with { type: 'json' }
import footAndAnkle from './conditions/foot-and-ankle.json' with { type: 'json' }
import kneeAndHip from './conditions/knee-and-hip.json' with { type: 'json' }
import shoulder from './conditions/shoulder.json' with { type: 'json' }
import spine from './conditions/spine.json' with { type: 'json' }

const texts = z.array(z.string())
const fromTo = z.tuple([z.number(), z.number()])

/** What is written in one stretch of a treatment: told by the patient, found and done by the physiotherapist. */
const phase = z.object({ patient: texts, findings: texts, treatment: texts, exercises: texts })
export type Phase = z.output<typeof phase>

/**
 * One complaint and how its treatment goes, as texts with places to fill (`fill` in texts.ts):
 * `{lado}` derecho or izquierdo, `{ladoa}` derecha or izquierda, `{gen}` o or a by the patient's sex, `{m}` the measure
 * of the day, `{4..8}` any whole number in the range, `{1>6}` a number that grows from first to last session.
 */
const condition = z.object({
  key: z.string(),
  /** Name of the case. */
  name: z.string(),
  /** How often it turns up beside the others. */
  share: z.number(),
  /** Youngest and oldest age it is given to. */
  ages: fromTo,
  /** Recommended follow-ups. */
  sessions: fromTo,
  /** Days between two sessions. */
  everyDays: fromTo,
  /** Pain on the scale 0 to 10 at the first visit and when the treatment ends well. */
  pain: fromTo,
  /** Days between the first symptom and the first visit. */
  onsetDays: fromTo,
  discomfort: texts,
  mechanism: texts,
  painDescription: texts,
  evolution: texts,
  inspection: texts,
  palpation: texts,
  plan: texts,
  orders: texts,
  medication: texts,
  /** Who sends such patients; chosen only for those who were sent. */
  referredBy: texts,
  /** Something measured every session, with its value at the first visit and at the end. */
  measure: z.object({ text: z.string(), from: z.number(), to: z.number() }),
  study: z.optional(z.object({ subtype: z.enum(['exam', 'xray']), name: z.string(), note: z.string() })),
  early: phase,
  middle: phase,
  late: phase,
})
export type Condition = z.output<typeof condition>

/** What people come to the demo practice with. */
export const conditions: readonly Condition[] = z
  .array(condition)
  .parse([...shoulder, ...spine, ...kneeAndHip, ...footAndAnkle, ...arm])
