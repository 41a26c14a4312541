/** What the term of a file is counted from. */
export type RetentionStart = 'discharge' | 'last_attention'

/** How long files are kept, as a practice chooses it. `never`: no file is ever due. */
export const retentionRules = ['never', 'spain', 'catalonia', 'colombia', 'own'] as const
export type RetentionRule = (typeof retentionRules)[number]

/** The longest term a practice may choose, in years. */
export const longestRetention = 100

export interface RetentionChoice {
  readonly rule: RetentionRule
  /** Of the rule `own`; others have theirs. */
  readonly years: number | null
}

export interface RetentionTerm {
  readonly years: number
  readonly from: RetentionStart
}

/**
 * The terms of laws. Spain: Ley 41/2002, art. 17.1. Catalonia: Llei 21/2000, art. 12, as Llei 16/2010 has it. Colombia:
 * Resolución 839 de 2017, art. 3.
 */
const lawful: Readonly<Record<Exclude<RetentionRule, 'never' | 'own'>, RetentionTerm>> = {
  spain: { years: 5, from: 'discharge' },
  catalonia: { years: 15, from: 'discharge' },
  colombia: { years: 15, from: 'last_attention' },
}

/** The term that a choice sets; null: files are never due by themselves. An own one counts from the discharge. */
export const termOf = ({ rule, years }: RetentionChoice): RetentionTerm | null => {
  if (rule === 'never') return null
  if (rule !== 'own') return lawful[rule]
  return years === null ? null : { years, from: 'discharge' }
}
