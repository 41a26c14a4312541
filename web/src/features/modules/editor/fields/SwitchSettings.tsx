import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../../ui/fields/SelectField.tsx'
import { useEditor } from '../editor-context.ts'
import { fieldPlace } from '../faults/text-places.ts'
import { addOption } from './field-changes.ts'
import { withParam } from './field-rules.ts'
import { OptionList } from './OptionList.tsx'
import { TextEntry } from './TextEntry.tsx'
import type { TypeSettingsProps } from './type-settings-props.ts'

/** What opens when the switch is on: a text, or something to choose. */
export const SwitchSettings = (props: TypeSettingsProps) => {
  const { t } = useTranslation('moduleEditor')
  const { classId, field, onChange } = props
  const { change } = useEditor()
  const isSelect = field.params?.valueType === 'select'
  const choose = (valueType: string) => {
    onChange((known) => withParam(withParam(known, 'valueType', valueType), 'options', undefined))
    if (valueType === 'select')
      change((now) => addOption(addOption(now, classId, field.id), classId, field.id), 'options')
  }
  return (
    <>
      <TextEntry
        at={fieldPlace(classId, field.id, 'valueLabel')}
        label={t('opens.label')}
        hint={t('opens.labelHint')}
      />
      <SelectField
        label={t('opens.type')}
        value={isSelect ? 'select' : 'text'}
        options={[
          { value: 'text', label: t('opens.text') },
          { value: 'select', label: t('opens.select') },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {isSelect && <OptionList {...props} />}
    </>
  )
}
