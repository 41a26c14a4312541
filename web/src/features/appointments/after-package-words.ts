import type { AfterPackage } from '@ulna/contract/appointments.course'
import { dayText } from '../../i18n/dates.ts'
import { currentLanguage, i18n, loadTexts } from '../../i18n/i18n.ts'

export const wordsOf = async ({ visits, lastDay }: AfterPackage): Promise<string> => {
  await loadTexts(['course'])
  return i18n.t('course:afterPackage', { count: visits, day: dayText(lastDay, currentLanguage()) })
}
