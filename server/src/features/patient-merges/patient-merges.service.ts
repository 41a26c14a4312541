import { limits } from '@ulna/contract/http/text'
import type { FileMerge, MergeComparison, MergeInput } from '@ulna/contract/patient-merges/patient-merges'
import type { Patient } from '@ulna/contract/patients/patients'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { auditWrite } from '../../platform/audit/audit.strands.ts'
import { authorized } from '../../platform/authorized.ts'
import { refuseBlocked } from '../../platform/blocked-patients.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  answerText,
  joinObject,
  jsonOf,
  type ListText,
  listText,
  parseJson,
  type WireText,
} from '../../platform/database/wire.ts'
import { mergedInto } from '../../platform/patient-aliases.ts'
import { auditActor, type PracticeActor, seeingBlocked } from '../../platform/sessions/actor.ts'
import { type Audited, audited, change, type Database, view } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { patientAnswerOf } from '../patients/patients.archive.service.ts'
import {
  lockForMerge,
  lockForUnmerge,
  type Mergeable,
  recountAfterUnmerge,
  removeUnusedPictures,
  tellMerged,
  writeMerged,
} from '../patients/patients.merge.service.ts'
import { patientWireOf, requirePatient } from '../patients/patients.service.ts'
import {
  casesWireOf,
  hasHistory,
  historyWireOf,
  writeJointHistory,
} from '../records/records.merge.service.ts'
import { countHeld, findClashes } from './patient-merges.compare.repository.ts'
import { chosenColumns, contactChange, formerColumns, picturesOf } from './patient-merges.fields.ts'
import {
  findMerges,
  findStanding,
  insertMerge,
  isUndone,
  mergeFiles,
  noteOutcome,
  type StandingMerge,
  unmergeFiles,
} from './patient-merges.repository.ts'

const differentFrom = (patientId: number, otherId: number): void => {
  if (patientId === otherId) throw invalidField('otherId', 'field_option')
}

const comparedFile = async (tx: Tx, actor: PracticeActor, patientId: number) => {
  const [patient, cases, history] = await Promise.all([
    patientWireOf(tx, actor, patientId),
    casesWireOf(tx, actor, patientId),
    historyWireOf(tx, actor, patientId),
  ])
  return { patient, file: joinObject<MergeComparison['kept']>({ patient, cases, history }) }
}

/** Two files side by side. Both patients have it in their trail. */
export const compareFiles = async (
  db: Database,
  actor: PracticeActor,
  { id: patientId, otherId }: { readonly id: number; readonly otherId: number },
): Promise<WireText<MergeComparison>> => {
  differentFrom(patientId, otherId)
  await view(db, actor, async (tx) => {
    await requirePatient(tx, actor, otherId)
    return audited(
      { action: 'patient.merge_compared', patientId: otherId, detail: { with: patientId } },
      null,
    )
  })
  return view(db, actor, async (tx) => {
    const [kept, other, held, clashes] = await Promise.all([
      comparedFile(tx, actor, patientId),
      comparedFile(tx, actor, otherId),
      countHeld(tx, actor.practiceId, patientId, otherId),
      findClashes(tx, actor.practiceId, patientId, otherId),
    ])
    const locked = { kept: !parseJson(kept.patient).unlocked, other: !parseJson(other.patient).unlocked }
    const answer = joinObject<MergeComparison>({
      kept: kept.file,
      other: other.file,
      held: jsonOf(held),
      clashes: jsonOf(clashes),
      locked: jsonOf(locked),
    })
    return audited(
      { action: 'patient.merge_compared', patientId, detail: { with: otherId } },
      answerText(answer),
    )
  })
}

/** Who reads aliases sees whoever else is out of sight as well: of those nothing is told, as everywhere. */
const requireInSight = async (
  tx: Tx,
  actor: PracticeActor,
  action: 'patient.merges_read' | 'patient.unmerge',
  patientId: number,
): Promise<void> => {
  await requirePatient(tx, actor, patientId)
  await refuseBlocked(tx, actor.practiceId, { action, patientId })
}

/** Which files became part of this one, newest first. */
export const listMerges = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
): Promise<ListText<FileMerge>> =>
  view(db, seeingBlocked(actor), async (tx) => {
    await requireInSight(tx, actor, 'patient.merges_read', patientId)
    const merges = (await findMerges(tx, actor.practiceId, patientId)).map(
      (merge, index): FileMerge => ({ ...merge, last: index === 0 }),
    )
    return audited(
      { action: 'patient.merges_read', patientId, detail: { count: merges.length } },
      listText({ rows: jsonOf(merges), total: merges.length }),
    )
  })

/** The trail of the other patient tells of it as well. */
const noteOfOther = (
  tx: Tx,
  db: Database,
  actor: PracticeActor,
  entry: {
    readonly action: 'patient.merge' | 'patient.unmerge'
    readonly patientId: number
    readonly detail: Readonly<Record<string, unknown>>
  },
): Promise<void> => auditWrite(tx, db.auditKey, { actor: auditActor(actor), entry })

/** Whether the histories of both have to become one: then somebody says what it says, and else nobody does. */
const needsHistory = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
  { otherId, history }: MergeInput,
): Promise<boolean> => {
  const needed = (await hasHistory(tx, actor, patientId)) && (await hasHistory(tx, actor, otherId))
  if (needed && !history) throw invalidField('history', 'field_required')
  if (!needed && history) throw invalidField('history', 'field_option')
  return needed
}

/** What was done already is answered as it is. */
const doneAlready = async (
  tx: Tx,
  actor: PracticeActor,
  action: 'patient.merge' | 'patient.unmerge',
  patientId: number,
): Promise<Audited<WireText<Patient>>> =>
  audited({ action, patientId, detail: { already: true } }, await patientAnswerOf(tx, actor, patientId))

/** Carries a merge out: rows, history, contact data. Both patients are locked. */
const carryOut = async (
  tx: Tx,
  actor: PracticeActor,
  classes: RecordClasses,
  { kept, other, input }: { readonly kept: Mergeable; readonly other: Mergeable; readonly input: MergeInput },
) => {
  const { practiceId, userId } = actor
  const [patientId, aliasId] = [kept.id, other.id]
  const { reason, history, fields = {} } = input
  const columns = chosenColumns(fields, kept.columns, other.columns, limits.note)
  const mergeId = await insertMerge(tx, practiceId, { patientId, aliasId, reason, userId })
  const followed = await mergeFiles(tx, practiceId, mergeId)
  const historyId = history ? await writeJointHistory(tx, actor, classes, { patientId, ...history }) : null
  await noteOutcome(tx, practiceId, mergeId, { contact: contactChange(kept.columns, columns), historyId })
  await writeMerged(tx, actor, kept, columns)
  await tellMerged(tx, actor, [patientId, aliasId])
  const fieldsChanged = Object.keys(columns)
  return { merge: mergeId, from: aliasId, rows: followed, fields: fieldsChanged, history: historyId, reason }
}

/**
 * Makes two files one. What is neither signed nor issued follows into the first; what is stays as it was sealed and is read
 * there through the alias. One transaction, with the history that a clinician confirms where both have one. Said twice it
 * changes nothing.
 */
export const mergePatients = (
  db: Database,
  classes: RecordClasses,
  actor: PracticeActor,
  patientId: number,
  input: MergeInput,
): Promise<WireText<Patient>> =>
  change(db, actor, async (tx) => {
    const { otherId, reason, version, otherVersion } = input
    differentFrom(patientId, otherId)
    if ((await mergedInto(tx, actor.practiceId, otherId)) === patientId)
      return doneAlready(tx, actor, 'patient.merge', patientId)
    const [kept, other] = await lockForMerge(tx, actor, [
      { id: patientId, version },
      { id: otherId, version: otherVersion },
    ])
    await needsHistory(tx, actor, patientId, input)
    const detail = await carryOut(tx, actor, classes, { kept, other, input })
    const answer = await patientAnswerOf(tx, actor, patientId)
    // Last: where the trail cannot be written, nothing that comes after it is told another reason.
    await noteOfOther(tx, db, actor, {
      action: 'patient.merge',
      patientId: otherId,
      detail: { into: patientId, reason },
    })
    return audited({ action: 'patient.merge', patientId, detail }, answer)
  })

/** The file of a merge that may be taken back, locked: the last one, in an open and unlocked file. */
const lockLast = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
  mergeId: number,
): Promise<{ readonly merge: StandingMerge; readonly patient: Mergeable }> => {
  const named = (await findStanding(tx, actor.practiceId, patientId)).find(({ id }) => id === mergeId)
  const patient = named && (await lockForUnmerge(tx, actor, [patientId, named.aliasId])).get(patientId)
  if (!patient) throw new AppError('not_found')
  const standing = await findStanding(tx, actor.practiceId, patientId)
  const merge = standing.find(({ id }) => id === mergeId)
  if (!merge) throw new AppError('not_found')
  if (patient.archived) throw new AppError('patient_archived')
  if (!patient.unlocked) throw new AppError('patient_locked')
  if (standing[0] !== merge) throw new AppError('merge_not_last')
  return { merge, patient: authorized(patient) }
}

/**
 * Takes the last merge of a file back, as long as nothing was signed or issued in it since: exactly what followed goes back,
 * with what hangs on it by now. What else was written since stays. Said twice it changes nothing.
 */
export const unmergePatients = (
  db: Database,
  actor: PracticeActor,
  { id: patientId, mergeId }: { readonly id: number; readonly mergeId: number },
): Promise<WireText<Patient>> =>
  change(db, seeingBlocked(actor), async (tx) => {
    const { practiceId, userId } = actor
    await requireInSight(tx, actor, 'patient.unmerge', patientId)
    if (await isUndone(tx, practiceId, patientId, mergeId))
      return doneAlready(tx, actor, 'patient.unmerge', patientId)
    const { merge, patient } = await lockLast(tx, actor, patientId, mergeId)
    if (!(await unmergeFiles(tx, practiceId, mergeId, userId))) throw new AppError('merge_sealed')
    const columns = formerColumns(merge.contact, patient.columns)
    await writeMerged(tx, actor, patient, columns)
    await recountAfterUnmerge(tx, actor, merge.aliasId)
    await removeUnusedPictures(tx, practiceId, picturesOf(merge.contact))
    await tellMerged(tx, actor, [patientId, merge.aliasId])
    const answer = await patientAnswerOf(tx, actor, patientId)
    const detail = { merge: mergeId, to: merge.aliasId, fields: Object.keys(columns) }
    // Last: where the trail cannot be written, nothing that comes after it is told another reason.
    await noteOfOther(tx, db, actor, {
      action: 'patient.unmerge',
      patientId: merge.aliasId,
      detail: { from: patientId },
    })
    return audited({ action: 'patient.unmerge', patientId, detail }, answer)
  })
