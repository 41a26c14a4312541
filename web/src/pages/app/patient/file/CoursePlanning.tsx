import { useQuery, useQueryClient } from '@tanstack/react-query'
import { defaultAgenda } from '@ulna/contract/practices/practices.defaults'
import type { RecordRow } from '@ulna/contract/records/records'
import { sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../../api/session/session.ts'
import { useAgendaObstacle } from '../../../../features/appointments/agenda/use-agenda-permission.ts'
import { CourseDialog } from '../../../../features/appointments/course/CourseDialog.tsx'
import { plannedQuery, usablePackagesQuery } from '../../../../features/appointments/course/course.queries.ts'
import { valuesOfCourse } from '../../../../features/appointments/course/course-values.ts'
import { plannedAlready } from '../../../../features/appointments/course/planned-visits.ts'
import { useSeriesUndo } from '../../../../features/appointments/parts/series-undo.ts'
import { SeriesUndoBar } from '../../../../features/appointments/series/SeriesUndoBar.tsx'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { EmptyState } from '../../../../ui/base/EmptyState.tsx'
import { NoticePlace } from '../../../../ui/base/NoticeBar.tsx'
import { WideDialog } from '../../../../ui/WideDialog.tsx'
import { useAgendaPlace } from '../../calendar/parts/use-calendar.ts'

export interface CoursePlanningProps {
  patient: PatientFile['patient']
  words: RecordWords
  /** Visits are planned now; otherwise what was planned may be taken back. */
  isAsked: boolean
  /** The open case whose visits they are. */
  planned: RecordRow | undefined
  onClose: () => void
}

/** Sessions that a diagnosis asks for, where nothing was paid ahead. */
const usualVisits = 10

const plannedSessionsOf = ({ data }: RecordRow): number => {
  const sessions = data?.sessions
  return typeof sessions === 'number' && sessions > 0 ? Math.round(sessions) : usualVisits
}

/** What the file says of visits and packages is read anew when a course was booked and when it was taken back. */
const useReadPatientFileAnew = (patientId: number, undoId: number | undefined) => {
  const client = useQueryClient()
  const before = useRef(undoId)
  useEffect(() => {
    if (before.current === undoId) return
    before.current = undoId
    void client.invalidateQueries({ queryKey: ['patient', patientId, 'file'] })
  }, [client, patientId, undoId])
}

/** Who came by an address, and there is nothing to plan from. */
const NoOpenCase = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['course', 'calendar'])
  return (
    <WideDialog onClose={onClose} title={t('open')} size={480} closeLabel={t('calendar:close')}>
      <EmptyState title={t('noCase.title')}>{t('noCase.text')}</EmptyState>
    </WideDialog>
  )
}

type PlanningProps = Omit<CoursePlanningProps, 'isAsked'> & { planned: RecordRow }

const Planning = ({ patient, words, planned, onClose }: PlanningProps) => {
  const { place, practitioners } = useAgendaPlace()
  const { authPractice, authDoctor } = usePracticeSession()
  const today = useDates().today()
  const obstacleTo = useAgendaObstacle()
  const { data: packages, isError } = useQuery(usablePackagesQuery(place.practiceId, patient.id))
  const coming = useQuery(plannedQuery(place.practiceId, patient.id))
  const [sold] = packages ?? []
  const bookable = practitioners.filter(({ id }) => obstacleTo(id) === undefined)
  // Who treats plans their own visits; the desk those of whom the package or the diagnosis is of.
  const treating = [authDoctor?.id, sold?.doctorId, planned.authorId]
  const practitioner =
    treating.map((id) => bookable.find((one) => one.id === id)).find(Boolean) ??
    bookable[0] ??
    practitioners[0]
  // Kept from an earlier look it may miss what was booked since.
  const isPlannedKnown = coming.isFetchedAfterMount || coming.isError
  if (!practitioner || !(packages || isError) || !isPlannedKnown) return null
  const usual = authPractice.configurations.agenda ?? defaultAgenda
  const initial = valuesOfCourse({
    patient: { id: patient.id, name: `${patient.firstName} ${patient.lastName}` },
    doctorId: practitioner.id,
    today,
    sessions: sold ? sessionsLeft(sold) : plannedSessionsOf(planned),
    minutes: usual.appointmentMinutes,
  })
  return (
    <CourseDialog
      place={place}
      practitioners={practitioners}
      caseId={planned.id}
      caseName={words.caseName(planned)}
      packages={packages ?? []}
      planned={plannedAlready(coming.data ?? [], planned.id)}
      initial={initial}
      onSaved={onClose}
      onClose={onClose}
    />
  )
}

/** Plans the visits of a case over its file, and takes them back for a while. */
export const CoursePlanning = (props: CoursePlanningProps) => {
  const { place } = useAgendaPlace()
  const undo = useSeriesUndo(place.practiceId)
  useReadPatientFileAnew(props.patient.id, undo?.id)
  const { isAsked, planned, onClose } = props
  return (
    <>
      {isAsked && planned ? <Planning {...props} planned={planned} /> : null}
      {isAsked && !planned ? <NoOpenCase onClose={onClose} /> : null}
      <div role="status">
        {undo ? (
          <NoticePlace>
            <SeriesUndoBar key={undo.id} place={place} undo={undo} isCovered={isAsked} />
          </NoticePlace>
        ) : null}
      </div>
    </>
  )
}
