import type { RepeatRule, SeriesScope } from '@ulna/contract/appointments/appointments.series'
import { shownAt } from './series-model.clock.ts'
import { daysGiven } from './series-model.days.ts'
import { type Plan, planChange, planStop, timesOn } from './series-model.plan.ts'
import {
  type Dated,
  type Done,
  digestOf,
  isBlocked,
  place,
  type Row,
  type SeriesState,
  type Times,
  type World,
  withoutEmpty,
} from './series-model.world.ts'

export interface ChangeInput {
  readonly scope: SeriesScope
  readonly times?: Times | undefined
  readonly rule?: RepeatRule | undefined
  readonly until?: string | null | undefined
  readonly stops?: boolean
  readonly title?: string | undefined
  readonly status?: string | undefined
}

export interface SeriesWish {
  readonly rule: RepeatRule
  readonly until: string | null
  readonly over: boolean
}

type InSeries = Dated & { readonly series: number }

interface PlannedChange {
  /** The world in which the named appointment is of a series already. */
  readonly from: World
  readonly named: InSeries
  readonly plan: Plan
}

/** The agenda of one practitioner and the rules of changing it (product-decisions.md §9), apart from the server's code. */
export class SeriesModel {
  private lastKey = 0
  private readonly zone: string

  constructor(zone: string) {
    this.zone = zone
  }

  private nextKey(): number {
    this.lastKey -= 1
    return this.lastKey
  }

  private refused(world: World, status: number): Done {
    return { status, world }
  }

  private newRow(times: Times, given: Partial<Row> = {}): Row {
    return {
      id: this.nextKey(),
      series: null,
      on: null,
      status: 'booked',
      detached: false,
      title: null,
      over: false,
      version: 1,
      ...times,
      ...given,
    }
  }

  private seriesOf(times: Times, rule: RepeatRule, until: string | null): SeriesState {
    const { day, minutes } = shownAt(times.start, this.zone)
    return { rule, until, minutes, length: times.end - times.start, first: day, takenOut: [] }
  }

  book(world: World, times: Times, over: boolean): Done {
    const row = this.newRow(times, { over })
    const rows = [...world.rows, row]
    if (isBlocked(rows, [row], () => true)) return this.refused(world, 409)
    return { status: 201, world: { ...world, rows }, total: 1, answers: row.id }
  }

  bookSeries(world: World, times: Times, { rule, until, over }: SeriesWish): Done {
    const series = this.seriesOf(times, rule, until)
    const { days, cut } = daysGiven(rule, series.first, until)
    const isOpen = rule.count === undefined && until === null
    if (days.length === 0 || (cut && !isOpen)) return this.refused(world, 400)
    const key = this.nextKey()
    const made = days.map((on) => this.newRow(timesOn(series, on, this.zone), { series: key, on, over }))
    const rows = [...world.rows, ...made]
    const blocked = made.some((row) => isBlocked([...world.rows, ...made], [row], () => true))
    if (blocked) return this.refused(world, 409)
    return {
      status: 201,
      world: { rows, series: new Map([...world.series, [key, series]]) },
      total: made.length,
      answers: made[0]?.id ?? 0,
      undo: {
        rows: made.map(({ id }) => ({ id, version: 1, before: null })),
        series: [{ key, before: null, now: digestOf(series) }],
      },
    }
  }

  /** One appointment alone; one of a series that leaves its time is detached, and no longer when it comes back. */
  update(world: World, named: Row, wish: Partial<Times> & { status?: string; title?: string }): Done {
    const after = { ...named, ...wish, version: named.version + 1 }
    const series = named.series === null ? undefined : world.series.get(named.series)
    const isMoved = after.start !== named.start || after.end !== named.end
    const usual = series && named.on !== null ? timesOn(series, named.on, this.zone) : undefined
    const detached =
      isMoved && usual ? after.start !== usual.start || after.end !== usual.end : named.detached
    const row = { ...after, detached }
    const rows = world.rows.map((one) => (one.id === named.id ? row : one))
    if (place(row) !== place(named) && isBlocked(rows, [row], () => true)) return this.refused(world, 409)
    return { status: 200, world: { ...world, rows }, answers: named.id }
  }

  change(world: World, named: Row, input: ChangeInput, now: number): Done {
    if (named.series === null && (input.rule === undefined || input.stops)) {
      const { times, title, status } = input
      return this.update(world, named, {
        ...times,
        ...(title === undefined ? {} : { title }),
        ...(status === undefined ? {} : { status }),
      })
    }
    const [from, dated] = named.series === null ? this.begin(world, named, input) : [world, named as InSeries]
    const series = from.series.get(dated.series) as SeriesState
    const rows = this.occurrences(from, dated.series)
    const scope = input.stops ? 'following' : input.scope
    const covered = scope === 'all' ? rows : rows.filter(({ on }) => on >= dated.on)
    const context = { zone: this.zone, now }
    const plan = input.stops
      ? planStop(series, { covered, named: dated, times: input.times, world: context })
      : planChange(series, { rows, named: dated, wish: { ...input, scope }, world: context })
    const isOpen = plan.series.rule.count === undefined && plan.series.until === null
    if (plan.cut && !isOpen) return this.refused(world, 400)
    if (plan.rows.length + plan.made.length === 0) return this.refused(world, 400)
    return this.carryOut(world, { from, named: dated, plan }, input, now)
  }

  /** A single appointment becomes the one occurrence of a series. */
  private begin(world: World, named: Row, { rule }: ChangeInput): [World, InSeries] {
    const key = this.nextKey()
    const counted = { ...(rule as RepeatRule), count: 1 }
    const series = this.seriesOf(named, counted, null)
    const dated = { ...named, series: key, on: series.first, detached: false }
    const rows = world.rows.map((row) => (row.id === named.id ? dated : row))
    return [{ rows, series: new Map([...world.series, [key, series]]) }, dated]
  }

  private occurrences(world: World, key: number): InSeries[] {
    return (world.rows.filter((row) => row.series === key) as InSeries[]).sort((a, b) =>
      a.on < b.on ? -1 : 1,
    )
  }

  private carryOut(
    world: World,
    { from, named, plan }: PlannedChange,
    input: ChangeInput,
    now: number,
  ): Done {
    const key = plan.rest ? this.nextKey() : named.series
    const old = new Map(from.rows.map((row) => [row.id, row]))
    const stood = new Map(world.rows.map((row) => [row.id, row]))
    const content = (row: Row): Row => {
      const before = old.get(row.id) as Row
      const isToCome = before.start >= now && (row.id === named.id || before.status === 'booked')
      const status = isToCome && input.status !== undefined ? input.status : row.status
      const goes = plan.rest === null || plan.leaving.has(row.id)
      return { ...row, status, title: input.title ?? row.title, series: goes ? key : row.series }
    }
    const became = plan.rows.map(content)
    const isOther = (row: Row): boolean =>
      JSON.stringify({ ...old.get(row.id), series: 0 }) !== JSON.stringify({ ...row, series: 0 })
    const isTouched = (row: Row): boolean => isOther(row) || stood.get(row.id)?.series !== row.series
    const kept = became.map((row) => (isTouched(row) ? { ...row, version: row.version + 1 } : row))
    const { title } = { title: input.title ?? named.title }
    const made = plan.made.map(({ on, start, end }) =>
      this.newRow({ start, end }, { series: key, on, title }),
    )
    const gone = new Set(plan.removed.map(({ id }) => id))
    const next = new Map([...kept, ...made].map((row) => [row.id, row]))
    const others = from.rows.filter(({ id }) => !gone.has(id)).map((row) => next.get(row.id) ?? row)
    const rows = [...others, ...made]
    const arrived = [...made, ...kept.filter((row) => place(row) !== place(old.get(row.id) as Row))]
    // Those that are booked over others on purpose and move along are in nobody's way.
    const along = new Set(arrived.filter(({ over }) => over).map(({ id }) => id))
    if (isBlocked(rows, arrived, ({ id }) => !along.has(id))) return this.refused(world, 409)
    const series = new Map([...from.series, [key, plan.series]])
    if (plan.rest) series.set(named.series, plan.rest)
    const after = withoutEmpty({ rows, series })
    const touched = kept.filter(isTouched)
    return {
      status: 200,
      world: after,
      total: became.filter(isOther).length + made.length + gone.size,
      answers: gone.has(named.id) ? ([...kept, ...made][0]?.id ?? 0) : named.id,
      undo: {
        rows: [
          ...touched.map((row) => ({ id: row.id, version: row.version, before: stood.get(row.id) as Row })),
          ...plan.removed.map((row) => ({ id: row.id, version: null, before: stood.get(row.id) as Row })),
          ...made.map((row) => ({ id: row.id, version: 1, before: null })),
        ],
        series: [...new Set([named.series, key])].map((one) => ({
          key: one,
          before: world.series.get(one) ?? null,
          now: digestOf(after.series.get(one)),
        })),
      },
    }
  }

  deleteOne(world: World, named: Row): Done {
    const rows = world.rows.filter(({ id }) => id !== named.id)
    const series = new Map(world.series)
    const own = named.series === null ? undefined : series.get(named.series)
    if (own && named.series !== null && named.on !== null)
      series.set(named.series, { ...own, takenOut: [...own.takenOut, named.on] })
    return { status: 200, world: withoutEmpty({ rows, series }), answers: named.id }
  }

  deleteSeries(world: World, named: Row, scope: SeriesScope, now: number): Done {
    if (named.series === null) return { ...this.deleteOne(world, named), total: 1 }
    const all = this.occurrences(world, named.series)
    const own = world.series.get(named.series) as SeriesState
    const gone = all.filter(
      ({ id, on, start, status }) =>
        (scope === 'all' || on >= (named.on ?? '')) &&
        (start >= now || id === named.id) &&
        !['arrived', 'attended', 'no_show'].includes(status),
    )
    const last = all.filter((row) => !gone.includes(row)).at(-1)
    const { count: _, ...rule } = own.rule
    const days = gone.map(({ on }) => on).filter((on) => last && on < last.on)
    const ended = { ...own, rule, until: last?.on ?? null, takenOut: [...own.takenOut, ...days] }
    const rows = world.rows.filter((row) => !gone.includes(row as InSeries))
    const after = withoutEmpty({ rows, series: new Map([...world.series, [named.series, ended]]) })
    return {
      status: 200,
      world: after,
      total: gone.length,
      answers: named.id,
      undo: {
        rows: gone.map((row) => ({ id: row.id, version: null, before: row })),
        series: [{ key: named.series, before: own, now: digestOf(after.series.get(named.series)) }],
      },
    }
  }
}
