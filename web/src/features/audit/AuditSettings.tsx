import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { AuditRow } from '@ulna/contract/audit/audit.trail'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './Audit.module.css'
import { AuditFilters } from './AuditFilters.tsx'
import { rowsPerPage, trailQuery, useExportTrail } from './audit.queries.ts'
import { type AuditFilter, groupByDay, isFiltered, readAuditFilter, readPage } from './audit-filter.ts'
import { useAuditWords } from './use-audit-words.ts'

const useTrailAddress = () => {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const filter = readAuditFilter(search)
  const go = (next: AuditFilter, page = 0): void => {
    const given = Object.entries(next).filter(([, value]) => value !== undefined)
    const said = { ...Object.fromEntries(given), ...(page > 0 && { page: page + 1 }) }
    void navigate({ to: '.', search: () => said, replace: true, resetScroll: false })
  }
  return { filter, page: readPage(search), go }
}

const Row = ({ row }: { row: AuditRow }) => {
  const words = useAuditWords()
  const dates = useDates()
  const detail = words.detail(row)
  const key = words.key(row)
  return (
    <li className={styles.row}>
      <time className={styles.time} dateTime={row.at}>
        {dates.time(row.at)}
      </time>
      <span className={styles.who}>
        {words.person(row)}
        {key !== undefined && <span className={styles.detail}>{key}</span>}
      </span>
      <span className={styles.what}>
        {words.action(row.action)}
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      <span className={styles.patient}>
        {row.patientId !== null && (
          <Link to="/app/patient/$patientId" params={{ patientId: String(row.patientId) }}>
            {row.patientName ?? `${row.patientId}`}
          </Link>
        )}
      </span>
      <span className={styles.ip}>{row.ip}</span>
    </li>
  )
}

const Trail = ({ rows }: { rows: readonly AuditRow[] }) => {
  const dates = useDates()
  return groupByDay(rows, dates.localDay).map(({ day, rows: ofDay }) => (
    <section key={day} aria-labelledby={`audit-${day}`}>
      <h3 id={`audit-${day}`} className={styles.day}>
        {dates.weekday(day)}, {dates.day(day)}
      </h3>
      <ul>
        {ofDay.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
    </section>
  ))
}

/** Who did what, when: the trail of the practice, filtered, page by page, and as a file. */
export const AuditSettings = () => {
  const { t } = useTranslation(['settings', 'common'])
  const dates = useDates()
  const { filter, page, go } = useTrailAddress()
  const { data, error, isPlaceholderData, refetch } = useQuery(trailQuery(filter, page))
  const exporting = useExportTrail()
  const mayExport = usePermission('exportAuditTrail')
  const rows = data?.rows ?? []
  const patientName = rows.find(({ patientId }) => patientId === filter.patientId)?.patientName
  return (
    <Card
      title={t('audit.title')}
      lead={t('audit.lead')}
      action={
        <ReasonedButton
          variant="default"
          reason={mayExport.reason}
          loading={exporting.isPending}
          onClick={() => exporting.mutate({ filter, name: `audit-${dates.today()}.csv` })}
        >
          {t('audit.export')}
        </ReasonedButton>
      }
    >
      <AuditFilters
        filter={filter}
        patientName={patientName ?? (filter.patientId === undefined ? undefined : String(filter.patientId))}
        onChange={(part) => go({ ...filter, ...part })}
        onClear={() => go({})}
      />
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={8} label={t('common:loading')} />}
      {data && rows.length === 0 && (
        <EmptyState
          level={3}
          title={t(isFiltered(filter) ? 'audit.noMatch.title' : 'audit.empty.title')}
          actions={
            isFiltered(filter) && (
              <Button variant="default" onClick={() => go({})}>
                {t('audit.clear')}
              </Button>
            )
          }
        >
          {t(isFiltered(filter) ? 'audit.noMatch.text' : 'audit.empty.text')}
        </EmptyState>
      )}
      <div aria-busy={isPlaceholderData} className={styles.trail}>
        <Trail rows={rows} />
      </div>
      <Pager
        page={page}
        total={data?.total ?? 0}
        perPage={rowsPerPage}
        previousLabel={t('audit.newer')}
        nextLabel={t('audit.older')}
        range={(shown) => t('audit.range', shown)}
        onPage={(next) => go(filter, next)}
      />
    </Card>
  )
}
