import { appointmentStatuses } from '@ulna/contract/appointments/appointments'
import type { ImportBatch, ImportValue } from '@ulna/contract/imports/imports'
import { goneTarget, valueFields } from '@ulna/contract/imports/imports.fields'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './Imports.module.css'
import { useChangeImport } from './imports.queries.ts'

type ValueField = ImportValue['field']

/** What a word of a column may stand for. */
const useTargets = ({ practitioners }: ImportBatch) => {
  const { t } = useTranslation('imports')
  return (field: ValueField) => [
    { value: '', label: t('values.none') },
    ...(field === 'status'
      ? appointmentStatuses.map((value) => ({ value, label: t(`status.${value}`) }))
      : [
          ...practitioners.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
          { value: goneTarget, label: t('values.gone') },
        ]),
  ]
}

/** How a word is shown: one that says nothing stands for all rows where it is the only one. */
const useWord = (batch: ImportBatch) => {
  const { t } = useTranslation('imports')
  return ({ field, text }: ImportValue): string => {
    if (text !== '') return text
    const isOnly = batch.values.filter((one) => one.field === field).length === 1
    return t(isOnly ? 'values.all' : 'values.empty')
  }
}

/** Who each practitioner of the file is here, and what each of its statuses means. */
export const Values = ({ batch }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const change = useChangeImport(batch.id)
  const targetsOf = useTargets(batch)
  const wordOf = useWord(batch)
  return valueFields.map((field) => {
    const values = batch.values.filter((one) => one.field === field)
    if (values.length === 0) return null
    return (
      <fieldset key={field} className={styles.choices} aria-busy={change.isPending}>
        <legend>{t(`values.${field}`)}</legend>
        <ul>
          {values.map((value) => (
            <li key={value.text} className={styles.value} data-open={value.target === null || undefined}>
              <span className={styles.name}>{wordOf(value)}</span>
              <SelectField
                label={t('values.said', { text: wordOf(value) })}
                value={value.target ?? ''}
                onChange={({ currentTarget }) =>
                  change.mutate({
                    values: [{ field, text: value.text, target: currentTarget.value || null }],
                  })
                }
                options={targetsOf(field)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
    )
  })
}
