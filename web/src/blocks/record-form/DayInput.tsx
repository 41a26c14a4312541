import { DateInput } from '@mantine/dates'
import './mantine-styles.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/dates/styles.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import 'dayjs/locale/es'
import 'dayjs/locale/it'
import { useDates } from '../../i18n/use-dates.ts'
import { parseDayText } from './day-text.ts'

export interface DayInputProps {
  id?: string
  label: ReactNode
  description?: ReactNode
  /** `YYYY-MM-DD`, or null when empty. */
  value: string | null
  onChange: (day: string | null) => void
  onBlur?: () => void
  error?: ReactNode
  required?: boolean
  minDate?: string
  maxDate?: string
}

/** A day, typed (`13/nov/2026`, `13/11/2026`, `13112026`) or picked, in the language of the app and not of the browser. */
export const DayInput = ({ required = false, minDate, maxDate, id, onBlur, ...rest }: DayInputProps) => {
  const { t } = useTranslation('record')
  const [opened, setOpened] = useState(false)
  const { language, day: dayText } = useDates()
  return (
    <DateInput
      {...rest}
      {...(id ? { id } : {})}
      {...(onBlur ? { onBlur } : {})}
      {...(minDate ? { minDate } : {})}
      {...(maxDate ? { maxDate } : {})}
      locale={language}
      firstDayOfWeek={1}
      size="md"
      withAsterisk={required}
      aria-required={required || undefined}
      placeholder={t('day.placeholder')}
      valueFormat={dayText}
      dateParser={(text) => parseDayText(text, language)}
      clearable
      clearButtonProps={{ 'aria-label': t('day.clear') }}
      hideOutsideDates
      weekendDays={[]}
      // Escape closes the picker, not the dialog it may stand in.
      data-mantine-stop-propagation={opened ? 'true' : undefined}
      popoverProps={{ onOpen: () => setOpened(true), onClose: () => setOpened(false) }}
      ariaLabels={{
        nextMonth: t('day.nextMonth'),
        previousMonth: t('day.previousMonth'),
        nextYear: t('day.nextYear'),
        previousYear: t('day.previousYear'),
        nextDecade: t('day.nextDecade'),
        previousDecade: t('day.previousDecade'),
        monthLevelControl: t('day.chooseMonth'),
        yearLevelControl: t('day.chooseYear'),
      }}
      autoComplete="off"
    />
  )
}
