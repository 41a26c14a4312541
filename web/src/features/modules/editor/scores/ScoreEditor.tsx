import { Button } from '@mantine/core'
import type { RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import type { Score } from '@ulna/contract/record-class/record-class.scores'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../../ui/base/Hint.tsx'
import { SelectField } from '../../../../ui/fields/SelectField.tsx'
import { useEditor } from '../editor-context.ts'
import { FaultLines } from '../faults/FaultMarks.tsx'
import { fieldPlace, scorePlace } from '../faults/text-places.ts'
import { NumberEntry } from '../fields/NumberEntry.tsx'
import { TextEntry } from '../fields/TextEntry.tsx'
import styles from '../ModuleEditor.module.css'
import { changeClass } from '../model/model-changes.ts'
import { someTextAt } from '../model/module-texts.ts'
import { formulaText } from './formula-text.ts'
import { ScoreFields } from './ScoreFields.tsx'
import { simpleOf, withOp } from './simple-score.ts'

export interface ScoreEditorProps {
  recordClass: RecordClassFile
  score: Score
  countable: readonly RecordField[]
  onChange: (change: (score: Score) => Score, mark?: string) => void
}

const ways = ['none', 'higher', 'lower'] as const

const withBetter = ({ better: _, ...score }: Score, better: string): Score =>
  better === 'higher' || better === 'lower' ? { ...score, better } : score

/** A formula that came with a file: it is kept, and only read. */
const Formula = ({ recordClass, score }: Pick<ScoreEditorProps, 'recordClass' | 'score'>) => {
  const { t } = useTranslation('moduleEditor')
  const { model, language } = useEditor()
  const nameOf = (id: string) =>
    someTextAt(model.document, fieldPlace(recordClass.classId, id, 'label'), language) || id
  return (
    <p className={styles.formula}>
      <strong>{t('scores.formula')}</strong> {t('scores.formulaAbout')}
      <code>{formulaText(score.expression, nameOf)}</code>
    </p>
  )
}

/** One score: a sum or a mean of what is chosen, or a formula of its own. */
export const ScoreEditor = ({ recordClass, score, countable, onChange }: ScoreEditorProps) => {
  const { t } = useTranslation('moduleEditor')
  const { model, language, remove } = useEditor()
  const { classId } = recordClass
  const at = scorePlace(classId, score.id, 'label')
  const name = someTextAt(model.document, at, language) || t('unnamed.score')
  const simple = simpleOf(score)
  const withoutScore = ({ scores = [], ...one }: RecordClassFile): RecordClassFile => ({
    ...one,
    scores: scores.filter(({ id }) => id !== score.id),
  })
  return (
    <fieldset className={styles.score}>
      <legend>{name}</legend>
      <FaultLines of={{ classId, scoreId: score.id }} />
      <div className={styles.pair}>
        <TextEntry at={at} label={t('scores.label')} inputId={`score-${score.id}`} />
        <TextEntry at={scorePlace(classId, score.id, 'unit')} label={t('scores.unit')} />
        {simple && (
          <SelectField
            label={t('scores.op')}
            value={simple.op}
            options={(['sum', 'mean'] as const).map((value) => ({ value, label: t(`scores.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              onChange((known) => withOp(known, value === 'mean' ? 'mean' : 'sum'))
            }
          />
        )}
        <SelectField
          label={t('scores.better')}
          value={score.better ?? 'none'}
          options={ways.map((value) => ({ value, label: t(`scores.ways.${value}`) }))}
          onChange={({ currentTarget: { value } }) => onChange((known) => withBetter(known, value))}
        />
        <NumberEntry
          label={t('scores.decimals')}
          integer
          required
          value={score.decimals ?? 0}
          onChange={(decimals) => onChange((known) => ({ ...known, decimals: decimals ?? 0 }), 'decimals')}
        />
      </div>
      {simple ? (
        <ScoreFields classId={classId} simple={simple} countable={countable} onChange={onChange} />
      ) : (
        <Formula recordClass={recordClass} score={score} />
      )}
      {score.bands && <Hint>{t('scores.bands', { count: score.bands.length })}</Hint>}
      <Button
        variant="subtle"
        color="red"
        onClick={() => remove(name, (now) => changeClass(now, classId, withoutScore))}
      >
        {t('scores.remove', { name })}
      </Button>
    </fieldset>
  )
}
