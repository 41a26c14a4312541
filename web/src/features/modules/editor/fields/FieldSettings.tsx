import type { RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../../ui/base/class-names.ts'
import { hintClass } from '../../../../ui/base/Hint.tsx'
import { useEditor } from '../editor-context.ts'
import { FaultLines } from '../faults/FaultMarks.tsx'
import { fieldPlace } from '../faults/text-places.ts'
import styles from '../ModuleEditor.module.css'
import { changeClass } from '../model/model-changes.ts'
import { withField } from './class-fields.ts'
import { PlaceSettings, TypeChoice } from './FieldChoices.tsx'
import { TextEntry } from './TextEntry.tsx'
import { TypeSettings } from './TypeSettings.tsx'
import type { OnField } from './type-settings-props.ts'

export interface FieldSettingsProps {
  recordClass: RecordClassFile
  field: RecordField
  name: string
}

/** The id of the field, shown to those who ask for it. */
const IdLine = ({ field }: Pick<FieldSettingsProps, 'field'>) => {
  const { t } = useTranslation('moduleEditor')
  const { model } = useEditor()
  const [isShown, setShown] = useState(false)
  return (
    <p className={classNames(hintClass, styles.id)}>
      <button
        type="button"
        className={styles.textButton}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {t('field.id')}
      </button>
      {isShown && (model.fresh.includes(field.id) ? t('field.idLater') : <code>{field.id}</code>)}
    </p>
  )
}

/** Everything that can be said about one field. */
export const FieldSettings = ({ recordClass, field, name }: FieldSettingsProps) => {
  const { t } = useTranslation('moduleEditor')
  const { change } = useEditor()
  const { classId } = recordClass
  const onChange: OnField['onChange'] = (changed, mark) =>
    change(
      (now) => changeClass(now, classId, (one) => withField(one, field.id, changed)),
      mark && `${classId} ${field.id} ${mark}`,
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend where the row's own button names it
    <div className={styles.settings} role="group" aria-label={t('field.settings', { name })}>
      <FaultLines of={{ classId, fieldId: field.id }} />
      <div className={styles.pair}>
        <TextEntry
          at={fieldPlace(classId, field.id, 'label')}
          label={t('field.label')}
          inputId={`label-${field.id}`}
        />
        <TypeChoice recordClass={recordClass} field={field} />
      </div>
      <TextEntry
        at={fieldPlace(classId, field.id, 'hint')}
        label={t('field.hint')}
        hint={t('field.hintHint')}
      />
      <TypeSettings classId={classId} field={field} onChange={onChange} />
      <PlaceSettings field={field} onChange={onChange} />
      <IdLine field={field} />
    </div>
  )
}
