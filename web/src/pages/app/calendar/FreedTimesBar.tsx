import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FreedTime, forgetFreed } from '../../../features/appointments/agenda/freed-times.ts'
import { useWaitListWords } from '../../../features/wait-list/use-wait-list-words.ts'
import { fittingQuery } from '../../../features/wait-list/wait-list.queries.ts'
import { NoticeBar } from '../../../ui/base/NoticeBar.tsx'
import { PatientsIcon } from '../../../ui/icons/shared-icons.tsx'

export interface FreedTimesBarProps {
  practiceId: number
  times: readonly FreedTime[]
  /** Shows who waits for such times; only those for which somebody does. */
  onSee: (times: readonly FreedTime[]) => void
}

/** Says how many wait for a time that fell free. Where nobody does, it says nothing. */
export const FreedTimesBar = ({ practiceId, times, onSee }: FreedTimesBarProps) => {
  const { t } = useTranslation('waitList')
  const words = useWaitListWords()
  const answers = useQueries({ queries: times.map((time) => fittingQuery(practiceId, time)) })
  const wanted = times.filter((_time, index) => (answers[index]?.data?.length ?? 0) > 0)
  const patients = new Set(answers.flatMap(({ data = [] }) => data.map(({ patientId }) => patientId)))
  const [first] = wanted
  if (!first) return null
  return (
    <NoticeBar
      icon={<PatientsIcon />}
      action={t('freed.see')}
      onAction={() => onSee(wanted)}
      closeLabel={t('freed.close')}
      onClose={forgetFreed}
    >
      {wanted.length === 1
        ? t('freed.one', { count: patients.size, slot: words.slot(first) })
        : t('freed.several', { count: patients.size })}
    </NoticeBar>
  )
}
