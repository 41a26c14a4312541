import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../../../ui/base/CheckboxField.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../../ui/icons/base-icons.tsx'
import { PlusIcon } from '../../../../ui/icons/shared-icons.tsx'
import { ConsentChoice } from '../consents/ConsentChoice.tsx'
import { needsConsents, withConsentOf, withoutConsents } from '../consents/consent-changes.ts'
import { focusLater, useEditor } from '../editor-context.ts'
import { optionPlace } from '../faults/text-places.ts'
import styles from '../ModuleEditor.module.css'
import { classIn } from '../model/model-changes.ts'
import { someTextAt } from '../model/module-texts.ts'
import { moved } from '../model/moved.ts'
import { addOption } from './field-changes.ts'
import { optionsIn, withOptions } from './field-options.ts'
import { OrderButtons } from './OrderButtons.tsx'
import { TextEntry } from './TextEntry.tsx'
import type { TypeSettingsProps } from './type-settings-props.ts'

/** What can be chosen, in its order. */
export const OptionList = ({ classId, field, onChange }: TypeSettingsProps) => {
  const { t } = useTranslation('moduleEditor')
  const { model, language, change, say } = useEditor()
  const options = optionsIn(field)
  const isOfConsent = classIn(model, classId)?.consent === true
  const [asks, setAsks] = useState(needsConsents(field))
  const asksConsent = !isOfConsent && (asks || needsConsents(field))
  const toggle = (checked: boolean) => {
    setAsks(checked)
    if (!checked) onChange(withoutConsents)
  }
  const add = () => {
    const next = addOption(model, classId, field.id)
    change(() => next)
    focusLater(`option-${field.id}-${options.length}`)
  }
  const remove = (value: string, name: string) => {
    onChange((known) =>
      withOptions(
        known,
        optionsIn(known).filter((one) => one.value !== value),
      ),
    )
    say(t('removed', { name }))
    focusLater('editor-undo')
  }
  return (
    <fieldset className={styles.options}>
      <legend>{t('options.title')}</legend>
      <ol>
        {options.map(({ value, needsConsent }, index) => {
          const at = optionPlace(classId, field.id, value)
          const name = someTextAt(model.document, at, language) || t('options.number', { number: index + 1 })
          return (
            <li key={value} className={styles.option}>
              <div className={styles.optionName}>
                <TextEntry
                  at={at}
                  label={t('options.number', { number: index + 1 })}
                  inputId={`option-${field.id}-${index}`}
                />
                {asksConsent && (
                  <ConsentChoice
                    label={t('consent.needsOf', { name })}
                    value={needsConsent}
                    onChange={(consent) => onChange((known) => withConsentOf(known, value, consent))}
                  />
                )}
              </div>
              <span className={styles.tools}>
                <OrderButtons
                  name={name}
                  id={`option-${field.id}-${value}`}
                  index={index}
                  count={options.length}
                  onMove={(by) =>
                    onChange((known) => withOptions(known, moved(optionsIn(known), index, index + by)))
                  }
                />
                <IconButton label={t('options.remove', { name })} onClick={() => remove(value, name)}>
                  <CloseIcon size={18} />
                </IconButton>
              </span>
            </li>
          )
        })}
      </ol>
      <Button variant="subtle" leftSection={<PlusIcon size={18} />} onClick={add}>
        {t('options.add')}
      </Button>
      {!isOfConsent && (
        <CheckboxField
          label={t('consent.choices')}
          checked={asksConsent}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
      )}
    </fieldset>
  )
}
