import { useTranslation } from 'react-i18next'
import { Sheet } from '../../ui/Sheet.tsx'
import { StatusPill } from '../../ui/StatusPill.tsx'
import { eventMarks } from './agenda-marks.ts'
import { appointmentStates } from './card-words.ts'
import { MarkIcon } from './EventMarks.tsx'
import css from './StatusLegend.module.css'

/** What the icons on the cards mean. */
export const StatusLegend = () => {
  const { t } = useTranslation('calendar')
  return (
    <Sheet className={css.sheet} aria-label={t('statuses')}>
      <b className={css.title}>{t('statuses')}</b>
      <ul className={css.list}>
        {appointmentStates.map((state) => (
          <li key={state}>
            <StatusPill state={state} label={t(`status.${state}`)} />
          </li>
        ))}
      </ul>
      <b className={css.title}>{t('marks.title')}</b>
      <ul className={css.marks}>
        {eventMarks.map((mark) => (
          <li key={mark}>
            <MarkIcon mark={mark} size={15} />
            {t(`marks.${mark}`)}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
