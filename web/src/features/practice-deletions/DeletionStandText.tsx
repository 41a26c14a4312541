import type { DeletionStand } from '@ulna/contract/practice-deletions/practice-deletions'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { sizeText } from '../../i18n/size-text.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { Facts } from '../../ui/Facts.tsx'

/** What keeps the files, a line each. */
const Terms = ({ stand: { terms, rule } }: { stand: DeletionStand }) => {
  const { t } = useTranslation('practiceDeletions')
  const dates = useDates()
  if (terms.length === 0) return <p>{t('notKept')}</p>
  return (
    <div className={calloutClass('warn')}>
      <h3>{t('kept')}</h3>
      <ul>
        {terms.map(({ term, count, until }) => {
          const what = t(`terms.${term}`, { rule: t(`rules.${rule}`) })
          return (
            <li key={term}>
              {until === null
                ? t('termLineOpen', { what, count })
                : t('termLine', { what, count, day: dates.day(until) })}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What there is to lose, and what the law keeps of it. */
export const DeletionStandText = ({ stand }: { stand: DeletionStand }) => {
  const { t } = useTranslation('practiceDeletions')
  const dates = useDates()
  const { counts, bytes, visitsAhead, balances } = stand
  return (
    <div className={stackClass(12)}>
      <h3>{t('what')}</h3>
      <Facts
        facts={counts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => [t(`kinds.${kind}`), count.toLocaleString(dates.language)])}
      />
      {bytes > 0 && <Hint>{t('bytes', { size: sizeText(bytes, dates.language) })}</Hint>}
      {visitsAhead > 0 && <p>{t('visitsAhead', { count: visitsAhead })}</p>}
      {balances > 0 && <p>{t('balances', { count: balances })}</p>}
      <Terms stand={stand} />
    </div>
  )
}
