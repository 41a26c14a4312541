import { useQuery } from '@tanstack/react-query'
import type { Permission } from '@ulna/contract/permissions'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { obstacleFor } from '../../api/practice/use-permission.ts'
import { usePracticeSession, useSession } from '../../api/session/session.ts'
import { bookablePractitionersQuery } from '../../features/appointments/parts/appointments.practitioners.query.ts'
import { settingsSections } from '../../pages/app/settings/settings-sections.ts'
import { PersonIcon } from '../../ui/icons/other-icons.tsx'
import { CalendarIcon, PackagesIcon, PatientsIcon, PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { SettingsIcon, TodayIcon } from '../../ui/icons/shell-icons.tsx'
import { paths } from '../paths.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** Something with an address; everybody may use it where no permission is named. */
interface Place {
  readonly name: string
  readonly href: string
  readonly icon: ReactNode
  readonly permission?: Permission | undefined
}

const plus = <PlusIcon />

const actions: readonly Place[] = [
  { name: 'newAppointment', href: `${paths.calendar}?new=true`, icon: plus, permission: 'writeOwnAgenda' },
  { name: 'newPatient', href: `${paths.patients}?new=true`, icon: plus, permission: 'writePatients' },
  {
    name: 'findTime',
    href: `${paths.calendar}?open=find`,
    icon: <CalendarIcon />,
    permission: 'writeOwnAgenda',
  },
  {
    name: 'schedules',
    href: `${paths.calendar}?open=schedules`,
    icon: <CalendarIcon />,
    permission: 'writeOwnAgenda',
  },
  {
    name: 'waitList',
    href: `${paths.calendar}?open=waitList`,
    icon: <PatientsIcon />,
    permission: 'writeWaitList',
  },
  { name: 'daySheet', href: `${paths.dashboard}?sheet=true`, icon: <TodayIcon /> },
  {
    name: 'sell',
    href: `${paths.packages}?new=true`,
    icon: <PackagesIcon />,
    permission: 'writePackages',
  },
  {
    name: 'issue',
    href: `${paths.receipts}?new=true`,
    icon: <PackagesIcon />,
    permission: 'issueReceipts',
  },
  {
    name: 'invite',
    href: `${paths.settings}/members?new=true`,
    icon: <PersonIcon />,
    permission: 'manageMembers',
  },
  { name: 'newForm', href: '/app/modules/editor', icon: plus, permission: 'manageModules' },
]

const pages: readonly Place[] = [
  { name: 'dashboard', href: paths.dashboard, icon: <TodayIcon /> },
  { name: 'calendar', href: paths.calendar, icon: <CalendarIcon />, permission: 'readAgendas' },
  { name: 'patients', href: paths.patients, icon: <PatientsIcon />, permission: 'readPatients' },
  { name: 'packages', href: paths.packages, icon: <PackagesIcon />, permission: 'readPackages' },
  { name: 'receipts', href: paths.receipts, icon: <PackagesIcon />, permission: 'readReceipts' },
  { name: 'settings', href: paths.settings, icon: <SettingsIcon /> },
  ...settingsSections.map(({ name, to, Icon, permission }) => ({
    name,
    href: to,
    icon: <Icon />,
    permission,
  })),
]

/** The actions and pages of the app that the signed-in person may use, with the agendas of the practitioners. */
export const usePalettePlaces = () => {
  const { t } = useTranslation(['palette', 'common'])
  const session = useSession()
  const { authPractice } = usePracticeSession()
  const { data: practitioners = [] } = useQuery(bookablePractitionersQuery(authPractice.id))

  const allowed = (places: readonly Place[]): Place[] =>
    places.filter(({ permission }) => permission === undefined || obstacleFor(permission, session) === null)
  const actionEntries = allowed(actions).map(
    ({ name, href, icon }): PaletteEntry => ({
      href,
      icon,
      label: t(`actions.${name}.label`),
      words: t(`actions.${name}.words`),
    }),
  )
  const pageEntries = allowed(pages).map(
    ({ name, href, icon }): PaletteEntry => ({
      href,
      icon,
      label: t(`common:titles.${name}`),
      words: t(`pageWords.${name}`),
    }),
  )
  const agendas = practitioners.map(
    ({ id, fullName }): PaletteEntry => ({
      href: `${paths.calendar}?practitioners=[${id}]&practitioner=${id}`,
      label: t('agendaOf', { name: fullName }),
      icon: <CalendarIcon />,
    }),
  )
  return { actions: actionEntries, pages: pageEntries, agendas }
}
