import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ImportBatch } from '@ulna/contract/imports/imports'
import type { ImportState as State } from '@ulna/contract/imports/imports.fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { Card } from '../../ui/base/Card.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { DoneCard } from './DoneCard.tsx'
import { ImportState } from './ImportState.tsx'
import styles from './Imports.module.css'
import { useImport, useRemoveImport } from './imports.queries.ts'
import { MatchingCard } from './MatchingCard.tsx'
import { ReadingCard } from './ReadingCard.tsx'
import { RunCard } from './RunCard.tsx'
import { TrialCard } from './TrialCard.tsx'
import { useImportAbout } from './use-import-about.ts'

const isOpen = (state: State): boolean => state === 'draft' || state === 'examined' || state === 'failed'
const hasWritten = (state: State): boolean => state === 'done' || state === 'undoing' || state === 'undone'

const RemoveButton = ({ id }: Pick<ImportBatch, 'id'>) => {
  const { t } = useTranslation('imports')
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const remove = useRemoveImport(id)
  const leave = () => void navigate({ to: '/app/settings/import' })
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('remove.action')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          destructive
          title={t('remove.title')}
          confirmLabel={t('remove.confirm')}
          cancelLabel={t('remove.keep')}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
          onCancel={() => setAsked(false)}
        >
          <p>{t('remove.text')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const About = ({ batch }: { batch: ImportBatch }) => {
  const about = useImportAbout()
  const { id, fileName, state } = batch
  return (
    <Card title={<span className={styles.name}>{fileName}</span>} lead={about(batch)}>
      <div className={styles.head}>
        <ImportState state={state} />
        {isOpen(state) && <RemoveButton id={id} />}
      </div>
    </Card>
  )
}

/** One import: its steps below each other, the next one open. */
export const ImportSettings = () => {
  const { t } = useTranslation(['imports', 'common'])
  const { importId } = useParams({ strict: false }) as { importId: string }
  const { data, error, refetch } = useImport(Number(importId))
  return (
    <div className={stackClass(20)}>
      <Link to="/app/settings/import" className={styles.back}>
        {t('back')}
      </Link>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={6} label={t('common:loading')} />}
      {data && <About batch={data} />}
      {data && isOpen(data.state) && (
        <>
          <ReadingCard batch={data} />
          <MatchingCard batch={data} />
        </>
      )}
      {data && (isOpen(data.state) || data.state === 'examining') && <TrialCard batch={data} />}
      {data && <RunCard batch={data} />}
      {data && hasWritten(data.state) && <DoneCard batch={data} />}
    </div>
  )
}
