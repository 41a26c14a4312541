import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { LeaveQuestion } from '../../blocks/form/LeaveQuestion.tsx'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { WaitingForm, type WaitingFormProps } from './WaitingForm.tsx'
import { emptyWaiting, valuesOfWaiting } from './wait-list-values.ts'

export interface WaitingDialogProps extends Pick<WaitingFormProps, 'practiceId' | 'doctors'> {
  /** Who is changed; absent for somebody new. */
  stored?: WaitingPatient | undefined
  /** Whom somebody new is, where that is known already. */
  patient?: ChosenPatient | undefined
  /** Length proposed for somebody new. */
  usualMinutes: number
  onClose: () => void
}

/** The form over the list. It asks before it throws away what was typed. */
export const WaitingDialog = ({ stored, patient, usualMinutes, onClose, ...form }: WaitingDialogProps) => {
  const { t } = useTranslation(['waitList', 'calendar'])
  const isDirty = useRef(false)
  const [asks, setAsks] = useState(false)
  const close = () => (isDirty.current ? setAsks(true) : onClose())
  return (
    <>
      <WideDialog
        onClose={close}
        title={t(stored ? 'form.editTitle' : 'form.newTitle')}
        size={520}
        closeLabel={t('calendar:close')}
      >
        <WaitingForm
          {...form}
          stored={stored}
          initial={stored ? valuesOfWaiting(stored) : emptyWaiting(usualMinutes, patient)}
          onSaved={({ patientName }) => {
            queueInfo(t(stored ? 'result.saved' : 'result.added', { name: patientName }))
            onClose()
          }}
          onCancel={close}
          onLeave={onClose}
          onDirty={() => {
            isDirty.current = true
          }}
        />
      </WideDialog>
      {asks ? (
        <LeaveQuestion text={t('form.discard')} onLeave={onClose} onStay={() => setAsks(false)} />
      ) : null}
    </>
  )
}
