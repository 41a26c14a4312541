import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormStep } from '../../../blocks/form/FormDialog.tsx'
import { useLeaveQuestion } from '../../../blocks/form/use-leave-question.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import type { ChosenPatient } from './appointment-form-values.ts'

/** What a form for a new patient needs, which stands in place of the appointment's meanwhile. */
export interface NewcomerStep {
  /** What was typed to find the patient. */
  typed: string
  backLabel: string
  onSaved: (patient: ChosenPatient) => void
  onBack: () => void
  onDirty: () => void
}

export interface NewcomerOptions {
  form: (step: NewcomerStep) => ReactNode
  onSaved: (patient: ChosenPatient) => void
  /** Nobody was registered: the appointment goes on where the patient is chosen. */
  onLeft: () => void
}

/** Registers a patient in place of the form of the appointment; it asks before what was typed there is lost. */
export const useNewcomerStep = ({ form, onSaved, onLeft }: NewcomerOptions) => {
  const { t } = useTranslation('appointment')
  const [typed, setTyped] = useState<string>()
  const isDirty = useRef(false)
  const { question, close } = useLeaveQuestion({
    isPart: true,
    text: t('newcomer.discard'),
    holdsUnsaved: () => isDirty.current,
    onForget: () => undefined,
    onClose: () => {
      setTyped(undefined)
      onLeft()
    },
  })
  const content = (sought: string): ReactNode =>
    form({
      typed: sought,
      backLabel: t('newcomer.back'),
      onSaved: (patient) => {
        setTyped(undefined)
        onSaved(patient)
      },
      onBack: close,
      onDirty: () => {
        isDirty.current = true
      },
    })
  const title = t('newcomer.title')
  const step: FormStep | undefined =
    typed === undefined
      ? undefined
      : {
          title,
          onClose: close,
          content: <Suspense fallback={<SkeletonRows rows={2} label={title} />}>{content(typed)}</Suspense>,
        }
  const open = (sought: string): void => {
    isDirty.current = false
    setTyped(sought)
  }
  return { step, question, open }
}
