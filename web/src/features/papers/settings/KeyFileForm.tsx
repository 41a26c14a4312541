import { Button, FileButton } from '@mantine/core'
import { keyFileLimits } from '@ulna/contract/papers/papers.keys'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { AlertIcon } from '../../../ui/icons/base-icons.tsx'
import styles from './SigningKeySheet.module.css'
import { useSupplyKey } from './signing-key.queries.ts'

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** A file with a certificate and its key, and the password it is closed with; what is wrong stands beside each. */
export const KeyFileForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation(['signingKey', 'auth'])
  const { textOf, fieldTextsOf } = useErrorText()
  const hintId = useId()
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const supply = useSupplyKey()
  const faults = fieldTextsOf(supply.error)
  const isTooLarge = file !== null && file.size > keyFileLimits.bytes
  const fileFault = isTooLarge ? t('tooLarge') : faults.file
  const otherFault = supply.error && !faults.file && !faults.password ? textOf(supply.error) : ''

  const choose = (chosen: File | null): void => {
    supply.reset()
    if (chosen) setFile(chosen)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (file === null || isTooLarge) return
    supply.mutate({ file: await base64Of(file), password }, { onSuccess: onDone })
  }
  return (
    <form className={styles.form} aria-label={t('open')} onSubmit={(event) => void submit(event)}>
      <div className={styles.file}>
        <FileButton
          onChange={choose}
          accept=".p12,.pfx,application/x-pkcs12"
          inputProps={{ 'aria-label': t('file') }}
        >
          {(props) => (
            <Button variant="default" aria-describedby={hintId} {...props}>
              {t(file === null ? 'choose' : 'change')}
            </Button>
          )}
        </FileButton>
        <span id={hintId}>{file?.name ?? t('file')}</span>
      </div>
      {fileFault !== undefined && (
        <p className={styles.wrong} role="alert">
          {fileFault}
        </p>
      )}
      <PasswordField
        label={t('password')}
        hint={t('stored')}
        value={password}
        maxLength={keyFileLimits.password}
        autoComplete="off"
        showLabel={t('auth:showPassword')}
        hideLabel={t('auth:hidePassword')}
        error={faults.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {otherFault && (
        <p className={styles.warning} role="alert">
          <AlertIcon /> {otherFault}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" disabled={file === null || isTooLarge} loading={supply.isPending}>
          {t('supply')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
