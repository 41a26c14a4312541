import type { PreviewDate } from '@ulna/contract/appointments/appointments.series'
import { useTranslation } from 'react-i18next'
import { AlertIcon } from '../../../../ui/icons/base-icons.tsx'
import { ClockIcon } from '../../../../ui/icons/other-icons.tsx'
import { LockIcon } from '../../../../ui/icons/record-icons.tsx'
import { Pill } from '../../../../ui/pills/Pill.tsx'
import { useSeriesWords } from '../use-series-words.ts'
import { type DatesContext, WayChoice } from '../WayChoice.tsx'
import styles from './DateRow.module.css'
import { isBooked, isClashing } from './series-preview.ts'

const iconSize = 15

/** What speaks about a date, each as icon and words. */
const Marks = ({ date }: { date: PreviewDate }) => {
  const { t } = useTranslation('series')
  const words = useSeriesWords()
  const { kept, clashes, patientClashes, shifted, outsideHours, absence } = date
  const booked = isBooked(date)
  return (
    <ul className={styles.marks}>
      {kept ? (
        <li>
          <Pill icon={<LockIcon size={iconSize} />}>{t(`mark.${kept}`)}</Pill>
        </li>
      ) : null}
      {clashes.map((clash) => (
        <li key={clash.id}>
          <Pill tone="warn" icon={<AlertIcon size={iconSize} />}>
            {t('mark.clash', { who: words.clash(clash, date.doctorId) })}
          </Pill>
        </li>
      ))}
      {booked && shifted ? (
        <li>
          <Pill tone="info" icon={<ClockIcon size={iconSize} />}>
            {t('mark.shifted')}
          </Pill>
        </li>
      ) : null}
      {booked && absence !== null ? (
        <li>
          <Pill tone="warn" icon={<AlertIcon size={iconSize} />}>
            {absence === '' ? t('mark.absence') : t('mark.absenceFor', { what: absence })}
          </Pill>
        </li>
      ) : null}
      {booked && outsideHours ? (
        <li>
          <Pill tone="warn" icon={<ClockIcon size={iconSize} />}>
            {t('mark.outsideHours')}
          </Pill>
        </li>
      ) : null}
      {booked
        ? patientClashes.map((clash) => (
            <li key={clash.id}>
              <Pill tone="info" icon={<AlertIcon size={iconSize} />}>
                {t('mark.patientClash', { span: words.span(clash), practitioner: clash.doctorName })}
              </Pill>
            </li>
          ))
        : null}
    </ul>
  )
}

/** Where an occurrence was before, or where it goes to by a decision. */
const Other = ({ date, context }: { date: PreviewDate; context: DatesContext }) => {
  const { t } = useTranslation('series')
  const words = useSeriesWords()
  const { before, doctorId } = date
  if (!before) return null
  const isOtherPractitioner = before.doctorId !== doctorId
  return (
    <span className={styles.before}>
      {t(isOtherPractitioner ? 'row.beforeWith' : 'row.before', {
        day: words.instantDay(before.start),
        span: words.span(before),
        practitioner: context.doctorName(before.doctorId),
      })}
    </span>
  )
}

/** One date of a series: when, what speaks about it, and what is to be done where somebody is in the way. */
export const DateRow = ({ date, context }: { date: PreviewDate; context: DatesContext }) => {
  const words = useSeriesWords()
  const isSkipped = context.decisions.get(date.on)?.action === 'skip'
  return (
    <li
      className={styles.row}
      data-clash={isClashing(date) || undefined}
      data-skipped={isSkipped || undefined}
    >
      <div className={styles.when}>
        <b>{words.instantDay(date.start)}</b>
        <span>{words.span(date)}</span>
        <Other date={date} context={context} />
      </div>
      <Marks date={date} />
      <WayChoice date={date} context={context} />
    </li>
  )
}
