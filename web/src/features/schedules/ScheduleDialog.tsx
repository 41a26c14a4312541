import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetUnsaved, isAnythingUnsaved } from '../../api/practice/unsaved-changes.ts'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import type { AgendaPractitioner } from '../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { useLeaveQuestion } from '../../blocks/form/use-leave-question.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { AbsenceList } from './AbsenceList.tsx'
import { HoursForm } from './HoursForm.tsx'
import { HoursSection } from './HoursSection.tsx'

export interface ScheduleDialogProps {
  practiceId: number
  practitioners: readonly AgendaPractitioner[]
  /** Whose hours are shown first. */
  doctorId: number
  today: CalendarDay
  time: ZonedTime
  /** The working day of the practice, `HH:mm`. */
  usual: { from: string; to: string }
  onShowDay: (day: CalendarDay) => void
  onClose: () => void
}

/** Value of the choice that means the whole practice. */
const wholePractice = 'practice'

/** Why this person may not write these hours or absences; the own are everybody's. */
const useObstacle = (who: string): string | undefined => {
  const { authDoctor } = usePracticeSession()
  const others = usePermission('writeOthersAgenda')
  const closing = usePermission('closePractice')
  if (who === wholePractice) return closing.reason
  return Number(who) === authDoctor?.id ? undefined : others.reason
}

/** When people work and when they are away: their own, by whoever may also others', and the closures of the practice. */
export const ScheduleDialog = (props: ScheduleDialogProps) => {
  const { practiceId, practitioners, today, time, usual, onShowDay, onClose } = props
  const { t } = useTranslation(['schedules', 'calendar'])
  const [who, setWho] = useState(String(props.doctorId))
  const reason = useObstacle(who)
  // Hours and an absence may both hold something.
  const { question, ask, close } = useLeaveQuestion({
    holdsUnsaved: isAnythingUnsaved,
    onForget: forgetUnsaved,
    onClose,
  })
  const shared = { practiceId, time, usual, reason }
  const isPractice = who === wholePractice
  return (
    <>
      <WideDialog onClose={close} title={t('title')} size={680} closeLabel={t('calendar:close')}>
        <div className={stackClass(20)}>
          <SelectField
            label={t('who')}
            value={who}
            onChange={(event) => {
              const next = event.currentTarget.value
              ask(() => setWho(next))
            }}
            options={[
              ...practitioners.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
              { value: wholePractice, label: t('wholePractice') },
            ]}
          />
          {reason === undefined ? null : <Hint>{reason}</Hint>}
          {isPractice ? null : (
            <HoursSection key={`hours ${who}`} practiceId={practiceId} who={who}>
              {(schedule) => <HoursForm {...shared} schedule={schedule} />}
            </HoursSection>
          )}
          <AbsenceList
            {...shared}
            key={`absences ${who}`}
            doctorId={isPractice ? null : Number(who)}
            today={today}
            onShowDay={(day) => ask(() => onShowDay(day))}
          />
        </div>
      </WideDialog>
      {question}
    </>
  )
}
