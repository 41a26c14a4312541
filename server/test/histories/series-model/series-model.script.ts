import type { RepeatRule, SeriesScope } from '@ulna/contract/appointments/appointments.series'
import * as fc from 'fast-check'

export type End = { readonly count: number } | { readonly days: number } | { readonly open: true }

interface RuleWish {
  readonly rule: RepeatRule
  readonly end: End
}

/** One thing somebody does; `pick` chooses among what is there. */
export type Step =
  | {
      readonly do: 'book'
      readonly day: number
      readonly clock: number
      readonly minutes: number
      readonly over: boolean
      readonly repeat: RuleWish | null
    }
  | { readonly do: 'move'; readonly pick: number; readonly shift: Shift }
  | { readonly do: 'status'; readonly pick: number; readonly status: string }
  | {
      readonly do: 'times'
      readonly pick: number
      readonly scope: SeriesScope
      readonly shift: Shift
      readonly title: string | null
    }
  | {
      readonly do: 'rule'
      readonly pick: number
      readonly scope: SeriesScope
      readonly repeat: RuleWish
      readonly shift: Shift | null
    }
  | {
      readonly do: 'until'
      readonly pick: number
      readonly scope: SeriesScope
      readonly days: number | null
      readonly shift: Shift | null
    }
  | { readonly do: 'stop'; readonly pick: number; readonly shift: Shift | null }
  | { readonly do: 'text'; readonly pick: number; readonly scope: SeriesScope; readonly title: string }
  | { readonly do: 'cancel'; readonly pick: number; readonly scope: SeriesScope; readonly status: string }
  | { readonly do: 'deleteOne'; readonly pick: number; readonly first: boolean }
  | { readonly do: 'delete'; readonly pick: number; readonly scope: SeriesScope }
  | { readonly do: 'undo'; readonly back: number }

export interface Shift {
  readonly days: number
  /** Minutes since midnight; null leaves the time of day. */
  readonly clock: number | null
  /** Null leaves the length. */
  readonly minutes: number | null
}

const clock = fc.constantFrom(540, 600, 630, 720, 990, 1005, 1410, 150, 15, 60)
const minutes = fc.constantFrom(30, 45, 60, 90, 600)
const pick = fc.nat({ max: 1000 })
const scope = fc.constantFrom<SeriesScope>('all', 'following')
const title = fc.constantFrom('Control', 'Grupo', 'Espalda')
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 })
const position = fc.constantFrom(-1, 1, 2, 3, 4, 5)

const shift: fc.Arbitrary<Shift> = fc.record({
  days: fc.oneof(fc.constant(0), fc.integer({ min: -4, max: 9 })),
  clock: fc.option(clock),
  minutes: fc.option(minutes),
})

const ends = (days: number, most: number): fc.Arbitrary<End> =>
  fc.oneof(
    fc.record({ count: fc.integer({ min: 1, max: most }) }),
    fc.record({ days: fc.integer({ min: -1, max: days }) }),
  )

const rule = (given: Omit<RepeatRule, 'repeat'>): RepeatRule => ({ repeat: true, ...given })
const sparse = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== null)) as T

const daily = fc.record({
  rule: fc
    .record({ interval: fc.integer({ min: 1, max: 3 }), byWeekday: fc.option(weekdays, { freq: 4 }) })
    .map((given) => rule({ freq: 'day', ...sparse(given) } as never)),
  end: ends(16, 10),
})
const weekly = fc.record({
  rule: fc
    .record({ interval: fc.integer({ min: 1, max: 3 }), byWeekday: fc.option(weekdays, { freq: 2 }) })
    .map((given) => rule({ freq: 'week', ...sparse(given) } as never)),
  end: ends(70, 10),
})
const monthly = fc.record({
  rule: fc.oneof(
    fc.integer({ min: 1, max: 3 }).map((interval) => rule({ freq: 'month', interval })),
    fc
      .record({
        interval: fc.integer({ min: 1, max: 2 }),
        byWeekday: weekdays,
        bySetPos: fc.option(position, { freq: 5 }),
      })
      .map((given) => rule({ freq: 'month', ...sparse(given) } as never)),
  ),
  end: ends(300, 8),
})
const yearly = fc.record({
  rule: fc.oneof(
    fc.integer({ min: 1, max: 2 }).map((interval) => rule({ freq: 'year', interval })),
    fc
      .record({ byWeekday: weekdays, bySetPos: position })
      .map((given) => rule({ freq: 'year', interval: 1, ...given })),
  ),
  end: fc.oneof(ends(1200, 4), fc.constant<End>({ open: true })),
})

const repeat: fc.Arbitrary<RuleWish> = fc.oneof(
  { arbitrary: daily, weight: 3 },
  { arbitrary: weekly, weight: 4 },
  { arbitrary: monthly, weight: 2 },
  { arbitrary: yearly, weight: 1 },
)

const named = { pick, scope }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('book' as const),
      day: fc.integer({ min: -12, max: 20 }),
      clock,
      minutes,
      over: fc.nat({ max: 3 }).map((one) => one === 0),
      repeat: fc.option(repeat, { freq: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), pick, shift }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      pick,
      status: fc.constantFrom('cancelled', 'booked', 'arrived', 'no_show'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('times' as const), ...named, shift, title: fc.option(title) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      ...named,
      repeat,
      shift: fc.option(shift, { freq: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('until' as const),
      ...named,
      days: fc.option(fc.integer({ min: -3, max: 40 }), { freq: 6 }),
      shift: fc.option(shift, { freq: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('stop' as const), pick, shift: fc.option(shift, { freq: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('text' as const), ...named, title }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      ...named,
      status: fc.constantFrom('cancelled', 'booked'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deleteOne' as const), pick, first: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), ...named }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.constantFrom(0, 0, 0, 1, 2) }),
  },
)

export interface Script {
  readonly zone: string
  /** Whether it begins about today or about a change of the clock. */
  readonly about: 'today' | 'switch'
  readonly steps: readonly Step[]
}

const zones = [
  'Europe/Madrid',
  'Europe/Rome',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'America/Bogota',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
]

/** What somebody does to an agenda in the course of a while. */
export const scriptOf = (length: number): fc.Arbitrary<Script> =>
  fc.record({
    zone: fc.constantFrom(...zones),
    about: fc.constantFrom('today' as const, 'switch' as const),
    steps: fc.array(step, { minLength: length, maxLength: length, size: 'max' }),
  })
