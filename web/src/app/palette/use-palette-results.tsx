import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PatientRow, patientEndpoints } from '@ulna/contract/patients/patients'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/session/client.ts'
import { type Dates, useDates } from '../../i18n/dates/use-dates.ts'
import { ModulesIcon } from '../../ui/icons/other-icons.tsx'
import { PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { Avatar, colorOf, initialsOfPerson } from '../../ui/shell/Avatar.tsx'
import { navigationEntries } from '../Navigation.tsx'
import { paths } from '../paths.ts'
import { matchingEntries, type PaletteEntry, type PaletteGroup } from './palette-entries.ts'

/** Milliseconds of quiet before a search is sent. */
const typingPause = 160

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), typingPause)
    return () => window.clearTimeout(timer)
  }, [text])
  return settled
}

const usePatientSearch = (query: string) => {
  const name = useSettled(query.trim())
  return useQuery({
    queryKey: ['patients', 'palette', name],
    enabled: name !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<PatientRow[]> => {
      const input = { params: { name }, query: { limit: 6 }, signal, silent: true }
      return (await call(patientEndpoints.findByName, input)).payload
    },
  })
}

const usePatientEntry = (dates: Dates) => {
  const { t } = useTranslation('common')
  return (patient: PatientRow): PaletteEntry => {
    const name = `${patient.firstName} ${patient.lastName}`
    const age = dates.age(patient.birthDate)
    const details = [
      age !== null && t('age', { count: age }),
      t('fileNumber', { fileId: patient.fileId }),
      patient.socialId,
    ]
    return {
      href: paths.patient.replace('$patientId', String(patient.id)),
      label: name,
      detail: details.filter(Boolean).join(' · '),
      icon: (
        <Avatar
          name={name}
          initials={initialsOfPerson(patient)}
          color={colorOf(patient.id)}
          src={patient.profileImgData?.thumbUrl}
        />
      ),
    }
  }
}

/** What the palette shows for a query: patients from the server, actions and pages from here. */
export const usePaletteResults = (
  query: string,
): { groups: readonly PaletteGroup[]; isSearching: boolean } => {
  const { t } = useTranslation('common')
  const dates = useDates()
  const toEntry = usePatientEntry(dates)
  const search = usePatientSearch(query)
  const patients = query.trim() === '' ? [] : (search.data ?? []).map(toEntry)
  const actions: readonly PaletteEntry[] = [
    { href: `${paths.patients}?new=true`, label: t('palette.newPatient'), icon: <PlusIcon /> },
    { href: `${paths.calendar}?new=true`, label: t('palette.newAppointment'), icon: <PlusIcon /> },
  ]
  const pages = navigationEntries.map(({ to, label, Icon }) => ({
    href: to,
    label: t(label),
    icon: <Icon />,
  }))
  const modules: PaletteEntry = { href: '/app/modules', label: t('titles.modules'), icon: <ModulesIcon /> }
  const groups = [
    { title: t('palette.patients'), entries: patients },
    { title: t('palette.actions'), entries: matchingEntries(actions, query) },
    { title: t('palette.pages'), entries: matchingEntries([...pages, modules], query) },
  ]
  return { groups: groups.filter((group) => group.entries.length > 0), isSearching: search.isFetching }
}
