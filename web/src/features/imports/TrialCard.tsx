import { Button } from '@mantine/core'
import type { ImportBatch } from '@ulna/contract/imports/imports'
import { type ImportKind, importFates, missingNeeds } from '@ulna/contract/imports/imports.fields'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { Card } from '../../ui/base/Card.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { DateOrders } from './DateOrders.tsx'
import { FaultsButton } from './FaultsButton.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportRows } from './ImportRows.tsx'
import styles from './Imports.module.css'
import { useImportStep } from './imports.queries.ts'

const Fates = ({ kind, counts }: { kind: ImportKind; counts: NonNullable<ImportBatch['counts']> }) => {
  const { t } = useTranslation('imports')
  const shown = importFates.filter((fate) => fate !== 'clash' || kind === 'appointments')
  const group = kind === 'patients' ? 'patients' : 'items'
  return (
    <dl className={styles.fates}>
      {shown.map((fate) => (
        <div key={fate} className={styles.fate} data-fate={fate}>
          <dt>{t(`fate.${fate}`)}</dt>
          <dd className={styles.figure}>{counts[fate]}</dd>
          <dd>
            <Hint>{t(`fateHint.${group}.${fate}`)}</Hint>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Outcome = ({ batch }: { batch: ImportBatch }) =>
  batch.counts === null ? null : (
    <>
      <DateOrders batch={batch} />
      <Fates kind={batch.kind} counts={batch.counts} />
      <FaultsButton batch={batch} />
    </>
  )

/** The trial: what would become of every row, before anything is created. */
export const TrialCard = ({ batch }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const { entryText } = useErrorText()
  const examine = useImportStep(batch.id, 'examine')
  const { state, failure, done, toDo, counts } = batch
  const label = toDo === 0 ? t('trial.reading') : t('trial.running', { done, count: toDo })
  const fields = batch.columns.map(({ field }) => field)
  const mayTry = missingNeeds(batch.kind, fields).length === 0 && batch.sourceChoices.length === 0
  return (
    <Card title={t('steps.trial')}>
      <div className={styles.body}>
        {state === 'examining' ? (
          <ImportProgress label={label} done={done} toDo={toDo} />
        ) : (
          <div>
            <Button
              variant={counts ? 'default' : 'filled'}
              disabled={!mayTry}
              loading={examine.isPending}
              onClick={() => examine.mutate()}
            >
              {t(counts ? 'trial.again' : 'trial.action')}
            </Button>
          </div>
        )}
        {failure && (
          <ErrorBanner title={entryText({ code: '', message: failure.key, params: failure.params })} />
        )}
        <Outcome batch={batch} />
      </div>
      {counts && <ImportRows batch={batch} />}
    </Card>
  )
}
