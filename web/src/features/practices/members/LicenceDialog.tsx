import { Button } from '@mantine/core'
import { isLicenceNumber, longestLicenceNumber } from '@ulna/contract/practices/licence-number'
import type { Member } from '@ulna/contract/practices/practices.members'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/base/TextField.tsx'
import { WideDialog } from '../../../ui/WideDialog.tsx'
import styles from './LicenceDialog.module.css'

export interface LicenceDialogProps {
  member: Member
  pending: boolean
  onSave: (licenceNumber: string | null) => void
  onClose: () => void
}

/** The number under which a member is registered to practise; an empty one is none. */
export const LicenceDialog = ({ member, pending, onSave, onClose }: LicenceDialogProps) => {
  const { t } = useTranslation(['settings', 'doctor', 'error'])
  const [typed, setTyped] = useState(member.licenceNumber ?? '')
  const [isChecked, setChecked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const number = typed.trim()
  const isRight = number === '' || isLicenceNumber(number)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setChecked(true)
    if (!isRight) field.current?.focus()
    if (isRight && !pending) onSave(number === '' ? null : number)
  }
  return (
    <WideDialog
      title={t('members.licence.title', { name: member.fullName })}
      closeLabel={t('members.cancel')}
      onClose={onClose}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label={t('doctor:licenceNumber')}
          hint={t('members.licence.hint')}
          value={typed}
          error={isChecked && !isRight ? t('error:field_licence_number') : undefined}
          maxLength={longestLicenceNumber}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('members.licence.save')}
          </Button>
        </div>
      </form>
    </WideDialog>
  )
}
