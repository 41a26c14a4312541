import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createExternalStore, useExternalStore } from '../api/http/external-store.ts'
import { Logo } from '../ui/base/Logo.tsx'
import type { IconProps } from '../ui/icons/Icon.tsx'
import {
  CalendarIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  PackagesIcon,
  PatientsIcon,
} from '../ui/icons/shared-icons.tsx'
import { SettingsIcon, TodayIcon } from '../ui/icons/shell-icons.tsx'
import styles from './Navigation.module.css'
import { paths } from './paths.ts'

const key = 'ulna.sidebar'

const sidebar = createExternalStore(localStorage.getItem(key) !== 'closed')

const useSidebarOpen = (): boolean => useExternalStore(sidebar)

/** Opens or closes the side bar and remembers it on this device. */
const openSidebar = (isOpen: boolean): void => {
  localStorage.setItem(key, isOpen ? 'open' : 'closed')
  sidebar.set(isOpen)
}

export interface NavigationEntry {
  readonly to:
    | typeof paths.dashboard
    | typeof paths.calendar
    | typeof paths.patients
    | typeof paths.packages
    | typeof paths.settings
  /** Key of the group `common`. */
  readonly label: string
  readonly Icon: (props: IconProps) => ReactNode
}

/** Modules are reached from the settings. */
export const navigationEntries: readonly NavigationEntry[] = [
  { to: paths.dashboard, label: 'navigation.today', Icon: TodayIcon },
  { to: paths.calendar, label: 'navigation.calendar', Icon: CalendarIcon },
  { to: paths.patients, label: 'navigation.patients', Icon: PatientsIcon },
  { to: paths.packages, label: 'navigation.packages', Icon: PackagesIcon },
  { to: paths.settings, label: 'navigation.settings', Icon: SettingsIcon },
]

const Entries = ({
  className,
  withTooltips = false,
}: {
  className: string | undefined
  withTooltips?: boolean
}) => {
  const { t } = useTranslation('common')
  return navigationEntries.map(({ to, label, Icon }) => (
    <Link
      key={to}
      to={to}
      className={className}
      activeProps={{ 'data-active': true }}
      title={withTooltips ? t(label) : undefined}
    >
      <Icon size={24} />
      <span>{t(label)}</span>
    </Link>
  ))
}

const RailToggle = ({ isOpen }: { isOpen: boolean }) => {
  const { t } = useTranslation('common')
  const label = t(isOpen ? 'navigation.collapse' : 'navigation.expand')
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      onClick={() => openSidebar(!isOpen)}
    >
      {isOpen ? <ChevronLeftIcon size={16} /> : <ChevronRightIcon size={16} />}
    </button>
  )
}

/** Icon over word; closed only icons, the words as tooltips. */
export const Rail = () => {
  const { t } = useTranslation('common')
  const isOpen = useSidebarOpen()
  return (
    <nav className={styles.rail} aria-label={t('navigation.label')} data-closed={!isOpen || undefined}>
      <div className={styles.brand}>
        <Logo />
      </div>
      <Entries className={styles.railLink} withTooltips={!isOpen} />
      <RailToggle isOpen={isOpen} />
    </nav>
  )
}

export const BottomBar = () => {
  const { t } = useTranslation('common')
  return (
    <nav className={styles.bottomBar} aria-label={t('navigation.label')}>
      <Entries className={styles.bottomLink} />
    </nav>
  )
}
