import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Absence, longestAbsenceRangeDays } from '@ulna/contract/schedules/schedules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { reportError } from '../../api/practice/app-errors.ts'
import { addDays, type CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { AwayIcon, PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { AbsenceForm } from './AbsenceForm.tsx'
import { AppointmentsWithin } from './AppointmentsWithin.tsx'
import { absencesQuery } from './parts/schedules.queries.ts'
import styles from './ScheduleDialog.module.css'
import { type SavedAbsence, useRemoveAbsence } from './schedules.mutations.ts'
import { useScheduleWords } from './use-schedule-words.ts'

export interface AbsenceListProps {
  practiceId: number
  /** Whose absences; null means those of the whole practice. */
  doctorId: number | null
  today: CalendarDay
  usual: { from: string; to: string }
  time: ZonedTime
  reason: string | undefined
  onShowDay: (day: CalendarDay) => void
}

/** Absences of so many days ago are there to look up; what comes reaches as far as the server lists. */
const daysBack = 30

const useOwnAbsences = ({ practiceId, doctorId, today }: AbsenceListProps) => {
  const start = addDays(today, -daysBack)
  const answer = useQuery(absencesQuery(practiceId, { start, end: addDays(start, longestAbsenceRangeDays) }))
  return { ...answer, absences: answer.data?.filter((absence) => absence.doctorId === doctorId) }
}

interface RowProps {
  absence: Absence
  time: ZonedTime
  reason: string | undefined
  /** Nothing is done with it while a form is open, whose text would be lost. */
  isIdle: boolean
  onEdit: () => void
  onRemove: () => void
}

const Row = ({ absence, time, reason, isIdle, onEdit, onRemove }: RowProps) => {
  const { t } = useTranslation('schedules')
  const words = useScheduleWords(time)
  const about = { title: absence.title, when: words.absence(absence) }
  return (
    <li className={styles.row}>
      <AwayIcon />
      <div className={styles.words}>
        <b>{absence.title}</b>
        <Hint>{about.when}</Hint>
      </div>
      {reason === undefined && isIdle ? (
        <div className={styles.tools}>
          <Button variant="subtle" aria-label={t('absence.editNamed', about)} onClick={onEdit}>
            {t('absence.edit')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            aria-label={t('absence.removeNamed', about)}
            onClick={onRemove}
          >
            {t('absence.remove')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}

interface RemovalProps extends Pick<AbsenceListProps, 'practiceId' | 'time'> {
  absence: Absence
  onClose: () => void
}

const RemoveQuestion = ({ absence, practiceId, time, onClose }: RemovalProps) => {
  const { t } = useTranslation(['schedules', 'calendar'])
  const words = useScheduleWords(time)
  const remove = useRemoveAbsence(practiceId)
  const confirm = () =>
    remove.mutate(absence, {
      onSuccess: () => {
        queueInfo(t('absence.removed'))
        onClose()
      },
      onError: reportError,
    })
  return (
    <ConfirmDialog
      destructive
      title={t('absence.removeTitle')}
      confirmLabel={t('absence.remove')}
      cancelLabel={t('absence.keep')}
      closeLabel={t('calendar:close')}
      pending={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t('absence.removeText', { title: absence.title, when: words.absence(absence) })}
    </ConfirmDialog>
  )
}

type Writing = { stored: Absence | undefined } | undefined

/** The absences of somebody, or of the whole practice, with the ways to enter, change and remove one. */
export const AbsenceList = (props: AbsenceListProps) => {
  const { practiceId, doctorId, time, reason, onShowDay } = props
  const { t } = useTranslation('schedules')
  const { absences, error, refetch } = useOwnAbsences(props)
  const [writing, setWriting] = useState<Writing>()
  const [removing, setRemoving] = useState<Absence>()
  const [saved, setSaved] = useState<SavedAbsence>()
  const write = (stored?: Absence) => {
    setSaved(undefined)
    setWriting({ stored })
  }
  return (
    <section className={styles.section} aria-label={t('absence.list')}>
      <div className={styles.sectionHead}>
        <h3>{t(doctorId === null ? 'absence.closures' : 'absence.list')}</h3>
        {writing ? null : (
          <ReasonedButton
            reason={reason}
            variant="default"
            leftSection={<PlusIcon />}
            onClick={() => write()}
          >
            {t(doctorId === null ? 'absence.addClosure' : 'absence.add')}
          </ReasonedButton>
        )}
      </div>
      {saved ? <AppointmentsWithin saved={saved} time={time} onShowDay={onShowDay} /> : null}
      {writing ? (
        <AbsenceForm
          {...props}
          key={writing.stored?.id ?? 'new'}
          stored={writing.stored}
          onSaved={(answer) => {
            setWriting(undefined)
            setSaved(answer)
          }}
          onSavedBefore={setSaved}
          onCancel={() => setWriting(undefined)}
        />
      ) : null}
      {error ? <LoadFailed error={error} title={t('failed.load')} onRetry={() => void refetch()} /> : null}
      {absences || error ? null : <SkeletonRows rows={2} label={t('loading')} />}
      {absences?.length === 0 ? <Hint>{t('absence.none')}</Hint> : null}
      <ul>
        {absences?.map((absence) => (
          <Row
            key={absence.id}
            absence={absence}
            time={time}
            reason={reason}
            isIdle={writing === undefined}
            onEdit={() => write(absence)}
            onRemove={() => setRemoving(absence)}
          />
        ))}
      </ul>
      {removing ? (
        <RemoveQuestion
          absence={removing}
          practiceId={practiceId}
          time={time}
          onClose={() => setRemoving(undefined)}
        />
      ) : null}
    </section>
  )
}
