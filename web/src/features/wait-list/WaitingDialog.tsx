import { Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { useMediaQuery } from '@mantine/hooks'
import type { WaitingPatient } from '@ulna/contract/wait-list'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/messages.ts'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import css from './WaitingDialog.module.css'
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
  const isPhone = useMediaQuery('(max-width: 44.99em)', false, { getInitialValueInEffect: false })
  const isDirty = useRef(false)
  const [asks, setAsks] = useState(false)
  const close = () => (isDirty.current ? setAsks(true) : onClose())
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={t(stored ? 'form.editTitle' : 'form.newTitle')}
        size={520}
        fullScreen={isPhone}
        closeButtonProps={{ 'aria-label': t('calendar:close') }}
        classNames={{ title: css.title ?? '', content: css.content ?? '', header: css.content ?? '' }}
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
      </Modal>
      {/* Mounted only while it asks: one key press must not open it and close it again. */}
      {asks ? (
        <ConfirmDialog
          opened
          title={t('calendar:discard.title')}
          confirmLabel={t('calendar:discard.confirm')}
          cancelLabel={t('calendar:discard.cancel')}
          closeLabel={t('calendar:close')}
          destructive
          onConfirm={onClose}
          onCancel={() => setAsks(false)}
        >
          {t('form.discard')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
