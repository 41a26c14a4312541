import type { RecordField } from '@ulna/contract/record-class/record-class'
import type { Score } from '@ulna/contract/record-class/record-class.scores'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../../../ui/base/CheckboxField.tsx'
import { hintClass } from '../../../../ui/base/Hint.tsx'
import { useEditor } from '../editor-context.ts'
import { optionPlace } from '../faults/text-places.ts'
import { optionsIn } from '../fields/field-options.ts'
import { NumberEntry } from '../fields/NumberEntry.tsx'
import { useFieldName } from '../fields/use-field-name.ts'
import styles from '../ModuleEditor.module.css'
import { someTextAt } from '../model/module-texts.ts'
import { type SimpleScore, withCounted, withOptionCount } from './simple-score.ts'

interface OnScore {
  onChange: (change: (score: Score) => Score, mark?: string) => void
}

export interface ScoreFieldsProps extends OnScore {
  countable: readonly RecordField[]
  classId: string
  simple: SimpleScore
}

interface OptionCountsProps extends OnScore {
  classId: string
  field: RecordField
  values: Readonly<Record<string, number | null>>
}

/** How much each option counts; an empty one as if nothing had been answered. */
const OptionCounts = ({ classId, field, values, onChange }: OptionCountsProps) => {
  const { t } = useTranslation('moduleEditor')
  const { model, language } = useEditor()
  const name = useFieldName(classId)(field)
  return (
    <fieldset className={styles.counts}>
      <legend className={hintClass}>{t('scores.counts', { name })}</legend>
      {optionsIn(field).map(({ value }, index) => (
        <NumberEntry
          key={value}
          label={
            someTextAt(model.document, optionPlace(classId, field.id, value), language) ||
            t('options.number', { number: index + 1 })
          }
          value={values[value] ?? undefined}
          onChange={(counts) =>
            onChange(
              (known) => withOptionCount(known, { field: field.id, option: value, counts: counts ?? null }),
              `${field.id} ${value}`,
            )
          }
        />
      ))}
    </fieldset>
  )
}

/** Which fields are counted. */
export const ScoreFields = ({ classId, simple, countable, onChange }: ScoreFieldsProps) => {
  const { t } = useTranslation('moduleEditor')
  const fieldName = useFieldName(classId)
  const answerOf = (field: RecordField) => simple.answers.find((one) => one.field === field.id)
  return (
    <fieldset className={styles.options}>
      <legend>{t('scores.fields')}</legend>
      {countable.map((field) => {
        const answer = answerOf(field)
        const isLast = answer !== undefined && simple.answers.length === 1
        return (
          <div key={field.id}>
            <CheckboxField
              label={isLast ? t('scores.lastField', { name: fieldName(field) }) : fieldName(field)}
              checked={answer !== undefined}
              disabled={isLast}
              onChange={({ currentTarget: { checked } }) =>
                onChange((known) => withCounted(known, field, checked))
              }
            />
            {answer?.values && (
              <OptionCounts classId={classId} field={field} values={answer.values} onChange={onChange} />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
