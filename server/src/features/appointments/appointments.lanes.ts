import type { Day } from './appointments.recurrence.ts'

/** A stretch of time in milliseconds since 1970; the end is not part of it. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** An appointment in a practitioner's agenda. One booked over others on purpose holds no lane. */
export interface Booked extends Stretch {
  readonly id: number
  readonly lane: number | null
}

/** An appointment that looks for room. */
export interface Seat extends Stretch {
  /** Unique among those that are placed together. */
  readonly key: number
  /** The appointment that comes here, where there is one already. */
  readonly id?: number | null
  readonly doctorId: number
  /** The day its series gives, where it has one. */
  readonly on: Day | null
}

export interface Wanted<K> extends Stretch {
  readonly key: K
}

export interface Placing<K> {
  readonly lanes: ReadonlyMap<K, number>
  /** Appointments that change their lane to make room; nobody sees lanes. */
  readonly relaned: ReadonlyMap<number, number>
  /** What found no room, and which appointments are in the way. */
  readonly clashes: ReadonlyMap<K, readonly number[]>
  /** Which of the other wanted ones are in the way of those. */
  readonly among: ReadonlyMap<K, readonly K[]>
}

export const overlaps = (a: Stretch, b: Stretch): boolean => a.start < b.end && b.start < a.end

/** The most stretches that hold at one moment of a stretch. */
const depthWithin = (stretch: Stretch, others: readonly Stretch[]): number => {
  const moments = [stretch.start, ...others.map(({ start }) => Math.max(start, stretch.start))]
  return Math.max(
    ...moments.map((moment) => others.filter(({ start, end }) => start <= moment && moment < end).length),
  )
}

/** Something that holds a lane: a booked appointment, or a wanted one that was placed. */
interface Held<K> extends Stretch {
  lane: number
  readonly booked: number | null
  readonly key: K | null
}

const lowestFree = (taken: readonly number[], capacity: number): number | undefined => {
  const used = new Set(taken)
  return Array.from({ length: capacity }, (_, index) => index + 1).find((lane) => !used.has(lane))
}

const touching = <T extends Stretch>(stretch: Stretch, others: readonly T[]): T[] =>
  others.filter((other) => overlaps(stretch, other))

/** Everything that hangs together with a stretch through overlaps. */
const clusterOf = <T extends Stretch>(stretch: Stretch, held: readonly T[]): T[] => {
  const cluster: T[] = []
  let rest = [...held]
  let border: Stretch[] = [stretch]
  while (border.length > 0) {
    const reached = rest.filter((one) => border.some((other) => overlaps(one, other)))
    rest = rest.filter((one) => !reached.includes(one))
    cluster.push(...reached)
    border = reached
  }
  return cluster
}

/**
 * Lanes given anew in the order of the starts: as many as hold at one moment, and no more (interval partitioning). Where
 * more were booked before the capacity was lowered, those are more than it: each still needs a lane of its own.
 */
const spread = <K>(cluster: readonly Held<K>[]): void => {
  const placed: Held<K>[] = []
  for (const one of [...cluster].sort((a, b) => a.start - b.start)) {
    const taken = touching(one, placed).map(({ lane }) => lane)
    one.lane = lowestFree(taken, taken.length + 1) ?? 1
    placed.push(one)
  }
}

const heldBy = <K>(booked: readonly Booked[]): Held<K>[] =>
  booked.flatMap(({ id, start, end, lane }) =>
    lane === null ? [] : [{ start, end, lane, booked: id, key: null }],
  )

/**
 * Room for appointments in the agenda of a practitioner who sees `capacity` patients at once. What is booked stays; when
 * every lane has something in it although there is room, lanes are given anew. Wanted ones make room for each other in
 * their order.
 */
export const placeInLanes = <K>(
  booked: readonly Booked[],
  wanted: readonly Wanted<K>[],
  capacity: number,
): Placing<K> => {
  const clashes = new Map<K, readonly number[]>()
  const among = new Map<K, readonly K[]>()
  const held = heldBy<K>(booked)
  const placed: (Held<K> & { readonly key: K })[] = []
  for (const { key, start, end } of wanted) {
    const one = { key, start, end, lane: 1, booked: null }
    const inTheWay = touching(one, booked)
    const siblings = touching(one, placed)
    const beside = [...inTheWay, ...siblings]
    if (beside.length > 0 && depthWithin(one, beside) >= capacity) {
      clashes.set(
        key,
        inTheWay.map(({ id }) => id),
      )
      among.set(
        key,
        siblings.map((sibling) => sibling.key),
      )
      continue
    }
    const taken = touching(one, held).map(({ lane }) => lane)
    const free = lowestFree(taken, capacity)
    one.lane = free ?? 1
    held.push(one)
    placed.push(one)
    if (free === undefined) spread(clusterOf(one, held))
  }
  const before = new Map(booked.map(({ id, lane }) => [id, lane]))
  return {
    clashes,
    among,
    lanes: new Map(placed.map(({ key, lane }) => [key, lane])),
    relaned: new Map(
      held.flatMap((one): [number, number][] =>
        one.booked !== null && before.get(one.booked) !== one.lane ? [[one.booked, one.lane]] : [],
      ),
    ),
  }
}
