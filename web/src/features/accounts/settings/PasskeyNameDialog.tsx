import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { Problem } from '../../../ui/base/Problem.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from './PasskeyNameDialog.module.css'

export interface PasskeyNameDialogProps {
  title: string
  text?: string
  submitLabel: string
  name: string
  pending: boolean
  error: unknown
  onSubmit: (name: string) => void
  onClose: () => void
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** Asks for the name of a passkey, by which its owner knows it later. */
export const PasskeyNameDialog = (props: PasskeyNameDialogProps) => {
  const { t } = useTranslation('settings')
  const { textOf } = useErrorText()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    props.onSubmit(String(new FormData(event.currentTarget).get('name') ?? '').trim())
  }
  return (
    <Dialog onClose={props.onClose} title={props.title} closeLabel={t('security.cancel')}>
      <form className={styles.form} onSubmit={submit}>
        {props.text && <p>{props.text}</p>}
        <TextField
          name="name"
          label={t('security.passkeys.name')}
          required
          maxLength={100}
          autoComplete="off"
          defaultValue={props.name}
          data-autofocus
        />
        {props.error !== null && !isAbort(props.error) && <Problem>{textOf(props.error)}</Problem>}
        <div className={styles.actions}>
          <Button variant="default" onClick={props.onClose}>
            {t('security.cancel')}
          </Button>
          <Button type="submit" loading={props.pending}>
            {props.submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
