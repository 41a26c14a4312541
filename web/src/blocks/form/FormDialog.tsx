import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { FormFrame, type FormFrameProps } from './FormFrame.tsx'
import { useLeaveQuestion } from './use-leave-question.tsx'

export interface FormDialogProps extends Omit<FormFrameProps, 'label'> {
  title: string
  size?: number
  saveLabel: string
  /** The field that has the keyboard keeps it while the button is pressed: leaving it would move the button away. */
  keepsFocus?: boolean
  onClose: () => void
}

/** A form over the page. Nothing that was typed is lost unasked, whichever way it is left. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, size, saveLabel, keepsFocus, onClose, children, ...form } = props
  const { t } = useTranslation('common')
  const { holdsUnsaved, onForget, pending, isUnchanged, onSave } = form.frame
  const { question, close } = useLeaveQuestion({ holdsUnsaved, onForget, onClose })
  return (
    <>
      <WideDialog onClose={close} title={title} size={size ?? 'md'} closeLabel={t('form.cancel')}>
        <FormFrame {...form} label={title} frame={{ ...form.frame, onSave: isUnchanged ? onClose : onSave }}>
          {children}
          <FormActions sticky>
            <Button variant="default" onClick={close}>
              {t('form.cancel')}
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
      </WideDialog>
      {question}
    </>
  )
}
