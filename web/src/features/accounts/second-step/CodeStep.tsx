import { useTranslation } from 'react-i18next'
import { hasKey } from '../../../api/http/api-error.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import styles from '../AccountForm.module.css'
import { SecondFactorField } from '../SecondFactorField.tsx'
import type { SignInState } from '../sign-in/use-sign-in.ts'

/** The second step: a code, or back to the first one. What was given there is kept. */
export const CodeStep = ({ state }: { state: Pick<SignInState, 'error' | 'startOver'> }) => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  return (
    <div>
      <SecondFactorField error={hasKey(state.error, 'invalid_code') ? textOf(state.error) : undefined} />
      <button type="button" className={styles.link} onClick={state.startOver}>
        {t('code.startOver')}
      </button>
    </div>
  )
}
