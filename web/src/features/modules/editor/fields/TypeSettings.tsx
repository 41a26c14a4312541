import type { FieldType, RecordField } from '@ulna/contract/record-class/record-class'
import { painRange } from '@ulna/contract/record-class/record-class.fields'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../../../ui/base/CheckboxField.tsx'
import { fieldPlace } from '../faults/text-places.ts'
import styles from '../ModuleEditor.module.css'
import { boundOf, withBound, withParam } from './field-rules.ts'
import { NumberEntry } from './NumberEntry.tsx'
import { OptionList } from './OptionList.tsx'
import { PairSettings } from './PairSettings.tsx'
import { SwitchSettings } from './SwitchSettings.tsx'
import { TextEntry } from './TextEntry.tsx'
import type { TypeSettingsProps } from './type-settings-props.ts'

const numberIn = (field: RecordField, name: string): number | undefined => {
  const value = field.params?.[name]
  return typeof value === 'number' ? value : undefined
}

/** The ends of a number, or of how much is chosen. */
const Bounds = ({ field, onChange }: TypeSettingsProps) => {
  const { t } = useTranslation('moduleEditor')
  return (
    <div className={styles.pair}>
      {(['min', 'max'] as const).map((kind) => (
        <NumberEntry
          key={kind}
          label={t(`numbers.${kind}`)}
          value={boundOf(field, kind)}
          onChange={(bound) => onChange((known) => withBound(known, kind, bound), kind)}
        />
      ))}
    </div>
  )
}

/** Most numbers are findings; of one that is not no curve is drawn. */
const MeasuredChoice = ({ field, onChange }: TypeSettingsProps) => {
  const { t } = useTranslation('moduleEditor')
  return (
    <CheckboxField
      label={t('numbers.measured')}
      checked={field.params?.measured !== false}
      onChange={({ currentTarget: { checked } }) =>
        onChange((known) => withParam(known, 'measured', checked ? undefined : false))
      }
    />
  )
}

const PercentSettings = (props: TypeSettingsProps) => (
  <>
    <Bounds {...props} />
    <MeasuredChoice {...props} />
  </>
)

const NumberSettings = (props: TypeSettingsProps) => {
  const { classId, field, onChange } = props
  const { t } = useTranslation('moduleEditor')
  return (
    <>
      <Bounds {...props} />
      <div className={styles.pair}>
        <TextEntry
          at={fieldPlace(classId, field.id, 'unit')}
          label={t('numbers.unit')}
          hint={t('numbers.unitHint')}
        />
        <CheckboxField
          label={t('numbers.integer')}
          checked={field.params?.integer === true}
          onChange={({ currentTarget: { checked } }) =>
            onChange((known) => withParam(known, 'integer', checked || undefined))
          }
        />
      </div>
      <MeasuredChoice {...props} />
    </>
  )
}

const TextLength = ({ field, onChange }: TypeSettingsProps) => {
  const { t } = useTranslation('moduleEditor')
  return (
    <NumberEntry
      label={t('text.longest')}
      integer
      value={boundOf(field, 'max')}
      onChange={(bound) => onChange((known) => withBound(known, 'max', bound), 'max')}
    />
  )
}

const AreaSettings = (props: TypeSettingsProps) => {
  const { t } = useTranslation('moduleEditor')
  const { field, onChange } = props
  return (
    <div className={styles.pair}>
      <NumberEntry
        label={t('text.rows')}
        integer
        value={numberIn(field, 'rows')}
        onChange={(rows) => onChange((known) => withParam(known, 'rows', rows), 'rows')}
      />
      <TextLength {...props} />
    </div>
  )
}

const PainSettings = ({ field, onChange }: TypeSettingsProps) => {
  const { t } = useTranslation('moduleEditor')
  const range = painRange(field)
  return (
    <div className={styles.pair}>
      {(['minimum', 'maximum'] as const).map((end) => (
        <NumberEntry
          key={end}
          label={t(`pain.${end}`)}
          integer
          required
          value={range[end]}
          onChange={(value) => onChange((known) => withParam(known, end, value), end)}
        />
      ))}
    </div>
  )
}

const ofType: Partial<Record<FieldType, ComponentType<TypeSettingsProps>>> = {
  text: TextLength,
  textarea: AreaSettings,
  number: NumberSettings,
  percent: PercentSettings,
  select: OptionList,
  radio_group: OptionList,
  checkbox_group: OptionList,
  conditional_switch: SwitchSettings,
  measure_pair: PairSettings,
  pain_scale: PainSettings,
}

/** What only fields of this type have. */
export const TypeSettings = (props: TypeSettingsProps) => {
  const Settings = ofType[props.field.type]
  return Settings ? <Settings {...props} /> : null
}
