import { type Timed, withInPlace } from './appointment-months.ts'

interface Versioned extends Timed {
  version: number
}

/**
 * The appointments of a month after those of `ids` were read again, as `changed`: in their places by start, or gone. What
 * this page has seen a newer version of meanwhile stays as it is.
 */
export const withChanged = <E extends Versioned>(
  appointments: readonly E[],
  ids: readonly number[],
  changed: readonly E[],
): E[] => {
  const asked = new Set(ids)
  const held = new Map(appointments.filter(({ id }) => asked.has(id)).map((one) => [one.id, one]))
  const newest = changed.map((one) => {
    const before = held.get(one.id)
    return before && before.version > one.version ? before : one
  })
  const others = appointments.filter(({ id }) => !asked.has(id))
  return newest.reduce<E[]>(withInPlace, others)
}
