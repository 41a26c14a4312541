import { shortCodeLimits } from '@ulna/contract/accounts/accounts.short-code'
import { isGuessedEarly } from '@ulna/contract/accounts/accounts.short-code.rules'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { useSetShortCode } from '../security.queries.ts'

/** The form in which a person chooses a short code. */
export const useShortCodeForm = (onSaved: () => void) => {
  const { t } = useTranslation('signatures')
  const { textOf } = useErrorText()
  const { mutateAsync } = useSetShortCode()
  const faultOf = (code: string): string | undefined => {
    if (code.length < shortCodeLimits.digits) return t('handing.short')
    return isGuessedEarly(code) ? t('handing.common') : undefined
  }
  return useServerForm({
    stored: undefined,
    startOf: () => ({ code: '' }),
    faultsOf: ({ code }) => {
      const fault = faultOf(code)
      return fault === undefined ? {} : { code: fault }
    },
    save: ({ values }) => mutateAsync(values.code),
    problemOf: textOf,
    onSaved: () => onSaved(),
  })
}
