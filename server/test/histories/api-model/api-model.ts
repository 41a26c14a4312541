import type { ErrorKey } from '@ulna/contract/errors'

/** Somebody who calls: who they are, and what they may. */
export interface Person {
  readonly name: string
  readonly practice: number
  readonly doctorId: number
  readonly clinical: boolean
  readonly role: 'practitioner' | 'assistant' | 'owner'
}

export interface ModelPatient {
  readonly practice: number
  firstName: string
  note: string | null
  version: number
  /** Whether others than authors change what stands in the file; nobody's is at first. */
  unlocked: boolean
}

export interface ModelRecord {
  readonly practice: number
  readonly patientId: number
  /** Doctor id. */
  readonly author: number
  /** The case that a follow-up belongs to; null for a case. */
  readonly caseId: number | null
  text: string
  version: number
  voided: boolean
}

export interface ModelAppointment {
  readonly practice: number
  readonly doctorId: number
  readonly patientId: number
  slot: number
  cancelled: boolean
}

/** What two practices hold, as far as was acknowledged. */
export interface Model {
  readonly patients: Map<number, ModelPatient>
  readonly records: Map<number, ModelRecord>
  readonly appointments: Map<number, ModelAppointment>
}

export const emptyModel = (): Model => ({ patients: new Map(), records: new Map(), appointments: new Map() })

/** What the server has to answer: a success, or the error of the catalogue that comes first. */
export type Expected = 'ok' | ErrorKey

const isAdmin = ({ role }: Person): boolean => role === 'owner'

/** A thing as somebody of that practice sees it; undefined for what is not there or another practice's. */
const seen = <T extends { readonly practice: number }>(things: Map<number, T>, by: Person, id: number) => {
  const thing = things.get(id)
  return thing?.practice === by.practice ? thing : undefined
}

const isInUse = ({ records, appointments }: Model, id: number): boolean =>
  [...records.values(), ...appointments.values()].some(({ patientId }) => patientId === id)

const isStale = (version: number, stored: { readonly version: number }): boolean => version !== stored.version

export const livePatients = ({ patients }: Model, practice: number): number[] =>
  [...patients].filter(([, one]) => one.practice === practice).map(([id]) => id)

export const agendaOf = ({ appointments }: Model, practice: number): number[] =>
  [...appointments].filter(([, one]) => one.practice === practice).map(([id]) => id)

const isTaken = ({ appointments }: Model, doctorId: number, slot: number, but?: number): boolean =>
  [...appointments].some(
    ([id, one]) => id !== but && !one.cancelled && one.doctorId === doctorId && one.slot === slot,
  )

const mayWriteAgenda = (by: Person, doctorId: number): boolean =>
  by.role !== 'practitioner' || by.doctorId === doctorId

/** What the specification says of each call, before it is made. */
export const expected = {
  readPatient: (model: Model, by: Person, id: number): Expected =>
    seen(model.patients, by, id) ? 'ok' : 'not_found',

  updatePatient: (model: Model, by: Person, id: number, version: number): Expected => {
    const patient = seen(model.patients, by, id)
    if (!patient) return 'not_found'
    return isStale(version, patient) ? 'version_conflict' : 'ok'
  },

  changeLock: (model: Model, by: Person, id: number, unlocked: boolean): Expected => {
    const patient = seen(model.patients, by, id)
    if (!patient) return 'not_found'
    return unlocked && !patient.unlocked && !isAdmin(by) ? 'admin_role_required' : 'ok'
  },

  deletePatient: (model: Model, by: Person, id: number): Expected => {
    if (!isAdmin(by)) return 'admin_role_required'
    if (!seen(model.patients, by, id)) return 'not_found'
    return isInUse(model, id) ? 'patient_has_records' : 'ok'
  },

  writeCase: (model: Model, by: Person, patientId: number): Expected => {
    if (!by.clinical) return 'clinical_access_required'
    return seen(model.patients, by, patientId) ? 'ok' : 'not_found'
  },

  writeFollowUp: (model: Model, by: Person, caseId: number): Expected => {
    if (!by.clinical) return 'clinical_access_required'
    // A void case is none that a session could belong to.
    return model.records.get(caseId)?.voided ? 'patient_record_not_match' : 'ok'
  },

  readRecord: (model: Model, by: Person, id: number): Expected => {
    if (!by.clinical) return 'clinical_access_required'
    return seen(model.records, by, id) ? 'ok' : 'not_found'
  },

  editRecord: (model: Model, by: Person, id: number, version: number): Expected => {
    if (!by.clinical) return 'clinical_access_required'
    const record = seen(model.records, by, id)
    if (!record) return 'not_found'
    // Whoever writes over what they did not see is shown it first.
    if (isStale(version, record)) return 'version_conflict'
    if (record.voided) return 'record_voided'
    return record.author === by.doctorId ? 'ok' : 'author_required'
  },

  voidRecord: (model: Model, by: Person, id: number): Expected => {
    if (!by.clinical) return 'clinical_access_required'
    const record = seen(model.records, by, id)
    if (!record) return 'not_found'
    if (record.voided) return 'record_voided'
    if (record.author !== by.doctorId && !isAdmin(by)) return 'admin_role_required'
    if (record.author !== by.doctorId && !model.patients.get(record.patientId)?.unlocked)
      return 'patient_locked'
    const hasFollowUps = [...model.records.values()].some((one) => one.caseId === id && !one.voided)
    return hasFollowUps ? 'case_has_follow_ups' : 'ok'
  },

  book: (
    model: Model,
    by: Person,
    { doctorId, patientId, slot }: Omit<ModelAppointment, 'practice' | 'cancelled'>,
  ): Expected => {
    if (!mayWriteAgenda(by, doctorId)) return 'assistant_role_required'
    // The time is looked at first: it is taken for whoever it is.
    if (isTaken(model, doctorId, slot)) return 'appointment_overlap'
    return seen(model.patients, by, patientId) ? 'ok' : 'not_found'
  },

  readAppointment: (model: Model, by: Person, id: number): Expected =>
    seen(model.appointments, by, id) ? 'ok' : 'not_found',

  moveAppointment: (model: Model, by: Person, id: number, slot: number): Expected => {
    const appointment = seen(model.appointments, by, id)
    if (!appointment) return 'not_found'
    if (!mayWriteAgenda(by, appointment.doctorId)) return 'assistant_role_required'
    return isTaken(model, appointment.doctorId, slot, id) ? 'appointment_overlap' : 'ok'
  },

  changeAppointment: (model: Model, by: Person, id: number): Expected => {
    const appointment = seen(model.appointments, by, id)
    if (!appointment) return 'not_found'
    return mayWriteAgenda(by, appointment.doctorId) ? 'ok' : 'assistant_role_required'
  },
}
