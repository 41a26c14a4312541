import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ImportSummary } from '@ulna/contract/imports/imports'
import { type ImportKind, importKinds, importLimits } from '@ulna/contract/imports/imports.fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card, CardList, leadingRow } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { FileInput } from '../../ui/fields/FileInput.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { UploadIcon } from '../../ui/icons/other-icons.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { ImportState } from './ImportState.tsx'
import styles from './Imports.module.css'
import { importsQuery, useStartImport } from './imports.queries.ts'
import { useImportAbout } from './use-import-about.ts'

const accepted = '.csv,.txt,.tsv,.xlsx,text/csv'

/** Where a file is chosen; it opens the import it begins. */
const ChooseFile = () => {
  const { t } = useTranslation('imports')
  const { textOf } = useErrorText()
  const navigate = useNavigate()
  const start = useStartImport()
  const dates = useDates()
  const notes = usePermission('writeRecords')
  const [kind, setKind] = useState<ImportKind>('patients')
  const choose = ([file]: File[]): void => {
    if (!file) return
    start.mutate(
      { file, kind },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/app/settings/import/$importId', params: { importId: String(id) } }),
      },
    )
  }
  return (
    <div className={stackClass(12)}>
      <SelectField
        className={styles.choice}
        label={t('kind.label')}
        value={kind}
        disabled={start.isPending}
        onChange={({ currentTarget }) => setKind(currentTarget.value as ImportKind)}
        {...(notes.allowed ? {} : { hint: `${t('kind.notes')}: ${notes.reason}` })}
        options={importKinds.map((value) => ({
          value,
          label: t(`kind.${value}`),
          disabled: value === 'notes' && !notes.allowed,
        }))}
      />
      <div className={styles.choose} aria-busy={start.isPending}>
        <FileInput accept={accepted} disabled={start.isPending} onChoose={choose}>
          <UploadIcon />
          {t('choose.action')}
        </FileInput>
        <Hint>
          {t('choose.hint', {
            size: importLimits.bytes / 1024 ** 2,
            rows: importLimits.workbookRows.toLocaleString(dates.language),
          })}
        </Hint>
      </div>
      <p role="status" className={styles.status}>
        {start.isPending && t('choose.reading', { name: start.variables.file.name })}
      </p>
      {start.error && <ErrorBanner title={textOf(start.error)} />}
    </div>
  )
}

const ImportLine = ({ batch }: { batch: ImportSummary }) => {
  const { t } = useTranslation('imports')
  const about = useImportAbout()
  const notes = usePermission('writeRecords')
  const { id, kind, fileName, created } = batch
  return (
    <li className={leadingRow.row}>
      {kind === 'notes' && !notes.allowed ? (
        <strong className={styles.name}>{fileName}</strong>
      ) : (
        <Link
          to="/app/settings/import/$importId"
          params={{ importId: String(id) }}
          className={leadingRow.link}
          aria-label={t('list.open', { name: fileName })}
        >
          <strong className={styles.name}>{fileName}</strong>
        </Link>
      )}
      <Hint className={styles.name}>{about(batch)}</Hint>
      <div className={styles.end}>
        <ImportState state={batch.state} />
        {created > 0 && <Hint>{t(`list.created.${kind}`, { count: created })}</Hint>}
      </div>
    </li>
  )
}

/** Patients from files of other systems: where one is chosen, and what was imported before. */
export const ImportsSettings = () => {
  const { t } = useTranslation(['imports', 'common'])
  const { data, error, refetch } = useQuery(importsQuery)
  return (
    <div className={stackClass(20)}>
      <Card title={t('title')} lead={t('subtitle')}>
        <div className={styles.body}>
          <ChooseFile />
        </div>
      </Card>
      <Card title={t('list.title')}>
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={3} label={t('common:loading')} />}
        {data?.length === 0 && <EmptyState plain level={3} title={t('list.empty')} />}
        {data && data.length > 0 && (
          <CardList>
            {data.map((batch) => (
              <ImportLine key={batch.id} batch={batch} />
            ))}
          </CardList>
        )}
      </Card>
    </div>
  )
}
