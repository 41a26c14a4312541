import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { DayFilter } from '../../blocks/typed-time/DayFilter.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { openingsPerPage, openingsQuery } from './audit.queries.ts'
import type { AuditFilter } from './audit-filter.ts'
import styles from './PatientOpenings.module.css'
import { useAuditWords } from './use-audit-words.ts'

export interface PatientOpeningsDialogProps {
  patientId: number
  patientName: string
  onClose: () => void
}

type Days = Pick<AuditFilter, 'from' | 'to'>

const Days = ({ days, onChange }: { days: Days; onChange: (days: Days) => void }) => {
  const { t } = useTranslation('settings')
  const today = useDates().today()
  return (
    <div className={styles.days}>
      <DayFilter
        label={t('audit.from')}
        value={days.from ?? null}
        maxDate={days.to ?? today}
        onChange={(day) => onChange({ ...days, from: day ?? undefined })}
      />
      <DayFilter
        label={t('audit.to')}
        value={days.to ?? null}
        maxDate={today}
        onChange={(day) => onChange({ ...days, to: day ?? undefined })}
      />
    </div>
  )
}

const Openings = ({ patientId, days }: { patientId: number; days: Days }) => {
  const { t } = useTranslation(['settings', 'common', 'buttons'])
  const words = useAuditWords()
  const dates = useDates()
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useQuery(openingsQuery(patientId, days, page))
  if (error && !data)
    return (
      <ErrorBanner
        title={t('common:couldNotLoad')}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {t('buttons:retry')}
          </Button>
        }
      />
    )
  if (!data) return <SkeletonRows rows={5} label={t('common:loading')} />
  if (data.rows.length === 0) return <EmptyState level={3} plain title={t('audit.openings.none')} />
  const from = page * openingsPerPage
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('audit.openings.table')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('audit.openings.when')}</th>
              <th scope="col">{t('audit.person')}</th>
              <th scope="col">{t('audit.action')}</th>
              <th scope="col">{t('audit.openings.address')}</th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one person may do the same twice at one moment
              <tr key={`${page} ${index} ${row.at}`}>
                <td>
                  {dates.instantDay(row.at)}, {dates.time(row.at)}
                </td>
                <td>{words.person(row)}</td>
                <td>{words.action(row.action)}</td>
                <td>{row.ip}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles.foot}>
        <span role="status">
          {t('audit.range', {
            from: from + 1,
            to: Math.min(data.total, from + openingsPerPage),
            total: data.total,
          })}
        </span>
        {data.total > openingsPerPage && (
          <>
            <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
              {t('audit.newer')}
            </Button>
            <Button
              variant="default"
              disabled={from + openingsPerPage >= data.total}
              onClick={() => setPage(page + 1)}
            >
              {t('audit.older')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

/** Who opened or changed a patient's file: what a patient may ask for, also on paper. */
export const PatientOpeningsDialog = ({ patientId, patientName, onClose }: PatientOpeningsDialogProps) => {
  const { t } = useTranslation('settings')
  const dates = useDates()
  const { authPractice } = usePracticeSession()
  const [days, setDays] = useState<Days>({})
  const now = new Date()
  return (
    <Dialog
      onClose={onClose}
      title={t('audit.openings.title', { name: patientName })}
      size={860}
      closeLabel={t('audit.openings.close')}
    >
      <div className={styles.report} data-report>
        <p className={styles.paper}>
          {authPractice.name} ·{' '}
          {t('audit.openings.asOf', { moment: `${dates.instantDay(now)}, ${dates.time(now)}` })}
        </p>
        <p className={styles.lead}>{t('audit.openings.lead')}</p>
        <Days days={days} onChange={setDays} />
        <Openings key={`${days.from}/${days.to}`} patientId={patientId} days={days} />
        <div className={styles.actions}>
          <Button variant="default" onClick={() => window.print()}>
            {t('audit.openings.print')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
