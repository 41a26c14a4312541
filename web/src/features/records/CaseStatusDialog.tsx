import { limits } from '@ulna/contract/http/text'
import { caseOutcomes, type RecordRow } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../blocks/typed-time/day-text.ts'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useCloseCase, useReopenCase } from './records.queries.ts'

export interface CaseStatusDialogProps {
  record: RecordRow
  name: string
  /** Today, `YYYY-MM-DD`. */
  today: string
  onClose: () => void
}

/** Closing a diagnosis asks how it ended and when (product-decisions.md §6). */
export const CloseCaseDialog = ({ record, name, today, onClose }: CaseStatusDialogProps) => {
  const { t } = useTranslation(['record', 'history', 'error'])
  const { mutateAsync } = useCloseCase(record)
  const { frame, values, faults, change, text } = useServerForm({
    stored: undefined,
    startOf: (): { caseOutcome: string; caseClosedOn: string | null } => ({
      caseOutcome: '',
      caseClosedOn: today,
    }),
    faultsOf: ({ caseOutcome }) => (caseOutcome === '' ? { caseOutcome: t('error:field_required') } : {}),
    save: ({ values: { caseOutcome, caseClosedOn } }) =>
      mutateAsync({
        caseOutcome: caseOutcomes.find((one) => one === caseOutcome) ?? null,
        caseClosedOn: dayOf(caseClosedOn),
      }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      frame={frame}
      title={t('history:caseDialog.closeTitle', { name })}
      saveLabel={t('history:caseDialog.closeConfirm')}
      reason={dayOf(values.caseClosedOn) === null ? t('error:field_date') : undefined}
      onClose={onClose}
    >
      <p>{t('history:caseDialog.closeText')}</p>
      <SelectField
        {...text('caseOutcome')}
        label={t('history:caseDialog.outcome')}
        options={[
          { value: '', label: t('form.choose') },
          ...caseOutcomes.map((one) => ({ value: one, label: t(`outcome.${one}`) })),
        ]}
      />
      <DayInput
        label={t('history:caseDialog.day')}
        value={values.caseClosedOn}
        onChange={(day) => change({ caseClosedOn: day })}
        error={faults.caseClosedOn}
        minDate={record.localDay}
        maxDate={today}
      />
    </FormDialog>
  )
}

/** Opening a closed diagnosis again asks why. */
export const ReopenCaseDialog = ({ record, name, onClose }: CaseStatusDialogProps) => {
  const { t } = useTranslation('history')
  const { mutate, isPending } = useReopenCase(record)
  return (
    <ReasonDialog
      title={t('caseDialog.reopenTitle', { name })}
      label={t('caseDialog.reason')}
      confirmLabel={t('caseDialog.reopenConfirm')}
      shortest={1}
      longest={limits.title}
      pending={isPending}
      onConfirm={(reason) => mutate({ reason }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
