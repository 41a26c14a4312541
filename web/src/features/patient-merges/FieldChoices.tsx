import type { FieldChoice, MergedField } from '@ulna/contract/patient-merges/patient-merges'
import type { Patient } from '@ulna/contract/patients/patients'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card } from '../../ui/base/Card.tsx'
import { CardBody } from '../../ui/CardBody.tsx'
import styles from './Merge.module.css'
import { type Choices, choicesOf, differingFields } from './merge-choices.ts'

/** What a patient says in a field, in words. */
const useSaid = () => {
  const { t } = useTranslation(['merge', 'common'])
  const dates = useDates()
  const special: Partial<Record<MergedField, (patient: Patient) => string>> = {
    mailReminders: (patient) => t(patient.mailReminders ? 'fields.yes' : 'fields.no'),
    language: ({ language }) =>
      language === null ? t('fields.practice') : t(`common:languages.${language}`),
    birthDate: ({ birthDate }) => (birthDate === null ? '' : dates.day(birthDate)),
  }
  return (patient: Patient, field: MergedField): string =>
    special[field]?.(patient) ?? String(patient[field] ?? '')
}

interface OptionProps {
  name: string
  checked: boolean
  /** Whose it is. */
  side: string
  onChoose: () => void
  children: ReactNode
}

const Option = ({ name, checked, side, onChoose, children }: OptionProps) => (
  <label className={styles.option}>
    <input type="radio" name={name} checked={checked} onChange={onChoose} />
    <span className={styles.said}>
      <span className={styles.side}>{side}</span>
      <span className={styles.value}>{children}</span>
    </span>
  </label>
)

interface FieldProps extends Pick<FieldChoicesProps, 'kept' | 'other' | 'pictureOf'> {
  field: MergedField
  choice: FieldChoice
  onChoose: (choice: FieldChoice) => void
}

const Field = ({ field, kept, other, choice, pictureOf, onChoose }: FieldProps) => {
  const { t } = useTranslation(['merge', 'patient'])
  const name = useId()
  const said = useSaid()
  const sides = {
    kept: t('side', { number: kept.fileId }),
    other: t('side', { number: other.fileId }),
    both: t('fields.both'),
  }
  const shown = (one: FieldChoice): ReactNode => {
    if (one === 'both') return t('fields.bothHint')
    const patient = one === 'kept' ? kept : other
    return field === 'profileImgData' ? pictureOf(patient) : said(patient, field) || t('fields.nothing')
  }
  return (
    <fieldset className={styles.field}>
      <legend>{field === 'profileImgData' ? t('patient:form.picture') : t(`patient:form.${field}`)}</legend>
      <div className={styles.options}>
        {choicesOf(field, kept, other).map((one) => (
          <Option
            key={one}
            name={name}
            side={sides[one]}
            checked={choice === one}
            onChoose={() => onChoose(one)}
          >
            {shown(one)}
          </Option>
        ))}
      </div>
    </fieldset>
  )
}

export interface FieldChoicesProps {
  kept: Patient
  other: Patient
  choices: Choices
  onChange: (choices: Choices) => void
  pictureOf: (patient: Patient) => ReactNode
}

/** What both say of the patient, field by field, and which of it stays. */
export const FieldChoices = ({ kept, other, choices, onChange, pictureOf }: FieldChoicesProps) => {
  const { t } = useTranslation('merge')
  const fields = differingFields(kept, other)
  return (
    <Card title={t('fields.title')} lead={<p>{t(fields.length === 0 ? 'fields.same' : 'fields.lead')}</p>}>
      {fields.length > 0 && (
        <CardBody>
          {fields.map((field) => (
            <Field
              key={field}
              field={field}
              kept={kept}
              other={other}
              choice={choices[field] ?? 'kept'}
              pictureOf={pictureOf}
              onChoose={(choice) => onChange({ [field]: choice })}
            />
          ))}
        </CardBody>
      )}
    </Card>
  )
}
