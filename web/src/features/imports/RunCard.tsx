import { Button } from '@mantine/core'
import type { ImportBatch } from '@ulna/contract/imports/imports'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/base/Card.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import styles from './Imports.module.css'
import { useImportStep } from './imports.queries.ts'
import { linkedPatients } from './linked-patients.ts'

/** Creates what the trial found to be new, or has the numbers remembered of those who are here already. */
export const RunCard = ({ batch }: { batch: ImportBatch }) => {
  const { id, kind, state, counts, done, toDo } = batch
  const count = counts?.create || linkedPatients(batch)
  const isLink = counts?.create === 0
  const { t } = useTranslation('imports')
  const run = useImportStep(id, 'run')
  if (state === 'running')
    return (
      <Card title={t('steps.run')}>
        <div className={styles.body}>
          <ImportProgress label={t('run.running', { done, count: toDo })} done={done} toDo={toDo} />
          <Hint>{t('run.stays')}</Hint>
        </div>
      </Card>
    )
  if (state !== 'examined' || counts === null) return null
  return (
    <Card title={t('steps.run')}>
      <div className={styles.body}>
        {count === 0 ? (
          <p>{t('run.nothing')}</p>
        ) : (
          <>
            {kind === 'appointments' && <Hint>{t('run.silent')}</Hint>}
            {isLink && <Hint>{t('run.linkHint')}</Hint>}
            <div>
              <Button loading={run.isPending} onClick={() => run.mutate()}>
                {isLink ? t('run.link', { count }) : t(`run.action.${kind}`, { count })}
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  )
}
