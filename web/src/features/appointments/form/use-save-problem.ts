import { useTranslation } from 'react-i18next'
import { ApiError, isTemporary } from '../../../api/http/api-error.ts'
import { reportError } from '../../../api/practice/app-errors.ts'

/** Why something was not saved, in a sentence; undefined where the whole page was told already. */
export const useSaveProblem = () => {
  const { t } = useTranslation(['calendar', 'error'])
  return (error: unknown): string | undefined => {
    if (isTemporary(error)) return t('failed.text')
    if (error instanceof ApiError && error.status !== 401)
      return t(`error:${error.key}`, { ...error.errors[0]?.params })
    reportError(error)
    return undefined
  }
}
