import type { PatientRow } from '@ulna/contract/patients/patients'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  bestEntries,
  bestEntry,
  matchingEntries,
  type PaletteEntry,
  type PaletteGroup,
} from './palette-entries.ts'
import { usePatientActions, usePatientEntry, usePatientSearch } from './palette-patients.tsx'
import { usePalettePlaces } from './palette-places.tsx'

/** Whom the actions are about: the patient who is chosen, and while an action is, who was chosen before. */
const useActingPatient = (
  patients: readonly PatientRow[],
  chosen: PatientRow | undefined,
): PatientRow | undefined => {
  const [lastId, setLastId] = useState<number>()
  if (chosen && chosen.id !== lastId) setLastId(chosen.id)
  return chosen ?? patients.find(({ id }) => id === lastId) ?? patients[0]
}

/** So many patients are listed. */
const mostListed = 6

interface PaletteResult {
  readonly groups: readonly PaletteGroup[]
  readonly entries: readonly PaletteEntry[]
  /** The entry that is chosen, by its place among all of them. */
  readonly current: number
  /** Where the entry stands that the text means. */
  readonly best: number
  /** All of it is about the text as it stands. */
  readonly isAnswered: boolean
}

/**
 * What the palette shows for a text: patients from the server, what can be done with one of them, actions and pages.
 * Chosen is the entry so many steps from the one that the text means. `atOnce`: somebody waits for the answer.
 */
export const usePaletteResults = (query: string, steps: number, atOnce: boolean): PaletteResult => {
  const { t } = useTranslation('palette')
  const toEntry = usePatientEntry(query)
  const actionsWith = usePatientActions()
  const search = usePatientSearch(query.trim(), atOnce)
  const { actions, pages, agendas } = usePalettePlaces()

  const found = bestEntries(search.patients.map(toEntry), query, mostListed)
  const patients = found.map(({ patient }) => patient)
  const matching = {
    actions: matchingEntries(actions, query),
    pages: matchingEntries(query.trim() === '' ? pages : [...pages, ...agendas], query),
  }
  const withPatient = patients[0] ? actionsWith(patients[0]).length : 0
  const meant = bestEntry([...found, ...matching.actions, ...matching.pages], query)
  const best = meant < found.length ? meant : meant + withPatient
  const count = found.length + withPatient + matching.actions.length + matching.pages.length
  const current = count === 0 ? 0 : (((best + steps) % count) + count) % count
  const acting = useActingPatient(patients, patients[current])

  const groups: readonly PaletteGroup[] = [
    { title: t('groups.patients'), entries: found },
    {
      title: t('groups.withPatient', { name: acting?.firstName ?? '' }),
      entries: acting ? actionsWith(acting) : [],
    },
    { title: t('groups.actions'), entries: matching.actions },
    { title: t('groups.pages'), entries: matching.pages },
  ].filter((group) => group.entries.length > 0)
  return {
    groups,
    entries: groups.flatMap((group) => group.entries),
    current,
    best,
    isAnswered: search.isAnswered,
  }
}
