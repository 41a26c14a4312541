/** A visit that looks for its place in an agenda. Instants in milliseconds since 1970. */
export interface Visit {
  readonly row: number
  /** Whose agenda: the id of a practitioner, or a name of nobody here. */
  readonly agenda: string
  readonly start: number
  readonly end: number
}

/** A visit that stands in an agenda already. */
export interface Standing {
  readonly id: number
  readonly agenda: string
  readonly lane: number
  readonly start: number
  readonly end: number
}

/** Where a visit goes, or what it clashes with in all of its agenda's lanes. */
export type Place =
  | { readonly row: number; readonly lane: number }
  | { readonly row: number; readonly clash: { readonly row: number } | { readonly id: number } }

interface Lane {
  readonly standing: readonly Standing[]
  /** The first that may still be in the way: those before it have ended. */
  next: number
  /** The one of the file that was placed here last. */
  last: Visit | null
}

const inTheWay = (lane: Lane, visit: Visit): { readonly row: number } | { readonly id: number } | null => {
  while ((lane.standing[lane.next]?.end ?? Number.POSITIVE_INFINITY) <= visit.start) lane.next += 1
  const standing = lane.standing[lane.next]
  if (standing && standing.start < visit.end) return { id: standing.id }
  return lane.last && lane.last.end > visit.start ? { row: lane.last.row } : null
}

const lanesOf = (standing: readonly Standing[], capacity: number): Lane[] =>
  Array.from({ length: capacity }, (_, index) => ({
    standing: standing.filter(({ lane }) => lane === index + 1),
    next: 0,
    last: null,
  }))

const placeOne = (lanes: readonly Lane[], visit: Visit): Place => {
  let first: { readonly row: number } | { readonly id: number } | null = null
  for (const [index, lane] of lanes.entries()) {
    const clash = inTheWay(lane, visit)
    if (clash === null) {
      lane.last = visit
      return { row: visit.row, lane: index + 1 }
    }
    first ??= clash
  }
  return { row: visit.row, clash: first ?? { row: visit.row } }
}

/**
 * Gives the visits of a file a lane of their agenda each, what stands there already first. `visits` and `standing` are in
 * the order of their starts; an agenda without a capacity sees one at a time.
 */
export const placeVisits = (
  visits: readonly Visit[],
  standing: readonly Standing[],
  capacities: ReadonlyMap<string, number>,
): Place[] => {
  const ofAgenda = Map.groupBy(standing, ({ agenda }) => agenda)
  const lanes = new Map<string, Lane[]>()
  return visits.map((visit) => {
    const { agenda } = visit
    const own = lanes.get(agenda) ?? lanesOf(ofAgenda.get(agenda) ?? [], capacities.get(agenda) ?? 1)
    lanes.set(agenda, own)
    return placeOne(own, visit)
  })
}
