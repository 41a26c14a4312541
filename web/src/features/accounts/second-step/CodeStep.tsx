import { useTranslation } from 'react-i18next'
import { hasKey } from '../../../api/http/api-error.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import styles from '../AccountForm.module.css'
import { SecondFactorField } from '../SecondFactorField.tsx'
import type { SignInState } from '../sign-in/use-sign-in.ts'

export interface CodeStepProps {
  state: Pick<SignInState, 'error' | 'startOver'>
  /** What is missing in the code, before it is sent. */
  fault: string | undefined
}

/** The second step: a code, or back to the first one. What was given there is kept. */
export const CodeStep = ({ state, fault }: CodeStepProps) => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  const refused = hasKey(state.error, 'invalid_code') ? textOf(state.error) : undefined
  return (
    <div>
      <SecondFactorField error={fault ?? refused} />
      <button type="button" className={styles.link} onClick={state.startOver}>
        {t('code.startOver')}
      </button>
    </div>
  )
}
