import { Button } from '@mantine/core'
import type { ImportBatch } from '@ulna/contract/imports/imports'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/base/Card.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import styles from './Imports.module.css'
import { useImportStep } from './imports.queries.ts'

/** Creates what the trial found to be new. */
export const RunCard = ({ batch: { id, kind, state, counts, done, toDo } }: { batch: ImportBatch }) => {
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
        {counts.create === 0 ? (
          <p>{t('run.nothing')}</p>
        ) : (
          <>
            {kind === 'appointments' && <Hint>{t('run.silent')}</Hint>}
            <div>
              <Button loading={run.isPending} onClick={() => run.mutate()}>
                {t(`run.action.${kind}`, { count: counts.create })}
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  )
}
