import type { WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { IconButton } from '../../ui/IconButton.tsx'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import { MoreIcon } from '../../ui/icons/record-icons.tsx'
import { PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { ActionMenu, MenuItem } from '../../ui/shell/ActionMenu.tsx'
import { TimeInput } from '../typed-time/TimeInput.tsx'
import { dayName } from './day-name.ts'
import styles from './WeekPeriods.module.css'
import { clockOfEnd, copyDay, endOfClock, nextPeriod, weekdays } from './weekly-periods.ts'

/** What is said of the hours; `day` is the name of a weekday. */
export interface WeekWords {
  from: (day: string) => string
  to: (day: string) => string
  add: (day: string) => string
  remove: (day: string) => string
  /** Said of a day without hours. */
  closed: string
  copy: (day: string) => string
  copyToWorkdays: string
  copyToAll: string
}

export interface WeekPeriodsProps {
  value: readonly WorkingPeriod[]
  /** What a day without hours starts with. */
  usual: { from: string; to: string }
  words: WeekWords
  /** What is wrong with the start or the end of a period, which is named by its place in the list. */
  errorOf: (index: number, end: 'from' | 'to') => string | undefined
  onChange: (value: WorkingPeriod[]) => void
}

interface PeriodProps {
  name: string
  period: WorkingPeriod
  words: WeekWords
  errors: { from: string | undefined; to: string | undefined }
  onChange: (period: WorkingPeriod) => void
  onRemove: () => void
}

const Period = ({ name, period, words, errors, onChange, onRemove }: PeriodProps) => (
  <div className={styles.period}>
    <TimeInput
      aria-label={words.from(name)}
      value={period.from}
      error={errors.from}
      onChange={(from) => onChange({ ...period, from })}
    />
    <span aria-hidden="true">–</span>
    <TimeInput
      aria-label={words.to(name)}
      value={clockOfEnd(period.to)}
      error={errors.to}
      onChange={(to) => onChange({ ...period, to: endOfClock(to) })}
    />
    <IconButton label={words.remove(name)} onClick={onRemove}>
      <CloseIcon />
    </IconButton>
  </div>
)

interface DayToolsProps extends Pick<WeekPeriodsProps, 'value' | 'usual' | 'words' | 'onChange'> {
  weekday: number
  name: string
}

const DayTools = ({ weekday, name, value, usual, words, onChange }: DayToolsProps) => (
  <div className={styles.tools}>
    <IconButton
      label={words.add(name)}
      onClick={() => onChange([...value, nextPeriod(value, weekday, usual)])}
    >
      <PlusIcon />
    </IconButton>
    <ActionMenu label={words.copy(name)} trigger={<MoreIcon />} align="end">
      <MenuItem onSelect={() => onChange(copyDay(value, weekday, weekdays.slice(0, 5)))}>
        {words.copyToWorkdays}
      </MenuItem>
      <MenuItem onSelect={() => onChange(copyDay(value, weekday, weekdays))}>{words.copyToAll}</MenuItem>
    </ActionMenu>
  </div>
)

/** The hours of a week, several periods a day. */
export const WeekPeriods = ({ value, usual, words, errorOf, onChange }: WeekPeriodsProps) => {
  const put = (index: number, period: WorkingPeriod): void =>
    onChange(value.map((one, place) => (place === index ? period : one)))
  return (
    <ul className={styles.days}>
      {weekdays.map((weekday) => {
        const name = dayName(weekday)
        const ofDay = value.flatMap((period, index) =>
          period.weekday === weekday ? [{ period, index }] : [],
        )
        return (
          <li key={weekday} className={styles.day}>
            <span className={styles.name}>{name}</span>
            <div className={styles.periods}>
              {ofDay.length === 0 && <span className={styles.closed}>{words.closed}</span>}
              {ofDay.map(({ period, index }) => (
                <Period
                  key={index}
                  name={name}
                  period={period}
                  words={words}
                  errors={{ from: errorOf(index, 'from'), to: errorOf(index, 'to') }}
                  onChange={(next) => put(index, next)}
                  onRemove={() => onChange(value.filter((_, place) => place !== index))}
                />
              ))}
            </div>
            <DayTools {...{ weekday, name, value, usual, words, onChange }} />
          </li>
        )
      })}
    </ul>
  )
}
