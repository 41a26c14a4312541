import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { appointmentMarks } from '../parts/agenda-marks.ts'
import { appointmentStates, type CardWords } from '../parts/card-words.ts'

/** The words of the cards in the language of the page. */
export const useCardWords = (): CardWords => {
  const { t } = useTranslation('calendar')
  return useMemo(
    () => ({
      status: Object.fromEntries(
        appointmentStates.map((state) => [state, t(`status.${state}`)]),
      ) as CardWords['status'],
      cancelledLate: t('status.cancelledLate'),
      untitled: t('event.untitled'),
      marks: Object.fromEntries(
        appointmentMarks.map((mark) => [mark, t(`marks.${mark}`)]),
      ) as CardWords['marks'],
    }),
    [t],
  )
}
