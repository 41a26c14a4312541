import type { ThirdParty } from './third-parties.ts'

export type ConsentChoice = 'all' | 'necessary'

/** What a visitor chose, when, and about whom they were asked. */
export interface Consent {
  readonly choice: ConsentChoice
  /** Instant in UTC. */
  readonly at: string
  readonly asked: readonly ThirdParty[]
}

/**
 * How long a choice counts, in days. The Spanish authority wants consent renewed within 24 months, the Italian one
 * wants a refusal respected for at least six: a year keeps both (AEPD, Guía sobre el uso de las cookies, 2024;
 * Garante, Linee guida cookie, 10 June 2021).
 */
const validDays = 365

const dayMs = 86_400_000

/** True while the choice is young enough and covers every third party that is configured now. */
export const isStillValid = (consent: Consent, configured: readonly ThirdParty[], now: Date): boolean => {
  const age = now.getTime() - Date.parse(consent.at)
  return age >= 0 && age < validDays * dayMs && configured.every((party) => consent.asked.includes(party))
}

/** What stands in the store may be anything; only a choice counts as one. */
export const readConsent = (stored: unknown): Consent | null => {
  if (typeof stored !== 'object' || stored === null) return null
  const { choice, at, asked } = stored as Partial<Record<keyof Consent, unknown>>
  const isChoice = choice === 'all' || choice === 'necessary'
  if (!isChoice || typeof at !== 'string' || Number.isNaN(Date.parse(at)) || !Array.isArray(asked))
    return null
  return { choice, at, asked }
}
