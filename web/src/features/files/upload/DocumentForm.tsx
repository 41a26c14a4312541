import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldError } from '@ulna/contract/errors'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { type FormValues, startValues } from '../../../blocks/record-form/form/form-values.ts'
import { RecordForm } from '../../../blocks/record-form/form/RecordForm.tsx'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import styles from './DocumentForm.module.css'
import { type DocumentSubtype, documentKinds } from './file-check.ts'

export interface DocumentFormProps {
  recordClass: RecordClass
  /** Of a document that is there; its words are gone on with. */
  record: RecordRow | undefined
  subtype: DocumentSubtype
  onSubtype: (subtype: DocumentSubtype) => void
  serverErrors: readonly FieldError[]
  isPending: boolean
  onSubmit: (data: FormValues) => void
  onLater: () => void
}

/** What was typed about a document that waits for being completed: kept in memory, for whoever closes and comes back. */
const useTyped = (recordId: number | undefined) => {
  const client = useQueryClient()
  const key = ['document-words', recordId]
  client.setQueryDefaults(['document-words'], { gcTime: Number.POSITIVE_INFINITY })
  return {
    values: recordId === undefined ? undefined : client.getQueryData<FormValues>(key),
    keep: (values: FormValues): void => {
      if (recordId !== undefined) client.setQueryData(key, values)
    },
  }
}

/** What the document is, and what is said about it. */
export const DocumentForm = (props: DocumentFormProps) => {
  const { recordClass, record, subtype, onSubtype, serverErrors, isPending, onSubmit, onLater } = props
  const { t } = useTranslation('files')
  const dates = useDates()
  const typed = useTyped(record?.id)
  const isThere = record !== undefined && record.subtype !== 'temporal'
  const blank = startValues(recordClass, isThere ? (record.data ?? {}) : { date: dates.today() })
  return (
    <RecordForm
      recordClass={recordClass}
      startValues={isThere ? blank : { ...blank, ...typed.values }}
      onValuesChange={typed.keep}
      onSubmit={onSubmit}
      serverErrors={serverErrors}
      label={t('add.form')}
      before={
        <SelectField
          className={styles.kind}
          label={t('add.kind')}
          value={subtype}
          onChange={(event) => {
            const chosen = documentKinds.find((one) => one === event.currentTarget.value)
            if (chosen) onSubtype(chosen)
          }}
          options={documentKinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
        />
      }
      actions={
        <>
          <Button variant="default" onClick={onLater}>
            {t(isThere ? 'add.close' : 'add.later')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('add.save')}
          </Button>
        </>
      }
    />
  )
}
