import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { queueInfo } from '../../api/http/messages.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'
import { useWishConflict } from './use-wait-list-words.ts'
import { WaitingFields, type WaitingFieldsProps } from './WaitingFields.tsx'
import { useAddWaiting, useChangeWaiting } from './wait-list.queries.ts'
import {
  changeOfValues,
  emptyWaiting,
  formFieldOf,
  inputOfValues,
  saysOtherwise,
  valuesOfWaiting,
} from './wait-list-values.ts'

export interface WaitingDialogProps extends Omit<WaitingFieldsProps, 'form'> {
  /** Who is changed; absent for somebody new. */
  stored?: WaitingPatient | undefined
  /** Who is put on the list, where that is known already. */
  patient?: ChosenPatient | undefined
  /** Length proposed for somebody new, in minutes. */
  usualMinutes: number
  onClose: () => void
}

/** Puts somebody on the wait list, or changes what they wish. */
export const WaitingDialog = (props: WaitingDialogProps) => {
  const { stored, patient, usualMinutes, onClose, ...fields } = props
  const { t } = useTranslation('waitList')
  const conflictWords = useWishConflict()
  const add = useAddWaiting(fields.practiceId)
  const change = useChangeWaiting(fields.practiceId)
  const form = useServerForm({
    stored,
    startOf: (known) => (known ? valuesOfWaiting(known) : emptyWaiting(usualMinutes, patient)),
    faultsOf: (values) => (values.patient === null ? { patient: t('form.needsPatient') } : {}),
    fieldOf: formFieldOf,
    differs: (current, base) => !current || !base || saysOtherwise(current, base),
    save: ({ values, stored: base, keyOf }) => {
      if (base) return change.mutateAsync({ id: base.id, change: changeOfValues(values, base) })
      const input = inputOfValues(values)
      return add.mutateAsync({ input, idempotencyKey: keyOf(input) })
    },
    onSaved: ({ patientName }) => {
      queueInfo(t(stored ? 'result.saved' : 'result.added', { name: patientName }))
      onClose()
    },
  })
  const { frame, conflict } = form
  const leave = () => {
    frame.onForget()
    onClose()
  }
  return (
    <FormDialog
      frame={frame}
      conflict={conflict?.stored && conflictWords(conflict.stored, leave)}
      title={t(stored ? 'form.editTitle' : 'form.newTitle')}
      size={520}
      saveLabel={t(stored ? 'form.save' : 'form.add')}
      onClose={onClose}
    >
      <WaitingFields {...fields} form={form} />
    </FormDialog>
  )
}
