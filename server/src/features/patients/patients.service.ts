import type { Patient, PatientChange, PatientInput, PatientRow } from '@ulna/contract/patients/patients'
import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseFutureDay } from '../../platform/database/database-clock.ts'
import { givenColumns } from '../../platform/database/given-columns.ts'
import {
  answerText,
  type Json,
  listText,
  type PageWish,
  parseJson,
  type WireText,
} from '../../platform/database/wire.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import { mergedInto } from '../../platform/patient-aliases.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, auditedInSight, change, type Database, view, viewShortly } from '../../platform/use-case.ts'
import { type ImageSize, imageKey, removeUnusedPicture, storeProfileImage } from './patients.image.ts'
import { noteNewControl, refreshLastControl } from './patients.last-control.repository.ts'
import {
  findLatestPatients,
  findLikePatients,
  findPatients,
  type Likeness,
} from './patients.lists.repository.ts'
import { tellPatientFile } from './patients.news.service.ts'
import { mayChangeLock, mayWriteSummary } from './patients.policy.ts'
import {
  deletePatientRow,
  findArchived,
  findPatientRowWire,
  findPatientWire,
  findProfileImageKey,
  insertPatient,
  isPatientHeld,
  isPatientHere,
  isPatientInUse,
  keepPatientVersion,
  type LockChange,
  lockPatientRow,
  nextFileId,
  type PatientColumns,
  type PatientState,
  updatePatientRow,
} from './patients.repository.ts'
import { searchPatients } from './patients.search.repository.ts'

/** At most this many in the list of latest patients (specification §9). */
const latestPatients = 9

const wireOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<Json<Patient>> => {
  const wire = await findPatientWire(tx, actor.practiceId, id, actor.clinical)
  if (wire === undefined) throw new AppError('not_found')
  return wire
}

const rowsOfPage = (total: number, { limit, offset }: PageWish): number =>
  Math.max(0, Math.min(limit, total - offset))

/** Patients by name, or those that match `q`: of those who are not archived, or of the archived alone. */
export const listPatients = (
  db: Database,
  actor: PracticeActor,
  { q, only, ...wish }: PageWish & { q?: string | undefined; only?: 'archived' | undefined },
) =>
  view(db, actor, async (tx) => {
    const archived = only === 'archived'
    const page = q
      ? await searchPatients(tx, actor.practiceId, q, { ...wish, archived })
      : await findPatients(tx, actor.practiceId, wish, archived)
    return audited(
      {
        action: 'patient.list',
        // Which part of the list it was: `audit.mass_reading` counts who goes through all of it.
        detail: {
          ...{ count: page.total, offset: wish.offset, rows: rowsOfPage(page.total, wish) },
          ...{ searched: Boolean(q), ...(archived && { archived }) },
        },
      },
      listText(page, wish),
    )
  })

export const searchPatientsByName = (db: Database, actor: PracticeActor, text: string, wish: PageWish) =>
  view(db, actor, async (tx) => {
    const page = await searchPatients(tx, actor.practiceId, text, wish)
    return audited({ action: 'patient.search', detail: { count: page.total } }, listText(page, wish))
  })

export const listLatestPatients = (db: Database, actor: PracticeActor) =>
  view(db, actor, async (tx) => {
    const page = await findLatestPatients(tx, actor.practiceId, latestPatients)
    const answer = listText(page, { limit: latestPatients, offset: 0 })
    return audited({ action: 'patient.list', detail: { count: page.total, latest: true } }, answer)
  })

/** Who may be the same person; a hint before saving, never a refusal. */
export const listLikePatients = (db: Database, actor: PracticeActor, like: Likeness) =>
  view(db, actor, async (tx) => {
    const page = await findLikePatients(tx, actor.practiceId, like)
    const answer = listText(page, { limit: 10, offset: 0 })
    return audited({ action: 'patient.duplicates_checked', detail: { count: page.total } }, answer)
  })

/** Who here may be the same person as somebody who comes from elsewhere, inside another read. */
export const likePatientsOf = async (
  tx: Tx,
  { practiceId }: Pick<PracticeActor, 'practiceId'>,
  like: Likeness,
): Promise<PatientRow[]> => {
  const { rows } = await findLikePatients(tx, practiceId, like)
  return parseJson(typeof rows === 'string' ? rows : (rows.toString() as Json<PatientRow[]>))
}

/** A patient; of one whose file became part of another, whose file that is. */
export const readPatient = (db: Database, actor: PracticeActor, id: number): Promise<WireText<Patient>> =>
  viewShortly(db, actor, async (tx) => {
    const wire = await findPatientWire(tx, actor.practiceId, id, actor.clinical)
    if (wire !== undefined) return auditedInSight({ action: 'patient.read', patientId: id }, answerText(wire))
    const patientId = await mergedInto(tx, actor.practiceId, id)
    if (patientId === undefined) throw new AppError('not_found')
    const merged = answerText(await wireOf(tx, actor, patientId))
    return audited({ action: 'patient.read', patientId, detail: { alias: id } }, merged)
  })

const columnsOf = (input: PatientInput | PatientChange): PatientColumns =>
  givenColumns({
    first_name: input.firstName,
    last_name: input.lastName,
    // A file number that is emptied stays as it is: there is always one.
    file_id: input.fileId ?? undefined,
    birth_date: input.birthDate,
    social_id: input.socialId,
    phone: input.phone,
    mobile: input.mobile,
    email: input.email,
    address: input.address,
    language: input.language,
    mail_reminders: input.mailReminders,
    note: input.note,
    clinic_summary: input.clinicSummary,
  })

/** The picture is stored before the transaction: one that is nobody's goes again, a row without its picture must not be. */
const imageColumn = async (
  db: Database,
  files: FileStore,
  actor: PracticeActor,
  input: PatientInput | PatientChange,
): Promise<Pick<PatientColumns, 'profile_image_key'>> =>
  input.profileImg
    ? {
        profile_image_key: await storeProfileImage(db, files, {
          practiceId: actor.practiceId,
          dataUrl: input.profileImg.data,
        }),
      }
    : {}

export const registerPatient = async (
  db: Database,
  files: FileStore,
  actor: PracticeActor,
  input: PatientInput,
) => {
  mayWriteSummary(actor, input)
  const image = await imageColumn(db, files, actor, input)
  return change(db, actor, async (tx) => {
    await refuseFutureDay(tx, actor, 'birthDate', input.birthDate)
    const fileId = input.fileId ?? (await nextFileId(tx, actor.practiceId))
    const id = await insertPatient(tx, actor.practiceId, {
      ...columnsOf(input),
      ...image,
      first_name: input.firstName,
      last_name: input.lastName,
      file_id: fileId,
    })
    await keepPatientVersion(tx, actor.practiceId, id, actor.userId)
    return audited({ action: 'patient.create', patientId: id }, answerText(await wireOf(tx, actor, id)))
  })
}

/**
 * The patient as they are, locked until the transaction ends; refused when they are not here, are archived or changed
 * since.
 */
const currentState = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  version?: number,
): Promise<Authorized<PatientState>> => {
  const state = await lockPatientRow(tx, actor.practiceId, id)
  if (!state) throw new AppError('not_found')
  if (state.archived) throw new AppError('patient_archived')
  await refuseStale(version, state, async () => parseJson(await wireOf(tx, actor, id)))
  return authorized(state)
}

const lockChange = (actor: PracticeActor, input: PatientChange, unlockedNow: boolean): LockChange | null => {
  if (input.unlocked === undefined || input.unlocked === unlockedNow) return null
  return { unlockHours: input.unlocked ? actor.configurations.records.relockHours : null }
}

const actionOf = (lock: LockChange | null, columns: PatientColumns) => {
  if (!lock || Object.keys(columns).length > 0) return 'patient.update' as const
  return lock.unlockHours === null ? ('patient.lock' as const) : ('patient.unlock' as const)
}

/** Changes contact data, picture or lock state. A body may send back what a GET answered. */
export const updatePatient = async (
  db: Database,
  files: FileStore,
  actor: PracticeActor,
  { id, input }: { id: number; input: PatientChange },
) => {
  const image = await imageColumn(db, files, actor, input)
  return change(db, actor, async (tx) => {
    const patient = await currentState(tx, actor, id, input.version)
    await refuseFutureDay(tx, actor, 'birthDate', input.birthDate)
    mayChangeLock(actor, input, patient.unlocked)
    mayWriteSummary(actor, input)
    const { clinic_summary: summary, ...administrative } = columnsOf(input)
    // A GET without clinical access answers no summary, so what they send back says nothing about it.
    const columns = {
      ...administrative,
      ...(actor.clinical && summary !== undefined ? { clinic_summary: summary } : {}),
      ...image,
    }
    const lock = lockChange(actor, input, patient.unlocked)
    await updatePatientRow(tx, actor.practiceId, patient, { columns, lock })
    if (image.profile_image_key && patient.profileImageKey)
      await removeUnusedPicture(tx, actor.practiceId, patient.profileImageKey)
    await keepPatientVersion(tx, actor.practiceId, id, actor.userId)
    await tellPatientFile(tx, actor, id)
    const detail = {
      fields: Object.keys(columns),
      ...(lock ? { unlocked: input.unlocked, reason: input.reason ?? null } : {}),
    }
    const answer = answerText(await wireOf(tx, actor, id))
    return audited({ action: actionOf(lock, columns), patientId: id, detail }, answer)
  })
}

/** Only a patient without records, appointments and holds can be deleted, with everything that was ever written of them. */
export const deletePatient = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const patient = await currentState(tx, actor, id)
    if (await isPatientInUse(tx, actor.practiceId, id)) throw new AppError('patient_has_records')
    if (await isPatientHeld(tx, actor.practiceId, id)) throw new AppError('patient_on_hold')
    await deletePatientRow(tx, actor.practiceId, patient)
    if (patient.profileImageKey) await removeUnusedPicture(tx, actor.practiceId, patient.profileImageKey)
    return audited({ action: 'patient.delete', patientId: id }, { id })
  })

export const readProfileImage = async (
  db: Database,
  files: FileStore,
  actor: PracticeActor,
  { id, size }: { id: number; size: ImageSize },
): Promise<FileAnswer> => {
  const key = await view(db, actor, async (tx) => {
    const stored = await findProfileImageKey(tx, actor.practiceId, id)
    if (stored === undefined) throw new AppError('not_found')
    if (stored === null) throw new AppError('file_not_found')
    return audited({ action: 'patient.image_read', patientId: id, detail: { size } }, stored)
  })
  return new FileAnswer(await files.get(imageKey(key, size)), 'image/webp', {
    etag: `"${key.split('/').at(-1) ?? ''}-${size}"`,
  })
}

/**
 * The state of a patient for a write to its file, locked until the transaction ends; not_found when it is not here,
 * patient_archived when its file is only to be read.
 */
export const lockPatientFile = (
  tx: Tx,
  actor: PracticeActor,
  id: number,
): Promise<Authorized<PatientState>> => currentState(tx, actor, id)

/** Wire JSON of a patient inside another read of the file. */
export const patientWireOf = wireOf

/** A patient as a list shows them; not_found when it is not of the practice. */
export const patientRowOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<Json<PatientRow>> => {
  const wire = await findPatientRowWire(tx, actor.practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return wire
}

/** Notes that a control was written, at an instant; null is now. */
export const noteControl = (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
  at: string | null,
): Promise<void> => noteNewControl(tx, actor.practiceId, patientId, at)

/** Counts controls again after the time of one changed or it was voided. */
export const recountControls = (tx: Tx, actor: PracticeActor, patientId: number): Promise<void> =>
  refreshLastControl(tx, actor.practiceId, patientId)

/** Refuses with not_found when the patient is not of this practice. */
export const requirePatient = async (tx: Tx, actor: PracticeActor, id: number): Promise<void> => {
  if (!(await isPatientHere(tx, actor.practiceId, id))) throw new AppError('not_found')
}

const refuseArchivedAs = async (
  tx: Tx,
  actor: PracticeActor,
  ids: readonly (number | null)[],
  how: { readonly hold: boolean },
): Promise<void> => {
  const named = new Set(ids.filter((id) => id !== null))
  if (named.size === 0) return
  const found = await findArchived(tx, actor.practiceId, [...named], how)
  if (found.length < named.size) throw new AppError('not_found')
  if (found.some(({ archived }) => archived)) throw new AppError('patient_archived')
}

/**
 * Refuses with patient_archived what would change a file that is only to be read, and with not_found what is not here.
 * Of what stands in a file and is locked itself: whoever archives waits for that (`patients.archive.service.ts`).
 */
export const refuseArchived = (
  tx: Tx,
  actor: PracticeActor,
  ...ids: readonly (number | null)[]
): Promise<void> => refuseArchivedAs(tx, actor, ids, { hold: false })

/** The same for what joins a file: nobody archives it until the transaction ends. */
export const holdUnarchived = (
  tx: Tx,
  actor: PracticeActor,
  ...ids: readonly (number | null)[]
): Promise<void> => refuseArchivedAs(tx, actor, ids, { hold: true })

/**
 * Whether a patient wants mails about appointments, as they say themselves. Answers false when the patient is not here;
 * saying it again changes nothing.
 */
export const setMailReminders = async (
  tx: Tx,
  practiceId: number,
  id: number,
  wanted: boolean,
): Promise<boolean> => {
  const state = await lockPatientRow(tx, practiceId, id)
  if (!state) return false
  if (state.mailReminders === wanted) return true
  await updatePatientRow(tx, practiceId, authorized(state), { columns: { mail_reminders: wanted } })
  await keepPatientVersion(tx, practiceId, id, null)
  return true
}
