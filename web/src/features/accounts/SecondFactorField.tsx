import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/base/TextField.tsx'
import styles from './AccountForm.module.css'

const appCode = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const
const recoveryCode = { inputMode: 'text', autoComplete: 'off', autoCapitalize: 'none' } as const

/** The code of the authenticator app, or one of the recovery codes; it takes the keyboard when it appears. */
export const SecondFactorField = ({ error }: { error?: string | undefined }) => {
  const { t } = useTranslation('auth')
  const [isRecovery, setIsRecovery] = useState(false)
  const kind = isRecovery ? 'recovery' : 'app'
  return (
    <div className={styles.code}>
      <TextField
        key={kind}
        name="code"
        label={t(`code.${kind}`)}
        hint={t(`code.${kind}Hint`)}
        required
        minLength={6}
        maxLength={40}
        spellCheck={false}
        autoFocus
        {...(isRecovery ? recoveryCode : appCode)}
        {...(error === undefined ? {} : { error })}
      />
      <button type="button" className={styles.link} onClick={() => setIsRecovery(!isRecovery)}>
        {t(isRecovery ? 'code.useApp' : 'code.useRecovery')}
      </button>
    </div>
  )
}
