import { Button } from '@mantine/core'
import type { RecordClassFile } from '@ulna/contract/record-class/record-class'
import { type Score, scoreLimits } from '@ulna/contract/record-class/record-class.scores'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../../ui/base/Hint.tsx'
import { PlusIcon } from '../../../../ui/icons/shared-icons.tsx'
import { focusLater, useEditor } from '../editor-context.ts'
import styles from '../ModuleEditor.module.css'
import { withFreshIds } from '../model/editor-model.ts'
import { changeClass } from '../model/model-changes.ts'
import { ScoreEditor } from './ScoreEditor.tsx'
import { countableFields, newScore } from './simple-score.ts'

/** What is counted from the answers of a form. */
export const ScoreList = ({ recordClass }: { recordClass: RecordClassFile }) => {
  const { t } = useTranslation('moduleEditor')
  const { model, change } = useEditor()
  const { classId, scores = [] } = recordClass
  const countable = countableFields(recordClass)
  const add = () => {
    const [next, [id = '', label = '']] = withFreshIds(model, 2)
    const score = newScore(id, label, countable)
    change(() => changeClass(next, classId, (one) => ({ ...one, scores: [...(one.scores ?? []), score] })))
    focusLater(`score-${id}`)
  }
  const replace = (id: string, changed: (score: Score) => Score, mark?: string) =>
    change(
      (now) =>
        changeClass(now, classId, (one) => ({
          ...one,
          scores: (one.scores ?? []).map((score) => (score.id === id ? changed(score) : score)),
        })),
      mark && `${classId} ${id} ${mark}`,
    )
  return (
    <section className={styles.section} aria-label={t('scores.title')}>
      <h3>{t('scores.title')}</h3>
      <Hint>{t('scores.about')}</Hint>
      {scores.map((score) => (
        <ScoreEditor
          key={score.id}
          recordClass={recordClass}
          score={score}
          countable={countable}
          onChange={(changed, mark) => replace(score.id, changed, mark)}
        />
      ))}
      {countable.length === 0 && <Hint>{t('scores.nothing')}</Hint>}
      {countable.length > 0 && scores.length < scoreLimits.perClass && (
        <Button variant="light" leftSection={<PlusIcon size={18} />} onClick={add}>
          {t('scores.add')}
        </Button>
      )}
    </section>
  )
}
