import { useQuery } from '@tanstack/react-query'
import type { Today } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Card, CardList } from '../../../ui/base/Card.tsx'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { hintClass } from '../../../ui/base/Hint.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { ThreadNode } from '../../../ui/base/ThreadNode.tsx'
import styles from './SidePanels.module.css'
import { todayQuery } from './today.queries.ts'
import { useNow } from './use-now.ts'

type Unsigned = Today['unsigned'][number]

/** The time left is said from so many hours on. */
const soon = 6

const useTimeLeft = (record: Unsigned): string => {
  const { t } = useTranslation('dashboard')
  const hours = (Date.parse(record.editableUntil) - useNow()) / 3_600_000
  if (hours <= 0 || hours > soon) return ''
  return hours < 1
    ? t('minutesLeft', { count: Math.ceil(hours * 60) })
    : t('hoursLeft', { count: Math.floor(hours) })
}

const kindKey = ({ type, subtype }: Unsigned): string =>
  type === 'control' ? (subtype ?? 'follow_up') : type

const UnsignedRow = ({ record }: { record: Unsigned }) => {
  const { t } = useTranslation('dashboard')
  const dates = useDates()
  const timeLeft = useTimeLeft(record)
  const isToday = dates.localDay(record.date) === dates.today()
  const number = record.sessionNumber === null ? '' : ` ${record.sessionNumber}`
  const kind = `${t(`recordKinds.${kindKey(record)}`)}${number}`
  return (
    <li>
      <ThreadNode shape="open" />
      <div className={styles.words}>
        <div className={styles.name}>{record.patientName}</div>
        <div className={hintClass}>
          {timeLeft && <strong className={styles.hurry}>{timeLeft} · </strong>}
          {kind} · {isToday ? t('todayAt', { time: dates.time(record.date) }) : dates.instantDay(record.date)}
        </div>
      </div>
      <LinkButton
        to="/app/patient/$patientId"
        params={{ patientId: String(record.patientId) }}
        search={{ record: record.recordId }}
        variant="light"
        aria-label={t('openRecord', { kind, name: record.patientName })}
      >
        {t('open')}
      </LinkButton>
    </li>
  )
}

/** Own records that are not signed yet. */
export const UnsignedRecords = () => {
  const { t } = useTranslation('dashboard')
  const { data: today } = useQuery(todayQuery)
  if (!today) return null
  return (
    <Card title={t('unsigned')} count={today.unsigned.length}>
      {today.unsigned.length === 0 && <EmptyState plain level={3} title={t('nothingUnsigned')} />}
      <CardList>
        {today.unsigned.map((record) => (
          <UnsignedRow key={record.recordId} record={record} />
        ))}
      </CardList>
    </Card>
  )
}
