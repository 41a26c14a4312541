import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/base/Card.tsx'
import { StatusPill } from '../../../ui/pills/StatusPill.tsx'
import { MarkIcon } from '../grid/AppointmentMarks.tsx'
import { appointmentMarks } from '../parts/agenda-marks.ts'
import { appointmentStates } from '../parts/card-words.ts'
import styles from './StatusLegend.module.css'

/** What the icons on the cards mean. */
export const StatusLegend = () => {
  const { t } = useTranslation('calendar')
  return (
    <Card className={styles.card} aria-label={t('statuses')}>
      <b className={styles.title}>{t('statuses')}</b>
      <ul className={styles.list}>
        {appointmentStates.map((state) => (
          <li key={state}>
            <StatusPill state={state} label={t(`status.${state}`)} />
          </li>
        ))}
      </ul>
      <b className={styles.title}>{t('marks.title')}</b>
      <ul className={styles.marks}>
        {appointmentMarks.map((mark) => (
          <li key={mark}>
            <MarkIcon mark={mark} size={15} />
            {t(`marks.${mark}`)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
