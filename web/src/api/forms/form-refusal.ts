import { ApiError, hasKey, isAbort, isTemporary } from '../http/api-error.ts'
import { concernsPage } from '../session/report-error.ts'

/**
 * What a refused save asks of its form: to compare with what somebody else saved, to point at fields, to say what is
 * wrong with the whole, to report what nobody foresaw, or nothing.
 */
export type FormRefusal = 'nothing' | 'compare' | 'fields' | 'whole' | 'report'

export const refusalOf = (error: unknown): FormRefusal => {
  // The page hears of what concerns it from the call itself.
  if (isAbort(error) || concernsPage(error)) return 'nothing'
  if (hasKey(error, 'version_conflict')) return 'compare'
  if (isTemporary(error)) return 'whole'
  if (!(error instanceof ApiError)) return 'report'
  return error.fieldErrors.length > 0 ? 'fields' : 'whole'
}
