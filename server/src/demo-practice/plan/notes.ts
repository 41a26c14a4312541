import { bodyChartOf } from './body-charts.ts'
import type { Condition, Phase } from './conditions.ts'
import notes from './notes.json' with { type: 'json' }
import type { Random } from './random.ts'
import { type FreshTexts, fill, type Sex, type Side } from './texts.ts'

type Data = Readonly<Record<string, unknown>>

/** Allergies and warnings of the medical history, and what they forbid. */
export type Contraindications = readonly RegExp[]

const forbiddenBy: readonly (readonly [when: RegExp, forbidden: RegExp])[] = [
  [/anticoag|AINES|gastritis/i, /naproxeno|ibuprofeno|diclofenaco/i],
  [/marcapasos/i, /\bTENS\b|[Ee]lectro|[Uu]ltrasonido/],
  [/osteoporosis/i, /manipulación/i],
]

/** What is out of the question for somebody with these texts in the history. */
export const contraindications = (...texts: readonly (string | undefined)[]): Contraindications =>
  forbiddenBy
    .filter(([when]) => texts.some((text) => text !== undefined && when.test(text)))
    .map(([, forbidden]) => forbidden)

const allowed = ({ avoid }: Course, texts: readonly string[]): readonly string[] =>
  texts.filter((text) => !avoid.some((forbidden) => forbidden.test(text)))

/** One treatment of one patient, as far as its notes care. */
export interface Course {
  readonly condition: Condition
  readonly side: Side
  readonly sex: Sex
  /** Follow-ups that were recommended. */
  readonly planned: number
  /** Where in its lists the treatment begins, so that not all of them tell the same story. */
  readonly turn: number
  /** What must not be applied or taken. */
  readonly avoid: Contraindications
  /** How much of the improvement is reached after all of them, 0 to 1. */
  readonly reach: number
}

/** How far the treatment has come before (0) and after its follow-ups. */
const progressAt = ({ planned, reach }: Course, session: number): number =>
  Math.min(1, session / planned) * reach

const measureAt = ({ from, to }: Condition['measure'], progress: number): string =>
  String(Math.round(from + (to - from) * progress ** 0.9))

/** Pain falls, with a bad day now and then. */
export const painAt = (random: Random, course: Course, session: number): number => {
  const [first, last] = course.condition.pain
  const falling = first + (last - first) * progressAt(course, session) ** 0.8
  const badDay = session > 1 && session < course.planned - 1 && random.chance(0.1) ? 1 : 0
  return Math.min(10, Math.max(0, Math.round(falling) + badDay))
}

const name = ({ condition, side, sex }: Course, random: Random): string =>
  fill(condition.name, { random, sex, side, progress: 0 })

export const caseName = name

/** Where it hurts, as part of the data of a record; nothing where nothing hurts. */
const chartAt = ({ condition, side }: Pick<Course, 'condition' | 'side'>, pain: number): Data => {
  const bodyChart = bodyChartOf(condition.key, side, pain)
  return bodyChart === undefined ? {} : { bodyChart }
}

/** Data of the case; keys are those of `case_default`. */
export const caseData = (random: Random, course: Course, symptomsSince: string): Data => {
  const { condition, side, sex, planned } = course
  const situation = { random, side, sex, progress: 0, measure: measureAt(condition.measure, 0) }
  const one = (texts: readonly string[]): string => fill(random.pick(texts), situation)
  const sent = random.chance(0.6)
  return {
    symptomAppearDate: symptomsSince,
    actualDiscomfort: one(condition.discomfort),
    traumaMechanism: one(condition.mechanism),
    painDescription: one(condition.painDescription),
    symptomEvolution: one(condition.evolution),
    painIntensity: condition.pain[0],
    ...chartAt(course, condition.pain[0]),
    isMedicReference: sent ? { enabled: true, value: random.pick(condition.referredBy) } : { enabled: false },
    painAreaObservation: one(condition.inspection),
    palpation: `${one(condition.palpation)} ${fill(condition.measure.text, situation)}.`,
    name: name(course, random),
    sessions: planned,
    treatmentObjectives: one(condition.plan),
    ...(sent ? { doctorObs: one(condition.orders) } : {}),
    followUpRequired: true,
  }
}

// What patients tell besides the complaint, early and late; the empty ones are for the many who tell nothing more.
const { tellings, findings, closings, reminders, discharge, goodbyes, lastWords } = notes

/** How a treatment ended that ended well. */
export type Goodbye = 'recovered' | 'improved'

const phaseAt = (condition: Condition, progress: number, pain: number): Phase => {
  if (progress < 0.34) return condition.early
  return progress < 0.7 || pain > 3 ? condition.middle : condition.late
}

const medicationAt = (course: Course, progress: number): string => {
  const options = allowed(course, course.condition.medication)
  return options[Math.min(options.length - 1, Math.floor(progress * 3))] ?? 'Acetaminofén 500 mg si hay dolor'
}

const join = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ')

export interface SessionOfCourse {
  readonly number: number
  /** Goodbye in the last session of a treatment that ended well; null in every other. */
  readonly goodbye: Goodbye | null
}

/**
 * Data of a follow-up without its case; keys are those of `followup_default`. Every text is one the patient's file
 * does not have yet.
 */
export const followUpData = (
  random: Random,
  course: Course,
  session: SessionOfCourse,
  fresh: FreshTexts,
): Data => {
  const { condition, side, sex } = course
  const progress = progressAt(course, session.number)
  const pain = painAt(random, course, session.number)
  const phase = phaseAt(condition, progress, pain)
  const situation = { random, side, sex, progress, measure: measureAt(condition.measure, progress) }
  const inTurn = (texts: readonly string[]): string => {
    const options = allowed(course, texts)
    return options[(course.turn + session.number) % options.length] ?? ''
  }
  const one = (texts: readonly string[]): string => fill(random.pick(texts), situation)
  const text = (main: string, more: readonly string[], last: readonly string[] = ['']): string => {
    const draw = (): string => join(fill(main, situation), one(more), one(last))
    return fresh.make(draw, () => join(draw(), one(more)))
  }
  const medication = session.number === 1 || random.chance(0.3) ? medicationAt(course, progress) : undefined
  const { goodbye } = session
  return {
    painIntensity: pain,
    ...chartAt(course, pain),
    patientObs: goodbye
      ? text(random.pick(goodbyes[goodbye]), lastWords)
      : text(inTurn(phase.patient), tellings[progress < 0.34 ? 'early' : 'later']),
    doctorObs: text(inTurn(phase.findings), [`${condition.measure.text}.`], goodbye ? discharge : findings),
    treatmentApplied: text(inTurn(phase.treatment), allowed(course, closings)),
    ...(medication === undefined ? {} : { medication }),
    exercises: text(inTurn(phase.exercises), reminders),
  }
}
