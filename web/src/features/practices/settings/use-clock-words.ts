import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClockWords } from '../../../blocks/weekly-hours/ClockInput.tsx'

/** What the settings call the parts of a time. */
export const useClockWords = (): ClockWords => {
  const { t } = useTranslation('settings')
  return useMemo(
    () => ({
      hours: (name) => t('practice.clock.hours', { name }),
      minutes: (name) => t('practice.clock.minutes', { name }),
      amPm: (name) => t('practice.clock.amPm', { name }),
      am: t('practice.clock.am'),
      pm: t('practice.clock.pm'),
    }),
    [t],
  )
}
