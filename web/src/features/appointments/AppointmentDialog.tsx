import { Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { useMediaQuery } from '@mantine/hooks'
import type { Appointment } from '@ulna/contract/appointments'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgendaDoctor } from '../../blocks/agenda-grid/agenda-event.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import css from './AppointmentDialog.module.css'
import { AppointmentForm } from './AppointmentForm.tsx'
import { type AppointmentFormValues, valuesOfAppointment } from './appointment-form-values.ts'
import type { AgendaPlace } from './appointments.queries.ts'

export interface AppointmentDialogProps {
  place: AgendaPlace
  doctors: readonly AgendaDoctor[]
  /** A new one with these values, or the appointment to change. */
  target: { kind: 'new'; values: AppointmentFormValues } | { kind: 'stored'; appointment: Appointment }
  onSaved: (appointment: Appointment) => void
  onClose: () => void
  onRemove: (appointment: Appointment) => void
}

/** The form over the agenda. It asks before it throws away what was typed. */
export const AppointmentDialog = ({
  place,
  doctors,
  target,
  onSaved,
  onClose,
  onRemove,
}: AppointmentDialogProps) => {
  const { t } = useTranslation('calendar')
  const isPhone = useMediaQuery('(max-width: 44.99em)', false, { getInitialValueInEffect: false })
  const isDirty = useRef(false)
  const [asks, setAsks] = useState(false)
  const stored = target.kind === 'stored' ? target.appointment : undefined
  const keepDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty
  }, [])
  const close = () => (isDirty.current ? setAsks(true) : onClose())
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={t(stored ? 'form.editTitle' : 'form.newTitle')}
        size={560}
        fullScreen={isPhone}
        closeButtonProps={{ 'aria-label': t('close') }}
        classNames={{ title: css.title ?? '', content: css.content ?? '', header: css.header ?? '' }}
      >
        <AppointmentForm
          place={place}
          doctors={doctors}
          stored={stored}
          initial={
            target.kind === 'new' ? target.values : valuesOfAppointment(target.appointment, place.time)
          }
          onSaved={onSaved}
          onCancel={close}
          onRemove={stored && (() => onRemove(stored))}
          onDirty={keepDirty}
        />
      </Modal>
      {/* Mounted only while it asks: one key press must not open it and close it again. */}
      {asks ? (
        <ConfirmDialog
          opened
          title={t('discard.title')}
          confirmLabel={t('discard.confirm')}
          cancelLabel={t('discard.cancel')}
          closeLabel={t('close')}
          destructive
          onConfirm={onClose}
          onCancel={() => setAsks(false)}
        >
          {t('discard.text')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
