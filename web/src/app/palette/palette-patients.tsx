import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PatientRow, patientEndpoints } from '@ulna/contract/patients/patients'
import type { Permission } from '@ulna/contract/permissions'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { obstacleFor } from '../../api/practice/use-permission.ts'
import { call } from '../../api/session/client.ts'
import { usePracticeSession, useSession } from '../../api/session/session.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { PlayIcon } from '../../ui/icons/record-icons.tsx'
import { CalendarIcon, PackagesIcon } from '../../ui/icons/shared-icons.tsx'
import { Avatar, colorOf, initialsOfPerson } from '../../ui/shell/Avatar.tsx'
import { paths } from '../paths.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** Of so many that are found by name the best ones are shown: the server sorts by the alphabet. */
const mostFound = 50

/** Milliseconds of quiet before a search is sent. */
const typingPause = 160

const useSettled = (text: string, atOnce: boolean): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (atOnce) {
      setSettled(text)
      return
    }
    const timer = window.setTimeout(() => setSettled(text), typingPause)
    return () => window.clearTimeout(timer)
  }, [text, atOnce])
  return settled
}

/** The patients of a text; `isAnswered` once they are those of the text as it is. `atOnce`: somebody waits for them. */
export const usePatientSearch = (text: string, atOnce: boolean) => {
  const { authPractice } = usePracticeSession()
  const asked = useSettled(text, atOnce)
  const search = useQuery({
    queryKey: ['patients', authPractice.id, 'palette', asked],
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    meta: { showsOwnErrors: true },
    queryFn: async ({ signal }): Promise<PatientRow[]> => {
      const input = { params: { name: asked }, query: { limit: mostFound }, signal, silent: true }
      return (await call(patientEndpoints.findByName, input)).payload
    },
  })
  const isSettled = search.isError || !(search.isPending || search.isPlaceholderData)
  const isAnswered = asked === text && (text === '' || isSettled)
  return { patients: text === '' ? [] : (search.data ?? []), isAnswered }
}

const isNumber = (text: string): boolean => text.replaceAll(/\D/g, '').length >= 4

/** A patient in the list. */
export interface PatientEntry extends PaletteEntry {
  readonly patient: PatientRow
}

/** What a patient is listed as. Who searches by a number sees the numbers. */
export const usePatientEntry = (query: string) => {
  const { t } = useTranslation('common')
  const dates = useDates()
  return (patient: PatientRow): PatientEntry => {
    const name = `${patient.firstName} ${patient.lastName}`
    const age = dates.age(patient.birthDate)
    const details = [
      age !== null && t('age', { count: age }),
      t('fileNumber', { fileId: patient.fileId }),
      patient.socialId,
      ...(isNumber(query) ? [patient.mobile, patient.phone] : []),
    ]
    return {
      patient,
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

interface PatientAction {
  readonly name: 'start' | 'book' | 'charge' | 'sell'
  readonly permission: Permission
  readonly icon: ReactNode
  readonly href: (patientId: number) => string
}

const patientActions: readonly PatientAction[] = [
  {
    name: 'start',
    permission: 'writeRecords',
    icon: <PlayIcon />,
    href: (id) => `${paths.patients}/${id}?write=followup`,
  },
  {
    name: 'book',
    permission: 'writeOwnAgenda',
    icon: <CalendarIcon />,
    href: (id) => `${paths.calendar}?new=true&patientId=${id}`,
  },
  {
    name: 'charge',
    permission: 'issueReceipts',
    icon: <PackagesIcon />,
    href: (id) => `${paths.patients}/${id}?charge=true`,
  },
  {
    name: 'sell',
    permission: 'writePackages',
    icon: <PackagesIcon />,
    href: (id) => `${paths.patients}/${id}?sell=true`,
  },
]

/** What the signed-in person may do with a patient who was found: the same for each. */
export const usePatientActions = () => {
  const { t } = useTranslation('palette')
  const session = useSession()
  const allowed = patientActions.filter(({ permission }) => obstacleFor(permission, session) === null)
  return (patient: PatientRow): PaletteEntry[] =>
    allowed.map(({ name, icon, href }) => ({ href: href(patient.id), label: t(`withPatient.${name}`), icon }))
}
