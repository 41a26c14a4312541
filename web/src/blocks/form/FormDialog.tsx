import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { FormFrame, type FormFrameProps, type FrameState } from './FormFrame.tsx'
import { useLeaveQuestion } from './use-leave-question.tsx'

/** What stands in place of the form meanwhile. */
export interface FormStep {
  title: string
  size?: number
  content: ReactNode
  /** The way out of the step, where it is not that of the dialog. */
  onClose?: () => void
}

export interface FormDialogProps extends Omit<FormFrameProps, 'label' | 'frame'> {
  frame: FrameState
  title: string
  size?: number
  saveLabel: string
  /** What the way out is called, where something within the form is cancelled too. */
  cancelLabel?: string
  /** The field that has the keyboard keeps it while the button is pressed: leaving it would move the button away. */
  keepsFocus?: boolean
  /** What else can be done, apart from the way on. */
  aside?: ReactNode
  /** The form is kept under it with all that was typed, and has the keyboard again afterwards. */
  step?: FormStep | undefined
  onClose: () => void
}

/** Back from a step, the keyboard is where the form was left. */
const useFocusAfterStep = (form: FrameState['form'], isStep: boolean): void => {
  const wasStep = useRef(isStep)
  useEffect(() => {
    if (wasStep.current && !isStep) form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    wasStep.current = isStep
  }, [form, isStep])
}

/** A form over the page. Nothing that was typed is lost unasked, whichever way it is left. */
export const FormDialog = (props: FormDialogProps) => {
  const {
    title,
    size = 'md',
    saveLabel,
    cancelLabel,
    keepsFocus,
    aside,
    step,
    onClose,
    children,
    ...form
  } = props
  const { t } = useTranslation('common')
  const { holdsUnsaved, onForget, pending, isUnchanged, onSave } = form.frame
  const { question, close } = useLeaveQuestion({ holdsUnsaved, onForget, onClose })
  const wayOut = cancelLabel ?? t('form.cancel')
  useFocusAfterStep(form.frame.form, step !== undefined)
  return (
    <>
      <WideDialog
        onClose={step?.onClose ?? close}
        title={step?.title ?? title}
        size={step?.size ?? size}
        closeLabel={wayOut}
      >
        <div hidden={step !== undefined}>
          <FormFrame
            {...form}
            label={title}
            frame={{ ...form.frame, onSave: isUnchanged ? onClose : onSave }}
          >
            {children}
            <FormActions sticky start={aside}>
              <Button variant="default" onClick={close}>
                {wayOut}
              </Button>
              <ReasonedButton
                type="submit"
                loading={pending || form.isReading === true}
                reason={form.reason}
                onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
              >
                {saveLabel}
              </ReasonedButton>
            </FormActions>
          </FormFrame>
        </div>
        {step?.content}
      </WideDialog>
      {question}
    </>
  )
}
