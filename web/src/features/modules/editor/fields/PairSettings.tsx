import type { RecordField } from '@ulna/contract/record-class/record-class'
import { type MeasureNorm, pairParams } from '@ulna/contract/record-class/record-class.pairs'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../../../ui/base/CheckboxField.tsx'
import { useEditor } from '../editor-context.ts'
import { fieldPlace } from '../faults/text-places.ts'
import styles from '../ModuleEditor.module.css'
import { withFreshId } from '../model/editor-model.ts'
import { changeClass } from '../model/model-changes.ts'
import { withField } from './class-fields.ts'
import { withParam } from './field-rules.ts'
import { NumberEntry } from './NumberEntry.tsx'
import { TextEntry } from './TextEntry.tsx'
import type { OnField, TypeSettingsProps } from './type-settings-props.ts'

const withNormPart = (field: RecordField, part: 'value' | 'low' | 'high', value: number | undefined) => {
  const { norm } = pairParams(field)
  if (!norm) return field
  const { [part]: _, ...rest } = norm
  return withParam(field, 'norm', value === undefined ? rest : { ...norm, [part]: value })
}

const NormNumbers = ({ onChange, norm }: OnField & { norm: MeasureNorm }) => {
  const { t } = useTranslation('moduleEditor')
  return (
    <div className={styles.pair}>
      {(['value', 'low', 'high'] as const).map((part) => (
        <NumberEntry
          key={part}
          label={t(`pair.${part}`)}
          required={part === 'value'}
          value={norm[part]}
          onChange={(value) => onChange((known) => withNormPart(known, part, value), part)}
        />
      ))}
    </div>
  )
}

/** A measure of both sides: its unit, its ends, and what is normal. */
export const PairSettings = (props: TypeSettingsProps) => {
  const { classId, field, onChange } = props
  const { t } = useTranslation('moduleEditor')
  const { model, change } = useEditor()
  const params = pairParams(field)
  const setNorm = (wanted: boolean) => {
    if (!wanted) return onChange((known) => withParam(known, 'norm', undefined))
    const [next, source] = withFreshId(model)
    const norm = { value: params.max, source }
    const withNorm = (known: RecordField) => withParam(known, 'norm', norm)
    change(() => changeClass(next, classId, (one) => withField(one, field.id, withNorm)))
  }
  return (
    <>
      <div className={styles.pair}>
        <TextEntry
          at={fieldPlace(classId, field.id, 'unit')}
          label={t('numbers.unit')}
          hint={t('pair.unitHint')}
        />
        <CheckboxField
          label={t('numbers.integer')}
          checked={params.integer}
          onChange={({ currentTarget: { checked } }) =>
            onChange((known) => withParam(known, 'integer', checked || undefined))
          }
        />
        {(['min', 'max'] as const).map((end) => (
          <NumberEntry
            key={end}
            label={t(`numbers.${end}`)}
            required
            value={params[end]}
            onChange={(value) => onChange((known) => withParam(known, end, value), end)}
          />
        ))}
      </div>
      <CheckboxField
        label={t('pair.norm')}
        checked={params.norm !== null}
        onChange={(event) => setNorm(event.currentTarget.checked)}
      />
      {params.norm && (
        <>
          <NormNumbers onChange={onChange} norm={params.norm} />
          <TextEntry
            at={fieldPlace(classId, field.id, 'source')}
            label={t('pair.source')}
            hint={t('pair.sourceHint')}
          />
        </>
      )}
    </>
  )
}
