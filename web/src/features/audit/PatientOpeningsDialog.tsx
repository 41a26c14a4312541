import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { DayFilter } from '../../blocks/typed-time/DayFilter.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Pager } from '../../ui/Pager.tsx'
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
  const { t } = useTranslation(['settings', 'common'])
  const words = useAuditWords()
  const dates = useDates()
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useQuery(openingsQuery(patientId, days, page))
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} label={t('common:loading')} />
  if (data.rows.length === 0) return <EmptyState level={3} plain title={t('audit.openings.none')} />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('audit.openings.table')}>
        <DataTable className={styles.table}>
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
                <td>{[words.person(row), words.key(row)].filter(Boolean).join(' · ')}</td>
                <td>{words.action(row.action)}</td>
                <td>{row.ip}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </section>
      <Pager
        page={page}
        total={data.total}
        perPage={openingsPerPage}
        saysAll
        previousLabel={t('audit.newer')}
        nextLabel={t('audit.older')}
        range={(shown) => t('audit.range', shown)}
        onPage={setPage}
      />
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
        <FormActions>
          <Button variant="default" onClick={() => window.print()}>
            {t('audit.openings.print')}
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
