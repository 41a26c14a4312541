import {
  type FieldType,
  type RecordClassFile,
  type RecordField,
  reservedReasons,
  visibility,
} from '@ulna/contract/record-class/record-class'
import { alertOf, hasValue } from '@ulna/contract/record-class/record-class.fields'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../../../ui/base/CheckboxField.tsx'
import { SelectField } from '../../../../ui/fields/SelectField.tsx'
import { focusLater, useEditor } from '../editor-context.ts'
import styles from '../ModuleEditor.module.css'
import { retypeField } from './field-changes.ts'
import { bandOf, canBeRequired, fieldKinds, summaryBands, withRequired } from './field-kinds.ts'
import type { OnField } from './type-settings-props.ts'

const types: readonly FieldType[] = Object.values(fieldKinds).flat()

/** Which type a field is; another one is another field where old values would not read. */
export const TypeChoice = ({ recordClass, field }: { recordClass: RecordClassFile; field: RecordField }) => {
  const { t } = useTranslation('moduleEditor')
  const { model, change, showField } = useEditor()
  const isWaiting = model.fresh.includes(field.id)
  // A type that only shipped forms have stays as it is.
  const offered = types.includes(field.type) ? types : [field.type]
  const retype = (type: FieldType) => {
    const [next, id] = retypeField(model, recordClass.classId, { id: field.id, type })
    change(() => next)
    showField(id)
    focusLater(`type-${id}`)
  }
  return (
    <div id={`type-${field.id}`}>
      <SelectField
        label={t('field.type')}
        hint={isWaiting ? t(`types.${field.type}.about`) : t('field.typeHint')}
        value={field.type}
        options={offered.map((type) => ({ value: type, label: t(`types.${type}.name`) }))}
        onChange={(event) => {
          const chosen = types.find((type) => type === event.currentTarget.value)
          if (chosen) retype(chosen)
        }}
      />
    </div>
  )
}

/** Where the field stands when a record is told in short. */
const SummaryChoice = ({ field, onChange }: { field: RecordField } & OnField) => {
  const { t } = useTranslation('moduleEditor')
  return (
    <SelectField
      label={t('field.summary')}
      hint={t(alertOf(field) ? 'field.summaryAlert' : 'field.summaryHint')}
      value={bandOf(field.displayOrder)}
      options={summaryBands.map((value) => ({ value, label: t(`bands.${value}`) }))}
      onChange={(event) => {
        const band = summaryBands.find((one) => one === event.currentTarget.value)
        if (band) onChange((known) => ({ ...known, displayOrder: visibility[band] }))
      }}
    />
  )
}

const reservedChoices = ['none', ...reservedReasons] as const

/** Whether its answers go into the copy that a patient gets where no clinician decides. */
const ReservedChoice = ({ field, onChange }: { field: RecordField } & OnField) => {
  const { t } = useTranslation('moduleEditor')
  return (
    <SelectField
      label={t('field.reserved')}
      hint={t('field.reservedHint')}
      value={field.reserved ?? 'none'}
      options={reservedChoices.map((value) => ({ value, label: t(`field.reservedAs.${value}`) }))}
      onChange={(event) => {
        const chosen = reservedReasons.find((one) => one === event.currentTarget.value)
        onChange(({ reserved: _, ...rest }) => (chosen ? { ...rest, reserved: chosen } : rest))
      }}
    />
  )
}

/** What every field has, whatever its type: its place in summaries, whether it must be answered, how wide it is, whether copies have it. */
export const PlaceSettings = ({ field, onChange }: { field: RecordField } & OnField) => {
  const { t } = useTranslation('moduleEditor')
  return (
    <div className={styles.pair}>
      <SummaryChoice field={field} onChange={onChange} />
      <div>
        {canBeRequired(field.type) && (
          <CheckboxField
            label={t('field.required')}
            checked={field.required === true}
            onChange={({ currentTarget: { checked } }) => onChange((known) => withRequired(known, checked))}
          />
        )}
        <CheckboxField
          label={t('field.wide')}
          checked={field.fullWidth === true}
          onChange={({ currentTarget: { checked } }) =>
            onChange(({ fullWidth: _, ...rest }) => (checked ? { ...rest, fullWidth: true } : rest))
          }
        />
      </div>
      {hasValue(field) && <ReservedChoice field={field} onChange={onChange} />}
    </div>
  )
}
