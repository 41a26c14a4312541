import { Button } from '@mantine/core'
import {
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  PlusIcon,
  PrintIcon,
} from '../../../../ui/icons/shared-icons.tsx'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/UnstyledButton.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarDay } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import styles from '../CalendarPage.module.css'
import { type CalendarView, calendarViews } from '../parts/calendar-search.ts'
import { ViewSwitch } from '../parts/ViewSwitch.tsx'
import { calendarTitle } from './calendar-title.ts'

export interface CalendarHeadProps {
  view: CalendarView
  day: CalendarDay
  /** Counts in words. */
  line: ReactNode
  isPhone: boolean
  onView: (view: CalendarView) => void
  onPage: (by: -1 | 1) => void
  onToday: () => void
  onNew: () => void
  /** Opens month, practitioners and statuses where they have no place beside the grid. */
  onPanel: (() => void) | undefined
  onPrint: () => void
  /** Shows the cards of everybody or of one; absent where there is only one, and outside the week. */
  onTeam: ((isTeam: boolean) => void) | undefined
  isTeam: boolean
}

const PageButton = ({ view, by, onPage }: Pick<CalendarHeadProps, 'view' | 'onPage'> & { by: -1 | 1 }) => {
  const { t } = useTranslation('calendar')
  return (
    <IconButton label={t(by < 0 ? `previous.${view}` : `next.${view}`)} onClick={() => onPage(by)}>
      {by < 0 ? <ChevronLeftIcon /> : <ChevronRightIcon />}
    </IconButton>
  )
}

/** One practitioner in detail, or everybody's cards. */
const TeamSwitch = ({ isTeam, onTeam }: Pick<CalendarHeadProps, 'isTeam' | 'onTeam'>) => {
  const { t } = useTranslation('calendar')
  if (!onTeam) return null
  return (
    <button type="button" className={styles.team} aria-pressed={isTeam} onClick={() => onTeam(!isTeam)}>
      {t('team')}
    </button>
  )
}

const PhoneHead = ({ view, day, onPage, onPanel }: CalendarHeadProps) => (
  <div className={styles.phoneHead}>
    <PageButton view={view} by={-1} onPage={onPage} />
    <h1 tabIndex={-1}>
      <button type="button" className={styles.phoneTitle} onClick={onPanel}>
        {calendarTitle(view, day)}
        <ChevronDownIcon size={16} />
      </button>
    </h1>
    <PageButton view={view} by={1} onPage={onPage} />
  </div>
)

/** Title, turning pages and the view; on phones the title opens the month. */
export const CalendarHead = (props: CalendarHeadProps) => {
  const { view, day, line, isPhone, onView, onPage, onToday, onNew, onPanel, onPrint } = props
  const { t } = useTranslation('calendar')
  if (isPhone) return <PhoneHead {...props} />
  return (
    <div className={styles.head}>
      <h1 tabIndex={-1}>{calendarTitle(view, day)}</h1>
      <div className={styles.turns}>
        <PageButton view={view} by={-1} onPage={onPage} />
        <PageButton view={view} by={1} onPage={onPage} />
      </div>
      <Button variant="default" onClick={onToday}>
        {t('today')}
      </Button>
      <span className={styles.line} aria-live="polite">
        {line}
      </span>
      <TeamSwitch {...props} />
      {onPanel ? (
        <Button variant="default" onClick={onPanel}>
          {t('sidePanel')}
        </Button>
      ) : null}
      {view === 'month' ? null : (
        <IconButton label={t('print')} onClick={onPrint}>
          <PrintIcon />
        </IconButton>
      )}
      <ViewSwitch views={calendarViews} view={view} onView={onView} />
      <Button className={styles.new ?? ''} aria-label={t('new')} title={t('new')} onClick={onNew}>
        <PlusIcon />
        <span className={styles.newWord}>{t('new')}</span>
      </Button>
    </div>
  )
}
