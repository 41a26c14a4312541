import type { AccessPeriod } from '@ulna/contract/practices.configurations'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayText } from '../../../i18n/dates.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { ActionMenu, MenuItem } from '../../../ui/ActionMenu.tsx'
import { ChoiceField } from '../../../ui/ChoiceField.tsx'
import { IconButton, iconButtonClass } from '../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../ui/icons/CloseIcon.tsx'
import { MoreIcon } from '../../../ui/icons/MoreIcon.tsx'
import { PlusIcon } from '../../../ui/icons/PlusIcon.tsx'
import {
  clockOfEnd,
  copyDay,
  endOfClock,
  nextPeriod,
  usualWeek,
  type WeeklyHours,
  weekdays,
} from './access-values.ts'
import { ClockField } from './ClockField.tsx'
import { GroupError } from './GroupError.tsx'
import classes from './WeekField.module.css'

/** Some Monday; only its name and those of the six days after it are shown. */
const firstMonday = 5

const dayName = (weekday: number): string =>
  weekdayText(`2026-01-${String(firstMonday + weekday - 1).padStart(2, '0')}`, currentLanguage())

export interface WeekFieldProps {
  /** Whose hours. */
  legend: string
  value: WeeklyHours
  /** The practice's working hours, to start from. */
  usual: { from: string; to: string }
  /** Of a period, by its place in the list, and its end. */
  errorOf: (index: number, end: 'from' | 'to') => string | undefined
  /** Of these hours as a whole. */
  error: string | undefined
  onChange: (value: WeeklyHours) => void
}

interface PeriodProps {
  name: string
  period: AccessPeriod
  errors: { from: string | undefined; to: string | undefined }
  onChange: (period: AccessPeriod) => void
  onRemove: () => void
}

const Period = ({ name, period, errors, onChange, onRemove }: PeriodProps) => {
  const { t } = useTranslation('settings')
  return (
    <div className={classes.period}>
      <ClockField
        name={t('access.from', { day: name })}
        value={period.from}
        error={errors.from}
        onChange={(from) => onChange({ ...period, from })}
      />
      <span aria-hidden="true">–</span>
      <ClockField
        name={t('access.to', { day: name })}
        value={clockOfEnd(period.to)}
        error={errors.to}
        onChange={(to) => onChange({ ...period, to: endOfClock(to) })}
      />
      <IconButton label={t('access.removePeriod', { day: name })} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

/** When a role may work: always, or in the periods of a week. */
export const WeekField = ({ legend, value, usual, errorOf, error, onChange }: WeekFieldProps) => {
  const { t } = useTranslation('settings')
  const id = useId()
  const periods = value ?? []
  const put = (index: number, period: AccessPeriod): void =>
    onChange(periods.map((one, place) => (place === index ? period : one)))
  const choose = (choice: 'always' | 'hours'): void =>
    onChange(choice === 'always' ? null : usualWeek(usual.from, usual.to))
  return (
    <section className={classes.week} aria-labelledby={id}>
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
      {error !== undefined && <GroupError>{error}</GroupError>}
      {value !== null && (
        <ul className={classes.days}>
          {weekdays.map((weekday) => {
            const name = dayName(weekday)
            const ofDay = periods.flatMap((period, index) =>
              period.weekday === weekday ? [{ period, index }] : [],
            )
            return (
              <li key={weekday} className={classes.day}>
                <span className={classes.name}>{name}</span>
                <div className={classes.periods}>
                  {ofDay.length === 0 && <span className={classes.closed}>{t('access.closed')}</span>}
                  {ofDay.map(({ period, index }) => (
                    <Period
                      key={index}
                      name={name}
                      period={period}
                      errors={{ from: errorOf(index, 'from'), to: errorOf(index, 'to') }}
                      onChange={(next) => put(index, next)}
                      onRemove={() => onChange(periods.filter((_, place) => place !== index))}
                    />
                  ))}
                </div>
                <div className={classes.tools}>
                  <IconButton
                    label={t('access.addPeriod', { day: name })}
                    onClick={() => onChange([...periods, nextPeriod(periods, weekday, usual)])}
                  >
                    <PlusIcon />
                  </IconButton>
                  <ActionMenu
                    label={t('access.copy.label', { day: name })}
                    trigger={<MoreIcon />}
                    align="end"
                    className={iconButtonClass}
                  >
                    <MenuItem onSelect={() => onChange(copyDay(periods, weekday, weekdays.slice(0, 5)))}>
                      {t('access.copy.workdays')}
                    </MenuItem>
                    <MenuItem onSelect={() => onChange(copyDay(periods, weekday, weekdays))}>
                      {t('access.copy.all')}
                    </MenuItem>
                  </ActionMenu>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
