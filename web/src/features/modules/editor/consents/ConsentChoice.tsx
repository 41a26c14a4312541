import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../../ui/fields/SelectField.tsx'
import { useEditor } from '../editor-context.ts'
import { useConsents } from './use-consents.ts'

export interface ConsentChoiceProps {
  label: string
  hint?: string
  error?: string | undefined
  value: string | undefined
  onChange: (consent: string | undefined) => void
}

/** Which consent is needed, of those there are; one that the practice does not have stays until it is changed. */
export const ConsentChoice = ({ label, hint, error, value, onChange }: ConsentChoiceProps) => {
  const { t } = useTranslation('moduleEditor')
  const { model, language } = useEditor()
  const consents = useConsents(model.document, language)
  const isKnown = value === undefined || consents.some(({ id }) => id === value)
  const options = [
    { value: '', label: t('consent.none') },
    ...(isKnown ? [] : [{ value, label: t('consent.absent', { id: value }) }]),
    ...consents.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <SelectField
      label={label}
      hint={consents.length === 0 ? t('consent.noneInstalled') : hint}
      error={error}
      value={value ?? ''}
      options={options}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
