import { useTranslation } from 'react-i18next'
import styles from '../CalendarPage.module.css'
import type { CalendarView } from './calendar-search.ts'

export interface ViewSwitchProps {
  views: readonly CalendarView[]
  view: CalendarView
  onView: (view: CalendarView) => void
}

/** Day, week, month or list. */
export const ViewSwitch = ({ views, view, onView }: ViewSwitchProps) => {
  const { t } = useTranslation('calendar')
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldset is for forms
    <div role="group" className={styles.views} aria-label={t('view.label')}>
      {views.map((one) => (
        <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
          {t(`view.${one}`)}
        </button>
      ))}
    </div>
  )
}
