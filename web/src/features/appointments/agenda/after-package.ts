import type { AfterPackage } from '@ulna/contract/appointments/appointments.course'
import { dayText } from '../../../i18n/dates/dates.ts'
import { currentLanguage, i18n, loadTexts } from '../../../i18n/i18n.ts'

/** Tells with what a move says of visits that come to lie after the last day of their package. */
export const tellAfterPackage = (after: AfterPackage | undefined, tell: (warning: string) => void): void => {
  if (!after) {
    tell('')
    return
  }
  const { visits: count, lastDay } = after
  loadTexts(['course']).then(
    () => tell(` ${i18n.t('course:afterPackage', { count, day: dayText(lastDay, currentLanguage()) })}`),
    () => tell(''),
  )
}
