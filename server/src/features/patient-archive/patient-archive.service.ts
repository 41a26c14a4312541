import {
  type ArchiveInput,
  type LooseEnds,
  mostListedVisits,
} from '@ulna/contract/patient-archive/patient-archive'
import type { Patient } from '@ulna/contract/patients/patients'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, view } from '../../platform/use-case.ts'
import {
  cancelVisits,
  holdVisitsToCome,
  visitsToComeOf,
} from '../appointments/appointments.leaving.service.ts'
import { lockForArchive, patientAnswerOf, setArchived } from '../patients/patients.archive.service.ts'
import { requirePatient } from '../patients/patients.service.ts'
import { balanceOf } from '../session-packages/session-packages.service.ts'
import { countWaiting, withdrawPatient } from '../wait-list/wait-list.service.ts'

/** What still lives in a file. */
export const readLooseEnds = (db: Database, actor: PracticeActor, patientId: number): Promise<LooseEnds> =>
  view(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const [visits, waiting, packages] = await Promise.all([
      visitsToComeOf(tx, actor, patientId),
      countWaiting(tx, actor, patientId),
      balanceOf(tx, actor, patientId),
    ])
    const detail = { visits: visits.length, waiting, packages: packages.length }
    return audited(
      { action: 'patient.archive_asked', patientId, detail },
      { visits: visits.slice(0, mostListedVisits), visitCount: visits.length, waiting, packages },
    )
  })

/** What was tied up, for the trail. */
interface TiedUp {
  readonly cancelled: readonly number[]
  readonly withdrawn: number
  readonly packages: readonly number[]
}

/** Visits to come are cancelled only where that was said, and a balance is given up by nobody who has not seen it. */
const tieUp = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
  { cancelVisits: isCancelling, balanceSeen, reason }: ArchiveInput,
): Promise<TiedUp> => {
  const visits = await holdVisitsToCome(tx, actor, patientId)
  if (visits.length > 0 && !isCancelling) throw new AppError('patient_has_visits')
  const packages = (await balanceOf(tx, actor, patientId)).map(({ id }) => id)
  if (packages.length > 0 && !balanceSeen) throw new AppError('patient_has_balance')
  const cancelled = visits.map(({ id }) => id)
  await cancelVisits(tx, actor, cancelled, reason || null)
  return { cancelled, withdrawn: await withdrawPatient(tx, actor, patientId), packages }
}

/** Puts a patient away, once what still lives is tied up. Who is archived stays so, with the reason of the first time. */
export const archivePatient = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
  input: ArchiveInput,
): Promise<WireText<Patient>> =>
  change(db, actor, async (tx) => {
    const patient = await lockForArchive(tx, actor, patientId, input.version)
    const detail = patient.archived
      ? { already: true }
      : { ...(await tieUp(tx, actor, patientId, input)), reason: input.reason || null }
    if (!patient.archived) await setArchived(tx, actor, patient, input.reason || null)
    return audited(
      { action: 'patient.archive', patientId, detail },
      await patientAnswerOf(tx, actor, patientId),
    )
  })

/** Brings a patient back into the lists, with everything as it was but what was cancelled and withdrawn. */
export const bringPatientBack = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
): Promise<WireText<Patient>> =>
  change(db, actor, async (tx) => {
    const patient = await lockForArchive(tx, actor, patientId)
    if (patient.archived) await setArchived(tx, actor, patient, undefined)
    return audited(
      {
        action: 'patient.bring_back',
        patientId,
        ...(!patient.archived && { detail: { already: true } }),
      },
      await patientAnswerOf(tx, actor, patientId),
    )
  })
