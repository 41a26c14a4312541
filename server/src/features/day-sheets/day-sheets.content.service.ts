import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { SheetContents } from '@ulna/contract/day-sheets/day-sheets'
import type { PatientGlance } from '@ulna/contract/patient-file/patient-file'
import type { Patient } from '@ulna/contract/patients/patients'
import type { VisitFacts } from '@ulna/contract/today/today'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { patientsBy } from '../patients/patients.find.service.ts'
import { practiceNameOf } from '../practices/practices.service.ts'
import { clinicalGlanceOf } from '../records/records.glance.service.ts'
import { visitsOfPractice } from '../today/today.service.ts'
import type { SheetOf } from './day-sheets.repository.ts'

export type ClinicalGlance = Pick<PatientGlance, 'alerts' | 'lastNote'>

/** What one moment saw of a day. */
export interface SheetContent extends SheetOf {
  readonly practiceName: string
  /** Visits that are expected or were, by start; time that is kept free among them. */
  readonly events: readonly Appointment[]
  readonly patients: ReadonlyMap<number, Patient>
  /** By the id of the appointment; of clinical sheets alone. */
  readonly facts: ReadonlyMap<number, VisitFacts>
  /** By the id of the patient; of clinical sheets alone. */
  readonly glances: ReadonlyMap<number, ClinicalGlance>
}

const byId = <T>(entries: readonly (readonly [number, T])[]): ReadonlyMap<number, T> => new Map(entries)

/** Names and numbers of patients; one that is to be destroyed is not there any more. */
const patientsOf = async (
  tx: Tx,
  actor: PracticeActor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Patient>> => {
  if (ids.length === 0) return new Map()
  const { patients } = await patientsBy(tx, actor, { ids }, { limit: ids.length, offset: 0 })
  return byId(patients.map((patient) => [patient.id, patient]))
}

const glancesOf = async (
  tx: Tx,
  actor: PracticeActor,
  classes: RecordClasses,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ClinicalGlance>> =>
  byId(
    await Promise.all(ids.map(async (id) => [id, await clinicalGlanceOf(tx, actor, classes, id)] as const)),
  )

/** Reads as somebody who has no clinical access, whoever asks. */
export const readerOf = (actor: PracticeActor, contents: SheetContents): PracticeActor =>
  contents === 'clinical' ? actor : { ...actor, clinical: false }

/** Everything that goes onto the sheet of a day, as far as the caller may read it. */
export const gatherSheet = async (
  tx: Tx,
  actor: PracticeActor,
  classes: RecordClasses,
  { day, contents }: SheetOf,
): Promise<SheetContent> => {
  const reader = readerOf(actor, contents)
  const { events: all, facts } = await visitsOfPractice(tx, reader, day)
  const events = all.filter(({ status }) => status !== 'cancelled')
  const ids = [...new Set(events.flatMap(({ patientId }) => (patientId === null ? [] : [patientId])))]
  const patients = await patientsOf(tx, reader, ids)
  const isClinical = contents === 'clinical'
  return {
    day,
    contents,
    practiceName: await practiceNameOf(tx, actor.practiceId),
    events,
    patients,
    facts: byId(isClinical ? facts.map((one) => [one.appointmentId, one]) : []),
    glances: isClinical ? await glancesOf(tx, reader, classes, [...patients.keys()]) : new Map(),
  }
}
