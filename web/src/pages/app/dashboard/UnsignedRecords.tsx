import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Today } from '@ulna/contract/today/today'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Card, CardList } from '../../../ui/base/Card.tsx'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { hintClass } from '../../../ui/base/Hint.tsx'
import { ThreadNode } from '../../../ui/base/ThreadNode.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import styles from './SidePanels.module.css'
import { useNow } from './use-now.ts'
import { useToday } from './use-today.ts'

const PractitionerSignDialog = lazyPart(
  () => import('../../../features/signatures/PractitionerSignDialog.tsx'),
  'PractitionerSignDialog',
  ['signatures', 'record', 'patient'],
)

type Unsigned = Today['unsigned'][number]

/** So many stand there before somebody asks for more: the most pressing ones. */
const mostAtOnce = 5

/** Fewer hours than these to the deadline are said as hours left, and stand out. */
const soon = 6

/** Until when its text can still be corrected, in words. */
const useDeadline = ({ editableUntil }: Unsigned): { words: string; isSoon: boolean } => {
  const { t } = useTranslation('dashboard')
  const dates = useDates()
  const hours = (Date.parse(editableUntil) - useNow()) / 3_600_000
  if (hours < 1)
    return { words: t('minutesLeft', { count: Math.max(0, Math.ceil(hours * 60)) }), isSoon: true }
  if (hours <= soon) return { words: t('hoursLeft', { count: Math.floor(hours) }), isSoon: true }
  const isToday = dates.localDay(editableUntil) === dates.today()
  const [date, time] = [dates.instantDay(editableUntil), dates.time(editableUntil)]
  return {
    words: t('editableUntil', { when: isToday ? t('todayAt', { time }) : `${date}, ${time}` }),
    isSoon: false,
  }
}

/** What kind of record it is, and what it is called: a consent by its form, a photo by its name. */
const useKind = ({ type, subtype, name, className, sessionNumber }: Unsigned): string => {
  const { t } = useTranslation('dashboard')
  if (type === 'control' && subtype === 'follow_up')
    return [t('recordKinds.follow_up'), sessionNumber].filter((part) => part !== null).join(' ')
  if (type === 'control' || type === 'med_hist')
    return t(`recordKinds.${type === 'med_hist' ? type : 'case'}`)
  return name ?? className
}

const UnsignedRow = ({ record, onSign }: { record: Unsigned; onSign: () => void }) => {
  const { t } = useTranslation('dashboard')
  const dates = useDates()
  const { words, isSoon } = useDeadline(record)
  const isToday = dates.localDay(record.date) === dates.today()
  const kind = useKind(record)
  return (
    <li>
      <ThreadNode shape="open" />
      <div className={styles.words}>
        <Link
          to="/app/patient/$patientId"
          params={{ patientId: String(record.patientId) }}
          search={{ record: record.recordId }}
          className={styles.nameLink}
          aria-label={t('openRecord', { kind, name: record.patientName })}
        >
          {record.patientName}
        </Link>
        <div className={hintClass}>
          {isSoon && <strong className={styles.hurry}>{words} · </strong>}
          {kind} · {isToday ? t('todayAt', { time: dates.time(record.date) }) : dates.instantDay(record.date)}
          {!isSoon && <> · {words}</>}
        </div>
      </div>
      <Button
        variant="light"
        aria-label={t('signRecord', { kind, name: record.patientName })}
        onClick={onSign}
      >
        {t('sign')}
      </Button>
    </li>
  )
}

/** Own records that are not signed yet: each is read and signed where it is listed. */
export const UnsignedRecords = () => {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()
  const { data: today } = useToday()
  const [signing, setSigning] = useState<Unsigned>()
  const [showsAll, setShowsAll] = useState(false)
  if (!today) return null
  const sorted = today.unsigned.toSorted((one, other) => one.editableUntil.localeCompare(other.editableUntil))
  const shown = showsAll ? sorted : sorted.slice(0, mostAtOnce)
  const close = (): void => {
    setSigning(undefined)
    void client.invalidateQueries({ queryKey: ['appointments', 'today'] })
  }
  return (
    <Card title={t('unsigned')} count={today.unsigned.length}>
      {today.unsigned.length === 0 && <EmptyState plain level={3} title={t('nothingUnsigned')} />}
      <CardList>
        {shown.map((record) => (
          <UnsignedRow key={record.recordId} record={record} onSign={() => setSigning(record)} />
        ))}
      </CardList>
      {shown.length < sorted.length && (
        <Button variant="subtle" fullWidth onClick={() => setShowsAll(true)}>
          {t('showMore', { count: sorted.length - shown.length })}
        </Button>
      )}
      <Optional>
        {signing && (
          <PractitionerSignDialog
            record={{ id: signing.recordId, ownerId: signing.patientId }}
            onClose={close}
          />
        )}
      </Optional>
    </Card>
  )
}
