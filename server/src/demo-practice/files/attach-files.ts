import { uploadForm } from '../../features/files/uploads/files.form.service.ts'
import { RecordClasses } from '../../features/modules/modules.service.ts'
import { writeRecord } from '../../features/records/records.write.service.ts'
import type { Call, PracticeActor } from '../../platform/sessions/actor.ts'
import { demoConfigurations } from '../hour/configurations.ts'
import { ownerAtWork } from '../hour/owner-at-work.ts'
import type { DemoPlan } from '../plan/plan.ts'
import { at, type Team } from '../plan/team.ts'
import { type PlannedDocument, type PlannedFile, planDocuments } from './planned-files.ts'

export type FileDependencies = Parameters<typeof uploadForm>[0]

/** The demo as it was stored. */
export interface Filled {
  readonly team: Team
  readonly plan: DemoPlan
  readonly patientIds: readonly number[]
  /** Places in the plan of those who stand where somebody looks first. */
  readonly hour: readonly number[]
}

/** Today’s visits may be still to come; what is brought along to one is written by now. */
const byNow = (instant: string): string => new Date(Math.min(Date.parse(instant), Date.now())).toISOString()

const writeDocument = async (
  { db }: FileDependencies,
  actor: PracticeActor,
  ownerId: number,
  { subtype, name, note, at: visitAt }: PlannedDocument,
): Promise<number> => {
  const written = await writeRecord(db, new RecordClasses(), actor, {
    ownerId,
    type: 'document',
    subtype,
    recordClassId: 'document',
    date: byNow(visitAt),
    data: { name, note },
  })
  return written.value().id
}

const attach = async (
  dependencies: FileDependencies,
  actor: PracticeActor,
  recordId: number,
  { name, type, draw }: PlannedFile,
): Promise<void> => {
  const bytes = await draw()
  const pieces = (async function* () {
    yield bytes
  })()
  await uploadForm(dependencies, actor, recordId, { fileName: name, contentType: type, pieces })
}

/**
 * Photos, an x-ray and a report for the demo, written and uploaded as the owner would: what the jobs do with uploads is
 * done with these too.
 */
export const attachDemoFiles = async (
  dependencies: FileDependencies,
  call: Call,
  { team, plan, patientIds, hour }: Filled,
): Promise<void> => {
  const actor = ownerAtWork(team, call, demoConfigurations)
  for (const planned of planDocuments(plan, hour)) {
    const recordId = await writeDocument(dependencies, actor, at(patientIds, planned.patient), planned)
    for (const file of planned.files) await attach(dependencies, actor, recordId, file)
  }
}
