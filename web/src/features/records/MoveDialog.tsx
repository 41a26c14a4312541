import type { RecordRow } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useMoveFollowUp } from './records.queries.ts'
import type { RecordWords } from './use-record-words.ts'

export interface MoveDialogProps {
  record: RecordRow
  title: string
  /** Open diagnoses it may go to. */
  cases: readonly RecordRow[]
  words: RecordWords
  onClose: () => void
}

/** A follow-up that was written under the wrong diagnosis goes to another one. */
export const MoveDialog = ({ record, title, cases, words, onClose }: MoveDialogProps) => {
  const { t } = useTranslation(['record', 'history', 'error'])
  const { mutateAsync } = useMoveFollowUp(record)
  const { frame, text } = useServerForm({
    stored: undefined,
    startOf: () => ({ case: '' }),
    faultsOf: (values) => (values.case === '' ? { case: t('error:field_required') } : {}),
    save: ({ values }) => mutateAsync(Number(values.case)),
    onSaved: onClose,
    fieldOf: () => 'case',
  })
  return (
    <FormDialog
      frame={frame}
      title={t('history:move.title', { title })}
      saveLabel={t('history:move.confirm')}
      onClose={onClose}
    >
      <p>{t('history:move.text')}</p>
      <SelectField
        {...text('case')}
        label={t('history:move.case')}
        options={[
          { value: '', label: t('form.choose') },
          ...cases.map((one) => ({
            value: String(one.id),
            label: [words.caseName(one), words.day(one)].join(' · '),
          })),
        ]}
      />
    </FormDialog>
  )
}
