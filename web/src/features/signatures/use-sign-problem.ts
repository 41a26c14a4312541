import { useTranslation } from 'react-i18next'
import { ApiError, hasKey } from '../../api/http/api-error.ts'

/** Why a signature was not taken, in words; undefined while nothing went wrong. */
export const useSignProblem = () => {
  const { t } = useTranslation(['signatures', 'error'])
  return (error: unknown): string | undefined => {
    if (error === null || error === undefined) return undefined
    // The person decided not to prove who they are.
    if (error instanceof Error && error.name === 'AbortError') return undefined
    if (hasKey(error, 'version_conflict')) return t('changed')
    if (!(error instanceof ApiError)) return t('notSent')
    const [field] = error.fieldErrors
    return field ? t(`error:${field.message}`, { ...field.params }) : t(`error:${error.key}`)
  }
}
