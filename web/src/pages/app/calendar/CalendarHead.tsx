import { Button } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/UnstyledButton.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { longDayText, weekText } from '../../../blocks/agenda-grid/agenda-text.ts'
import { type CalendarDay, weekOf } from '../../../blocks/agenda-grid/calendar-day.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { ChevronDownIcon } from '../../../ui/icons/ChevronDownIcon.tsx'
import { ChevronLeftIcon } from '../../../ui/icons/ChevronLeftIcon.tsx'
import { ChevronRightIcon } from '../../../ui/icons/ChevronRightIcon.tsx'
import { PlusIcon } from '../../../ui/icons/PlusIcon.tsx'
import css from './CalendarPage.module.css'
import { type CalendarView, calendarViews } from './calendar-search.ts'

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
}

const titleOf = (view: CalendarView, day: CalendarDay): string => {
  const language = currentLanguage()
  if (view === 'day') return longDayText(day, language)
  const week = weekOf(day)
  return weekText(week[0] ?? day, week[6] ?? day, language)
}

const ViewSwitch = ({ view, onView }: Pick<CalendarHeadProps, 'view' | 'onView'>) => {
  const { t } = useTranslation('calendar')
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldset is for forms
    <div role="group" className={css.views} aria-label={t('view.label')}>
      {calendarViews.map((one) => (
        <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
          {t(`view.${one}`)}
        </button>
      ))}
    </div>
  )
}

const PageButtons = ({ view, by, onPage }: Pick<CalendarHeadProps, 'view' | 'onPage'> & { by: -1 | 1 }) => {
  const { t } = useTranslation('calendar')
  const previous = view === 'day' ? t('previousDay') : t('previousWeek')
  const next = view === 'day' ? t('nextDay') : t('nextWeek')
  return (
    <button
      type="button"
      className={css.turn}
      aria-label={by < 0 ? previous : next}
      onClick={() => onPage(by)}
    >
      {by < 0 ? <ChevronLeftIcon /> : <ChevronRightIcon />}
    </button>
  )
}

/** Title, turning pages and the view; on phones the title opens the month. */
export const CalendarHead = (props: CalendarHeadProps) => {
  const { view, day, line, isPhone, onView, onPage, onToday, onNew, onPanel } = props
  const { t } = useTranslation('calendar')
  const title = titleOf(view, day)
  if (isPhone) {
    return (
      <div className={css.phoneHead}>
        <PageButtons view={view} by={-1} onPage={onPage} />
        <h1 tabIndex={-1}>
          <button type="button" className={css.phoneTitle} onClick={onPanel}>
            {title}
            <ChevronDownIcon size={16} />
          </button>
        </h1>
        <PageButtons view={view} by={1} onPage={onPage} />
      </div>
    )
  }
  return (
    <div className={css.head}>
      <h1 tabIndex={-1}>{title}</h1>
      <div className={css.turns}>
        <PageButtons view={view} by={-1} onPage={onPage} />
        <PageButtons view={view} by={1} onPage={onPage} />
      </div>
      <Button variant="default" onClick={onToday}>
        {t('today')}
      </Button>
      <span className={css.line} aria-live="polite">
        {line}
      </span>
      {onPanel ? (
        <Button variant="default" onClick={onPanel}>
          {t('sidePanel')}
        </Button>
      ) : null}
      <ViewSwitch view={view} onView={onView} />
      <Button leftSection={<PlusIcon />} onClick={onNew}>
        {t('new')}
      </Button>
    </div>
  )
}
