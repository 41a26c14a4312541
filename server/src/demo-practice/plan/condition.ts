/** What is written in one stretch of a treatment. */
export interface Phase {
  /** What the patient tells. */
  readonly patient: readonly string[]
  /** What the physiotherapist finds. */
  readonly findings: readonly string[]
  readonly treatment: readonly string[]
  readonly exercises: readonly string[]
}

/**
 * One complaint and how its treatment goes, as texts with places to fill (`fill` in texts.ts):
 * `{lado}` derecho or izquierdo, `{ladoa}` derecha or izquierda, `{gen}` o or a by the patient's sex, `{m}` the measure
 * of the day, `{4..8}` any whole number in the range, `{1>6}` a number that grows from first to last session.
 */
export interface Condition {
  readonly key: string
  /** Name of the case. */
  readonly name: string
  /** How often it turns up beside the others. */
  readonly share: number
  /** Youngest and oldest age it is given to. */
  readonly ages: readonly [number, number]
  /** Recommended follow-ups. */
  readonly sessions: readonly [number, number]
  /** Days between two sessions. */
  readonly everyDays: readonly [number, number]
  /** Pain on the scale 0 to 10 at the first visit and when the treatment ends well. */
  readonly pain: readonly [number, number]
  /** Days between the first symptom and the first visit. */
  readonly onsetDays: readonly [number, number]
  readonly discomfort: readonly string[]
  readonly mechanism: readonly string[]
  readonly painDescription: readonly string[]
  readonly evolution: readonly string[]
  readonly inspection: readonly string[]
  readonly palpation: readonly string[]
  readonly plan: readonly string[]
  readonly orders: readonly string[]
  readonly medication: readonly string[]
  /** Who sends such patients; chosen only for those who were sent. */
  readonly referredBy: readonly string[]
  /** Something measured every session, with its value at the first visit and at the end. */
  readonly measure: { readonly text: string; readonly from: number; readonly to: number }
  readonly study?: { readonly subtype: 'exam' | 'xray'; readonly name: string; readonly note: string }
  readonly early: Phase
  readonly middle: Phase
  readonly late: Phase
}
