import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldError } from '@ulna/contract/errors'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type FormValues, startValues } from '../../../blocks/record-form/form/form-values.ts'
import { RecordForm } from '../../../blocks/record-form/form/RecordForm.tsx'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import styles from './AddDocumentDialog.module.css'
import { type DocumentSubtype, documentKinds } from './file-check.ts'

export interface DocumentFormProps {
  recordClass: RecordClass
  /** A document that is there already: the form goes on with its words. */
  record: RecordRow | undefined
  subtype: DocumentSubtype
  onSubtype: (subtype: DocumentSubtype) => void
  serverErrors: readonly FieldError[]
  isPending: boolean
  onTyped: () => void
  onSubmit: (data: FormValues) => void
  onLater: () => void
}

/** What was typed about a document that waits for being completed: kept in memory, for whoever closes and comes back. */
const useTyped = (recordId: number | undefined) => {
  const client = useQueryClient()
  const typed = useRef<FormValues>(undefined)
  const key = ['document-words', recordId]
  client.setQueryDefaults(['document-words'], { gcTime: Number.POSITIVE_INFINITY })
  const keep = (values: FormValues | undefined): void => {
    typed.current = values
    if (recordId !== undefined && values) client.setQueryData(key, values)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the first file has made the document
  useEffect(() => keep(typed.current), [recordId])
  return { values: recordId === undefined ? undefined : client.getQueryData<FormValues>(key), keep }
}

/** What the document is, and what is said about it. */
export const DocumentForm = (props: DocumentFormProps) => {
  const { recordClass, record, subtype, onSubtype, serverErrors, isPending, onTyped, onSubmit, onLater } =
    props
  const { t } = useTranslation('files')
  const dates = useDates()
  const typed = useTyped(record?.id)
  const isThere = record !== undefined && record.subtype !== 'temporal'
  const blank = startValues(recordClass, isThere ? (record.data ?? {}) : { date: dates.today() })
  return (
    <RecordForm
      recordClass={recordClass}
      startValues={isThere ? blank : { ...blank, ...typed.values }}
      onValuesChange={(values) => {
        typed.keep(values)
        onTyped()
      }}
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
