import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'

/** An appointment as the model has it. */
export interface Row {
  /** The id in the database; negative until it was seen there. */
  readonly id: number
  readonly series: number | null
  readonly on: string | null
  readonly start: number
  readonly end: number
  readonly status: string
  readonly detached: boolean
  readonly title: string | null
  /** Booked over others on purpose. */
  readonly over: boolean
  readonly version: number
}

export interface SeriesState {
  readonly rule: RepeatRule
  readonly until: string | null
  readonly minutes: number
  readonly length: number
  readonly first: string
  readonly takenOut: readonly string[]
}

export type Dated = Row & { readonly on: string }

/** On which clock, and what it shows. */
export interface Where {
  readonly zone: string
  readonly now: number
}

/** Everything an agenda holds, by what the rules say; nothing in it is ever changed in place. */
export interface World {
  readonly rows: readonly Row[]
  readonly series: ReadonlyMap<number, SeriesState>
}

export const emptyWorld: World = { rows: [], series: new Map() }

/** What a change replaced. */
export interface Undoable {
  readonly rows: readonly {
    readonly id: number
    readonly version: number | null
    readonly before: Row | null
  }[]
  readonly series: readonly {
    readonly key: number
    readonly before: SeriesState | null
    readonly now: string
  }[]
}

export interface Done {
  readonly status: number
  readonly world: World
  readonly total?: number
  readonly undo?: Undoable | undefined
  /** The appointment that is answered; negative for one that was made. */
  readonly answers?: number
}

export interface Times {
  readonly start: number
  readonly end: number
}

export const digestOf = (series: SeriesState | undefined): string =>
  series ? JSON.stringify(series) : 'gone'

/** Where it stands in the way of others. */
export const place = ({ start, end, status, over }: Row): string =>
  status === 'cancelled' ? 'nowhere' : `${start} ${end} ${over}`

const overlaps = (a: Row, b: Row): boolean =>
  a.id !== b.id && b.status !== 'cancelled' && a.start < b.end && b.start < a.end

/** Whether somebody is in the way of a row that came to where it is. */
export const isBlocked = (
  rows: readonly Row[],
  arrived: readonly Row[],
  isInTheWay: (row: Row) => boolean,
): boolean =>
  arrived
    .filter(({ status, over }) => status !== 'cancelled' && !over)
    .some((one) => rows.some((other) => isInTheWay(other) && overlaps(one, other)))

/** A series goes with its last appointment. */
export const withoutEmpty = ({ rows, series }: World): World => {
  const used = new Set(rows.map((row) => row.series))
  return { rows, series: new Map([...series].filter(([key]) => used.has(key))) }
}

const refusal = (world: World, status: number): Done => ({ status, world })

/** Everything stands as before, unless somebody changed it since or is where it stood. */
export const takeBack = (world: World, undo: Undoable): Done => {
  const present = new Map(world.rows.map((row) => [row.id, row]))
  const isStale =
    undo.series.some(({ key, now }) => digestOf(world.series.get(key)) !== now) ||
    undo.rows.some(({ id, version }) => (present.get(id)?.version ?? null) !== version)
  if (isStale) return refusal(world, 409)
  const back = undo.rows.flatMap(({ id, version, before }) => {
    if (!before) return []
    return [{ ...before, version: version === null ? before.version + 2 : version + 1, id }]
  })
  const ids = new Set(undo.rows.map(({ id }) => id))
  const rows = [...world.rows.filter(({ id }) => !ids.has(id)), ...back]
  const arrived = back.filter((row) => {
    const stands = present.get(row.id)
    return !stands || place(stands) !== place(row)
  })
  if (isBlocked(rows, arrived, ({ over }) => !over)) return refusal(world, 409)
  const series = new Map(world.series)
  for (const { key, before } of undo.series) {
    if (before) series.set(key, before)
    else series.delete(key)
  }
  return { status: 200, world: { rows, series } }
}
