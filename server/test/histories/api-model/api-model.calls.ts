import { setTimeout as sleep } from 'node:timers/promises'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import type { TestApp } from '../../build-test-app.ts'
import { type CallOptions, callEndpoint, type TestAnswer } from '../../client.ts'
import { caseInput, followUpInput } from '../../factories/clinical.ts'
import { agendaOf, type Expected, expected, livePatients, type Model, type Person } from './api-model.ts'

/** One call as it is made, what has to come of it, and what the model becomes where it succeeds. */
export interface Call {
  readonly by: Person
  readonly endpoint: EndpointShape
  readonly options: CallOptions
  readonly expected: Expected
  /** What the answer of a success has to say. */
  readonly says?: (payload: never, metadata: never) => unknown
  readonly toSay?: unknown
  readonly effect?: (payload: never) => void
}

/** Chooses among what there is, by a number that was drawn. */
const pick = (ids: Iterable<number>, at: number): number => {
  const all = [...ids]
  return all[at % all.length] ?? 0
}

const day = Date.UTC(2031, 4, 5, 12)
/** So few that they are often taken. */
const slots = 6
const slotTimes = (slot: number) => ({
  start: new Date(day + slot * 1_800_000).toISOString(),
  end: new Date(day + slot * 1_800_000 + 1_800_000).toISOString(),
})

/** What is drawn for a step: who, of what, and how. */
export interface Draw {
  readonly people: readonly Person[]
  readonly who: number
  readonly a: number
  readonly b: number
}

const personOf = ({ people, who }: Draw): Person => {
  const person = people[who % people.length]
  if (!person) throw new Error('nobody is there')
  return person
}

const colleagueOf = ({ people, b }: Draw, by: Person): Person => {
  const colleagues = people.filter(({ practice }) => practice === by.practice)
  return colleagues[b % colleagues.length] ?? by
}

let written = 0
const fresh = (word: string): string => {
  written += 1
  return `${word} ${written}`
}

/** Now and then of a version that nobody has any more. */
const versionSeen = (stored: number | undefined, b: number): number => (stored ?? 1) + (b % 4 === 0 ? 7 : 0)

const patientAt = (model: Model, { a }: Draw): number => pick(model.patients.keys(), a)
const recordAt = (model: Model, { a }: Draw): number => pick(model.records.keys(), a)
const appointmentAt = (model: Model, { a }: Draw): number => pick(model.appointments.keys(), a)

const idIn = (payload: { id: number }): number => payload.id

/** Every step there is; of what needs a thing that is not there yet, none. */
export const calls: Readonly<Record<string, (model: Model, draw: Draw) => Call | undefined>> = {
  registerPatient: (model, draw) => {
    const by = personOf(draw)
    const firstName = fresh('Mariana')
    return {
      by,
      endpoint: patientEndpoints.create,
      options: { body: { firstName, lastName: 'Gómez' } },
      expected: 'ok',
      effect: (payload) =>
        void model.patients.set(idIn(payload), {
          practice: by.practice,
          firstName,
          note: null,
          version: 1,
          unlocked: false,
        }),
    }
  },
  readPatient: (model, draw) => {
    const [by, id] = [personOf(draw), patientAt(model, draw)]
    const patient = model.patients.get(id)
    return {
      by,
      endpoint: patientEndpoints.read,
      options: { params: { id } },
      expected: expected.readPatient(model, by, id),
      says: ({ firstName, note, version }: { firstName: string; note: string | null; version: number }) => ({
        firstName,
        note,
        version,
      }),
      toSay: patient && { firstName: patient.firstName, note: patient.note, version: patient.version },
    }
  },
  updatePatient: (model, draw) => {
    const [by, id, note] = [personOf(draw), patientAt(model, draw), fresh('Nota')]
    const patient = model.patients.get(id)
    const version = versionSeen(patient?.version, draw.b)
    return {
      by,
      endpoint: patientEndpoints.update,
      options: { params: { id }, body: { note, version } },
      expected: expected.updatePatient(model, by, id, version),
      effect: () => void (patient && Object.assign(patient, { note, version: patient.version + 1 })),
    }
  },
  changeLock: (model, draw) => {
    const [by, id, unlocked] = [personOf(draw), patientAt(model, draw), draw.b % 2 === 0]
    const patient = model.patients.get(id)
    return {
      by,
      endpoint: patientEndpoints.update,
      options: { params: { id }, body: { unlocked, reason: 'Corrección acordada' } },
      expected: expected.changeLock(model, by, id, unlocked),
      effect: () => void (patient && Object.assign(patient, { unlocked, version: patient.version + 1 })),
    }
  },
  deletePatient: (model, draw) => {
    const [by, id] = [personOf(draw), patientAt(model, draw)]
    return {
      by,
      endpoint: patientEndpoints.remove,
      options: { params: { id } },
      expected: expected.deletePatient(model, by, id),
      effect: () => void model.patients.delete(id),
    }
  },
  listPatients: (model, draw) => {
    const by = personOf(draw)
    return {
      by,
      endpoint: patientEndpoints.list,
      options: { query: { limit: '100' } },
      expected: 'ok',
      says: (_: never, { total }: { total: number }) => total,
      toSay: livePatients(model, by.practice).length,
    }
  },
  writeCase: (model, draw) => {
    const [by, patientId, text] = [personOf(draw), patientAt(model, draw), fresh('Hombro')]
    return {
      by,
      endpoint: recordEndpoints.create,
      options: { body: caseInput(patientId, { name: text }) },
      expected: expected.writeCase(model, by, patientId),
      effect: (payload) =>
        void model.records.set(idIn(payload), {
          practice: by.practice,
          patientId,
          author: by.doctorId,
          caseId: null,
          text,
          version: 1,
          voided: false,
        }),
    }
  },
  writeFollowUp: (model, draw) => {
    const [by, text] = [personOf(draw), fresh('Duerme')]
    const cases = [...model.records].filter(([, one]) => one.practice === by.practice && one.caseId === null)
    const [caseId, theCase] = cases[draw.a % Math.max(1, cases.length)] ?? []
    if (caseId === undefined || !theCase) return undefined
    return {
      by,
      endpoint: recordEndpoints.create,
      options: { body: followUpInput(theCase.patientId, caseId, { patientObs: text }) },
      expected: expected.writeFollowUp(model, by, caseId),
      effect: (payload) =>
        void model.records.set(idIn(payload), {
          ...theCase,
          author: by.doctorId,
          caseId,
          text,
          version: 1,
          voided: false,
        }),
    }
  },
  readRecord: (model, draw) => {
    if (model.records.size === 0) return undefined
    const [by, id] = [personOf(draw), recordAt(model, draw)]
    const record = model.records.get(id)
    return {
      by,
      endpoint: recordEndpoints.read,
      options: { params: { id } },
      expected: expected.readRecord(model, by, id),
      says: ({ version, data }: { version: number; data: { name?: string; patientObs?: string } }) => ({
        version,
        text: record?.caseId === null ? data.name : data.patientObs,
      }),
      toSay: record && { version: record.version, text: record.text },
    }
  },
  editRecord: (model, draw) => {
    if (model.records.size === 0) return undefined
    const [by, id, text] = [personOf(draw), recordAt(model, draw), fresh('Corrige')]
    const record = model.records.get(id)
    if (!record) return undefined
    const version = versionSeen(record.version, draw.b)
    const { data } =
      record.caseId === null
        ? caseInput(record.patientId, { name: text })
        : followUpInput(record.patientId, record.caseId, { patientObs: text })
    return {
      by,
      endpoint: recordEndpoints.update,
      options: { params: { id }, body: { data, version } },
      expected: expected.editRecord(model, by, id, version),
      effect: () => void Object.assign(record, { text, version: record.version + 1 }),
    }
  },
  voidRecord: (model, draw) => {
    if (model.records.size === 0) return undefined
    const [by, id] = [personOf(draw), recordAt(model, draw)]
    const record = model.records.get(id)
    return {
      by,
      endpoint: recordEndpoints.remove,
      options: { params: { id }, body: { reason: 'Se escribió en otro paciente' } },
      expected: expected.voidRecord(model, by, id),
      effect: () => void (record && Object.assign(record, { voided: true, version: record.version + 1 })),
    }
  },
  book: (model, draw) => {
    const [by, patientId] = [personOf(draw), patientAt(model, draw)]
    const { doctorId } = colleagueOf(draw, by)
    const slot = draw.b % slots
    const wish = { doctorId, patientId, slot }
    return {
      by,
      endpoint: appointmentEndpoints.create,
      options: { body: { doctorId, patientId, title: 'Control', ...slotTimes(slot) } },
      expected: expected.book(model, by, wish),
      effect: (payload) =>
        void model.appointments.set(idIn(payload), { practice: by.practice, ...wish, cancelled: false }),
    }
  },
  readAppointment: (model, draw) => {
    if (model.appointments.size === 0) return undefined
    const [by, id] = [personOf(draw), appointmentAt(model, draw)]
    const appointment = model.appointments.get(id)
    return {
      by,
      endpoint: appointmentEndpoints.read,
      options: { params: { id } },
      expected: expected.readAppointment(model, by, id),
      says: ({ start, status, doctorId }: { start: string; status: string; doctorId: number }) => ({
        start: Date.parse(start),
        cancelled: status === 'cancelled',
        doctorId,
      }),
      toSay: appointment && {
        start: Date.parse(slotTimes(appointment.slot).start),
        cancelled: appointment.cancelled,
        doctorId: appointment.doctorId,
      },
    }
  },
  moveAppointment: (model, draw) => {
    const [by, id, slot] = [personOf(draw), appointmentAt(model, draw), draw.b % slots]
    const appointment = model.appointments.get(id)
    if (!appointment || appointment.cancelled) return undefined
    return {
      by,
      endpoint: appointmentEndpoints.update,
      options: { params: { id }, body: slotTimes(slot) },
      expected: expected.moveAppointment(model, by, id, slot),
      effect: () => void Object.assign(appointment, { slot }),
    }
  },
  cancelAppointment: (model, draw) => {
    const [by, id] = [personOf(draw), appointmentAt(model, draw)]
    const appointment = model.appointments.get(id)
    if (!appointment || appointment.cancelled) return undefined
    return {
      by,
      endpoint: appointmentEndpoints.update,
      options: { params: { id }, body: { status: 'cancelled' } },
      expected: expected.changeAppointment(model, by, id),
      effect: () => void Object.assign(appointment, { cancelled: true }),
    }
  },
  deleteAppointment: (model, draw) => {
    // Seldom: a full agenda has more to say.
    if (model.appointments.size === 0 || draw.b % 3 > 0) return undefined
    const [by, id] = [personOf(draw), appointmentAt(model, draw)]
    return {
      by,
      endpoint: appointmentEndpoints.remove,
      options: { params: { id } },
      expected: expected.changeAppointment(model, by, id),
      effect: () => void model.appointments.delete(id),
    }
  },
  readAgenda: (model, draw) => {
    const by = personOf(draw)
    return {
      by,
      endpoint: appointmentEndpoints.findByPractice,
      options: { params: { practiceId: by.practice, start: '2031-05-05', end: '2031-05-06' } },
      expected: 'ok',
      says: ([agenda]: [{ events: { id: number }[] }]) =>
        agenda.events.map(({ id }) => id).sort((x, y) => x - y),
      toSay: agendaOf(model, by.practice).sort((x, y) => x - y),
    }
  },
}

/** How often somebody who is told to come back does so. */
const mostReturns = 5

const send = async (app: TestApp, call: Call, token: string, returns = 0): Promise<TestAnswer> => {
  const answer = await callEndpoint(app, call.endpoint, { ...call.options, token })
  // A machine that has other work to do says so, and is asked again.
  if (answer.status !== 503 || returns >= mostReturns) return answer
  await sleep(1000)
  return send(app, call, token, returns + 1)
}

/** Makes a call and answers what came of it in the words of the model. */
export const play = async (
  app: TestApp,
  call: Call,
  token: string,
): Promise<{ answer: TestAnswer; outcome: string }> => {
  const answer = await send(app, call, token)
  const outcome = answer.status < 300 ? 'ok' : (answer.errors[0]?.message ?? String(answer.status))
  return { answer, outcome }
}
