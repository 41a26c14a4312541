import type { PreviewDate } from '@ulna/contract/appointments/appointments.series'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { monthText } from '../../../../blocks/agenda-grid/parts/agenda-text.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { CheckboxField } from '../../../../ui/base/CheckboxField.tsx'
import { stackClass } from '../../../../ui/base/stack.ts'
import type { DatesContext } from '../WayChoice.tsx'
import styles from './DateList.module.css'
import { DateRow } from './DateRow.tsx'
import { needsAttention, type PreviewMonth, previewMonths } from './series-preview.ts'

/** How many dates can be looked over at once; of more, months with nothing to say are folded. */
const mostUnfolded = 24

const Month = ({
  group,
  folded,
  context,
}: {
  group: PreviewMonth
  folded: boolean
  context: DatesContext
}) => {
  const { t } = useTranslation('series')
  const { language } = useDates()
  return (
    <details className={styles.month} open={!folded}>
      <summary>
        <b>{monthText(group.month, language)}</b>
        <span>
          {t('list.count', { count: group.dates.length })}
          {group.attention > 0 ? ` · ${t('list.attention', { count: group.attention })}` : ''}
        </span>
      </summary>
      <ul>
        {group.dates.map((date) => (
          <DateRow key={`${date.id ?? 'new'} ${date.on}`} date={date} context={context} />
        ))}
      </ul>
    </details>
  )
}

/** Every date of a series by month; of a long one only those that ask for attention, if wanted. */
export const DateList = ({ dates, context }: { dates: readonly PreviewDate[]; context: DatesContext }) => {
  const { t } = useTranslation('series')
  const { localDay } = useDates()
  const [onlyAttention, setOnlyAttention] = useState(false)
  const isWorthSeeing = (date: PreviewDate) => needsAttention(date) || context.decisions.has(date.on)
  const attention = dates.filter(isWorthSeeing)
  const isFiltered = onlyAttention && attention.length > 0
  const groups = previewMonths(isFiltered ? attention : dates, localDay)
  const isLong = !isFiltered && dates.length > mostUnfolded
  return (
    <section className={stackClass(12)} aria-label={t('list.label')}>
      {attention.length > 0 && attention.length < dates.length ? (
        <CheckboxField
          label={t('list.onlyAttention', { count: attention.length })}
          checked={onlyAttention}
          onChange={(event) => setOnlyAttention(event.currentTarget.checked)}
        />
      ) : null}
      {groups.map((group) => (
        <Month key={group.month} group={group} folded={isLong && group.attention === 0} context={context} />
      ))}
    </section>
  )
}
