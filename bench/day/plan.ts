import { type ActKind, actKinds, wavesOf } from './acts.ts'
import type { Wave } from './calls.ts'
import { type Dice, diceOf } from './dice.ts'

export interface PracticeSize {
  readonly practices: number
  readonly practitioners: number
  readonly receptionists: number
  readonly visitsAnHour: number
}

export interface PlanOptions extends PracticeSize {
  readonly minutes: number
  /** Minutes in which the practices open, one after the other; below zero they do so before anything is counted. */
  readonly opening: { readonly from: number; readonly until: number }
  readonly seed: number
  /** The visit that each practice begins with: of a second run others than of the first. */
  readonly firstTurn: number
}

/** Something that one person does, with all its moments. Times are in ms since counting began. */
export interface Act {
  readonly kind: ActKind
  readonly practice: number
  /** Practitioners come first, the owner at their head, then receptionists. */
  readonly person: number
  /** The number of the visit in its practice. */
  readonly turn: number
  readonly begins: number
  /** Each with the moment it is due. */
  readonly waves: readonly (Wave & { readonly due: number })[]
}

const minute = 60_000
/** People of one practice sign in within so long of each other, and begin to work so long after. */
const arrival = { within: 20_000, settled: 35_000 } as const

interface Bounds {
  readonly isFirst: boolean
  /** What comes later is not sent. */
  readonly until: number
}

const planAct = (act: Omit<Act, 'waves'>, dice: Dice, { isFirst, until }: Bounds): Act => ({
  ...act,
  waves: wavesOf(act.kind, dice, { turn: act.turn, isFirst })
    .map((wave) => ({ ...wave, due: act.begins + wave.after }))
    .filter(({ due }) => due < until),
})

/** Who is received comes after who is treated, who after who leaves. */
const ahead: Readonly<Record<ActKind, number>> = { 'sign-in': 0, receive: 2, write: 1, book: 0 }

/** Whose visit it is: they come to one after the other, and each is received and booked by one of the desk. */
const personOf = (kind: ActKind, turn: number, { practitioners, receptionists }: PracticeSize): number => {
  if (kind === 'write' || receptionists === 0) return turn % practitioners
  return practitioners + (turn % receptionists)
}

/** Parts of an interval, each once, in an order that the seed decides: visits spread evenly whatever their number is. */
const phasesOf = (count: number, dice: Dice): number[] => {
  const phases = Array.from({ length: count }, (_, index) => (index + dice.next()) / count)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(dice.next() * (last + 1))
    const [one, two] = [phases[last] ?? 0, phases[other] ?? 0]
    phases[last] = two
    phases[other] = one
  }
  return phases
}

const opensAt = ({ opening, practices }: PlanOptions, practice: number): number =>
  (opening.from + ((opening.until - opening.from) * practice) / practices) * minute

const signInsOf = (options: PlanOptions, practice: number): Act[] => {
  const dice = diceOf(options.seed, 'sign-in', practice)
  const { practitioners, receptionists, minutes } = options
  const bounds = { isFirst: true, until: minutes * minute }
  return Array.from({ length: practitioners + receptionists }, (_, person) => {
    const begins = opensAt(options, practice) + dice.between(0, arrival.within)
    return planAct({ kind: 'sign-in', practice, person, turn: 0, begins }, dice, bounds)
  })
}

/**
 * At the pace of the hour somebody comes, somebody is treated and somebody leaves, each at moments of their own: of
 * three visits that follow each other, so that a run of a quarter of an hour has as much of each as the hour.
 */
const visitsOf = (
  options: PlanOptions,
  practice: number,
  phases: Readonly<Record<ActKind, number[]>>,
): Act[] => {
  const interval = (60 * minute) / options.visitsAnHour
  const opened = opensAt(options, practice) + arrival.within + arrival.settled
  const until = options.minutes * minute
  return actKinds
    .filter((kind) => kind !== 'sign-in')
    .flatMap((kind) => {
      const dice = diceOf(options.seed, kind, practice)
      const first = opened + (phases[kind][practice] ?? 0) * interval
      const count = Math.max(0, Math.ceil((until - first) / interval))
      return Array.from({ length: count }, (_, index) => {
        const turn = options.firstTurn + index + ahead[kind]
        const person = personOf(kind, turn, options)
        const isFirst = index < options.practitioners
        const begins = first + index * interval
        return planAct({ kind, practice, person, turn, begins }, dice, { isFirst, until })
      })
    })
}

/** Every step of the run with its moment, before the first one is sent: nothing in it depends on how fast answers come. */
export const planDay = (options: PlanOptions): Act[] => {
  const phases = Object.fromEntries(
    actKinds.map((kind) => [kind, phasesOf(options.practices, diceOf(options.seed, kind, -1))]),
  ) as Record<ActKind, number[]>
  return Array.from({ length: options.practices }, (_, practice) => [
    ...signInsOf(options, practice),
    ...visitsOf(options, practice, phases),
  ])
    .flat()
    .toSorted((one, other) => one.begins - other.begins)
}
