import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { calloutClass } from '../../../ui/base/callout.ts'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { CalendarIcon } from '../../../ui/icons/shared-icons.tsx'
import styles from './Course.module.css'
import type { PlannedAlready } from './planned-visits.ts'

export interface PlannedNoticeProps {
  planned: PlannedAlready
  /** Asked first, where the same visits may be planned twice; undefined: it is only said. */
  onMore?: (() => void) | undefined
}

const kinds = ['ofCase', 'ofPackage', 'others'] as const

/** The visits that are booked to come: how many and when, and the ways on. */
export const PlannedNotice = ({ planned, onMore }: PlannedNoticeProps) => {
  const { t } = useTranslation('course')
  const dates = useDates()
  const first = planned.ofCase ?? planned.ofPackage ?? planned.others
  if (!first) return null
  const dayOf = (instant: string): string =>
    `${dates.weekday(dates.localDay(instant))} ${dates.instantDay(instant)}`
  return (
    <section
      className={calloutClass(onMore ? 'warn' : 'plain', stackClass(8))}
      aria-label={t('planned.label')}
    >
      {kinds.map((kind) => {
        const coming = planned[kind]
        if (!coming) return null
        return <p key={kind}>{t(`planned.${kind}`, { count: coming.visits, day: dayOf(coming.next) })}</p>
      })}
      {onMore ? (
        <>
          <p>{t('planned.ask')}</p>
          <div className={styles.ways}>
            <LinkButton
              to="/app/calendar"
              search={{ day: dates.localDay(first.next) }}
              leftSection={<CalendarIcon />}
              data-autofocus
            >
              {t('planned.see')}
            </LinkButton>
            <Button variant="default" onClick={onMore}>
              {t('planned.more')}
            </Button>
          </div>
        </>
      ) : null}
    </section>
  )
}
