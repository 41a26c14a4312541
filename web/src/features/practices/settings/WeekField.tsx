import type { AccessPeriod } from '@ulna/contract/practices/practices.configurations'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { WeekPeriods, type WeekWords } from '../../../blocks/weekly-hours/WeekPeriods.tsx'
import { usualWeek } from '../../../blocks/weekly-hours/weekly-periods.ts'
import { Problem } from '../../../ui/base/Problem.tsx'
import { ChoiceField } from '../../../ui/fields/ChoiceField.tsx'
import type { WeeklyHours } from './access-values.ts'
import styles from './WeekField.module.css'

export interface WeekFieldProps {
  /** Whose hours. */
  legend: string
  value: WeeklyHours
  /** The practice's working hours, to start from. */
  usual: { from: string; to: string }
  /** What is wrong with one end of a period, by its place in the list. */
  errorOf: (index: number, end: 'from' | 'to') => string | undefined
  /** What is wrong with these hours as a whole. */
  error: string | undefined
  onChange: (value: WeeklyHours) => void
}

const useWeekWords = (): WeekWords => {
  const { t } = useTranslation('settings')
  return useMemo(
    () => ({
      from: (day) => t('access.from', { day }),
      to: (day) => t('access.to', { day }),
      add: (day) => t('access.addPeriod', { day }),
      remove: (day) => t('access.removePeriod', { day }),
      closed: t('access.closed'),
      copy: (day) => t('access.copy.label', { day }),
      copyToWorkdays: t('access.copy.workdays'),
      copyToAll: t('access.copy.all'),
    }),
    [t],
  )
}

/** When a role may work: always, or in the periods of a week. */
export const WeekField = ({ legend, value, usual, errorOf, error, onChange }: WeekFieldProps) => {
  const { t } = useTranslation('settings')
  const id = useId()
  const words = useWeekWords()
  const choose = (choice: 'always' | 'hours'): void =>
    onChange(choice === 'always' ? null : usualWeek(usual.from, usual.to))
  return (
    <section className={styles.week} aria-labelledby={id}>
      <h3 id={id}>{legend}</h3>
      <ChoiceField
        legend={t('access.when')}
        name="when"
        value={value === null ? 'always' : 'hours'}
        choices={[
          { value: 'always', label: t('access.always') },
          { value: 'hours', label: t('access.hours') },
        ]}
        onChange={choose}
      />
      {error !== undefined && <Problem>{error}</Problem>}
      {value !== null && (
        <WeekPeriods
          value={value}
          usual={usual}
          words={words}
          errorOf={errorOf}
          onChange={(periods: AccessPeriod[]) => onChange(periods)}
        />
      )}
    </section>
  )
}
