import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ImportBatch, ImportRemark, ImportRow } from '@ulna/contract/imports/imports'
import { importFates } from '@ulna/contract/imports/imports.fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { errorGroups } from '../../i18n/text-groups.ts'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Pill, type PillTone } from '../../ui/pills/Pill.tsx'
import styles from './Imports.module.css'
import { importRowsQuery, type RowFilter, rowsPerPage } from './imports.queries.ts'

const tones: Readonly<Record<ImportRow['fate'], PillTone>> = {
  create: 'good',
  exists: 'neutral',
  before: 'neutral',
  repeated: 'neutral',
  clash: 'warn',
  fault: 'bad',
}

const useRemarkWords = () => {
  const { t } = useTranslation(['imports', 'error', 'importErrors'])
  const dates = useDates()
  const said = (params: ImportRemark['params']) =>
    typeof params.start === 'string'
      ? { ...params, start: `${dates.instantDay(params.start)}, ${dates.time(params.start)}` }
      : params
  const ofField = (field: ImportRemark['field'], words: string): string =>
    field === null ? words : `${t(`field.${field}`)}: ${words}`
  return {
    fault: ({ field, key, params }: ImportRemark) =>
      ofField(field, t(key, { ...params, ns: errorGroups, nsSeparator: false })),
    hint: ({ field, key, params }: ImportRemark) => ofField(field, t(`hint.${key}`, { ...said(params) })),
  }
}

const RowLine = ({ row }: { row: ImportRow }) => {
  const { t } = useTranslation('imports')
  const words = useRemarkWords()
  const remarks = [...row.faults.map(words.fault), ...row.hints.map(words.hint)]
  return (
    <li className={styles.row}>
      <span className={styles.number}>
        {t('rows.row')} {row.row}
      </span>
      {row.patientId === null || row.fate === 'fault' ? (
        <span className={styles.name}>{row.name}</span>
      ) : (
        <Link
          to="/app/patient/$patientId"
          params={{ patientId: String(row.patientId) }}
          className={styles.name}
          aria-label={t('rows.openFile', { name: row.name })}
        >
          {row.name}
        </Link>
      )}
      <Pill tone={tones[row.fate]}>{t(`fate.${row.fate}`)}</Pill>
      {remarks.length > 0 && <span className={styles.remarks}>{remarks.join(' · ')}</span>}
    </li>
  )
}

const filtersOf = ({ counts, spared }: ImportBatch): RowFilter[] => [
  ...importFates.filter((fate) => (counts?.[fate] ?? 0) > 0),
  ...((counts?.hints ?? 0) > 0 ? ['hints' as const] : []),
  ...(spared > 0 ? ['spared' as const] : []),
]

/** The rows of a file with what becomes, or became, of them: those with faults first, where there are any. */
export const ImportRows = ({ batch }: { batch: ImportBatch }) => {
  const { t } = useTranslation(['imports', 'settings'])
  const [only, setOnly] = useState<RowFilter | undefined>(batch.counts?.fault ? 'fault' : undefined)
  const [page, setPage] = useState(0)
  const { data, error, refetch, isPlaceholderData } = useQuery(importRowsQuery(batch.id, only, page))
  const labelOf = (filter: RowFilter): string =>
    filter === 'hints' || filter === 'spared' ? t(`rows.${filter}`) : t(`fate.${filter}`)
  return (
    <div aria-busy={isPlaceholderData} className={styles.rows}>
      <SelectField
        className={styles.filter}
        label={t('rows.show')}
        value={only ?? ''}
        onChange={({ currentTarget }) => {
          setOnly((currentTarget.value || undefined) as RowFilter | undefined)
          setPage(0)
        }}
        options={[
          { value: '', label: t('rows.all') },
          ...filtersOf(batch).map((value) => ({ value, label: labelOf(value) })),
        ]}
      />
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <EmptyState plain level={3} title={t('rows.empty')} />}
      <ul>
        {data?.rows.map((row) => (
          <RowLine key={row.row} row={row} />
        ))}
      </ul>
      <Pager
        page={page}
        total={data?.total ?? 0}
        perPage={rowsPerPage}
        previousLabel={t('rows.previous')}
        nextLabel={t('rows.next')}
        range={(shown) => t('rows.range', shown)}
        onPage={setPage}
      />
    </div>
  )
}
