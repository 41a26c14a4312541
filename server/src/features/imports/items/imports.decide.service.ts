import type { Tx } from '../../../platform/database/database.ts'
import {
  agendaRooms,
  type StandingVisit,
  standingVisits,
} from '../../appointments/brought/appointments.brought.service.ts'
import { lastRow } from '../imports.rows.repository.ts'
import { findPatients, type ItemsKey, markKnown } from './imports.items.repository.ts'
import { markKnownPackages } from './imports.packages.repository.ts'
import { findVisits, type Outcome, writeOutcomes } from './imports.places.repository.ts'
import { type Place, placeVisits, type Visit } from './imports.places.ts'

const wholeLane = 1

/** What a visit clashes with, as it is told: a row of the file, or a visit of the agenda with its time and patient. */
const remarkOf = (
  clash: Extract<Place, { clash: unknown }>['clash'],
  standing: ReadonlyMap<number, StandingVisit>,
): Outcome['remark'] => {
  if ('row' in clash) return { key: 'clash_row', params: { row: clash.row } }
  const visit = standing.get(clash.id)
  return {
    key: 'clash_appointment',
    params: { start: new Date(visit?.start ?? 0).toISOString(), name: visit?.name ?? '' },
  }
}

/** What is past is kept and marked where it stands over another; what is to come and finds no room is not brought. */
const outcomeOf = (
  place: Place,
  visit: Visit,
  now: number,
  standing: ReadonlyMap<number, StandingVisit>,
): Outcome | null => {
  const { row } = place
  if ('lane' in place)
    return place.lane === wholeLane
      ? null
      : { row, lane: place.lane, overlaps: false, isClash: false, remark: null }
  const isClash = visit.start > now
  return {
    ...{ row, lane: wholeLane, overlaps: !isClash, isClash },
    remark: isClash ? remarkOf(place.clash, standing) : { key: 'overlap', params: {} },
  }
}

/** Finds a place for every visit of a file in the agendas as they are now. */
const placeAll = async (tx: Tx, key: ItemsKey, last: number, now: number): Promise<void> => {
  const visits = await findVisits(tx, key, last)
  const [first] = visits
  if (!first) return writeOutcomes(tx, key, [])
  const until = visits.reduce((latest, { end }) => Math.max(latest, end), 0)
  const standing = await standingVisits(tx, key.practiceId, { start: first.start, end: until })
  const places = placeVisits(
    visits,
    standing.map(({ doctorId, ...visit }) => ({ ...visit, agenda: String(doctorId) })),
    await agendaRooms(tx, key.practiceId),
  )
  const byId = new Map(standing.map((visit) => [visit.id, visit]))
  const outcomes = places.flatMap((place, index) => {
    const visit = visits[index]
    const outcome = visit && outcomeOf(place, visit, now, byId)
    return outcome ? [outcome] : []
  })
  await writeOutcomes(tx, key, outcomes)
}

/** Decides what becomes of every row that could be read, by what the practice has now. */
export const decideItems = async (tx: Tx, key: ItemsKey, now: number): Promise<void> => {
  const last = await lastRow(tx, key)
  await findPatients(tx, key, last)
  await markKnown(tx, key, last)
  if (key.kind === 'packages') await markKnownPackages(tx, key)
  if (key.kind === 'appointments') await placeAll(tx, key, last, now)
}
