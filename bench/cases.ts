import type { LoadRequest } from 'autocannon'
import { credentials } from './practice.ts'

/** What the seed put where; see seed.sql. */
const patients = 20_000
const firstPatient = 1_000_001
const firstRecord = 2_000_001
const bigFile = firstPatient

const quarterHour = 15 * 60_000
const firstFreeDay = Date.parse('2030-01-01T00:00:00Z')
/** Practitioners beside the owner, whose agendas are written to. */
const agendas = 4

/** Stops of a walk through the patients that visits each once before it comes back to the first. */
const patientAt = (step: number): number => firstPatient + 1 + ((step * 7919) % (patients - 1))

/** Each patient but the first has one case; see bench.plan. */
const caseOf = (patient: number): number => {
  const number = patient - firstPatient + 1
  const before = number <= 496 ? (number - 2) * 4 : 495 * 4 + (number - 497) * 5
  return firstRecord + 500 + before + 1
}

const get = (path: string): LoadRequest => ({ method: 'GET', path })

const walk = (count: number, at: (step: number) => LoadRequest): LoadRequest[] =>
  Array.from({ length: count }, (_, step) => at(step))

/** Names with a few dozen hits among the 20,000. */
const names = [
  'mariana restrepo',
  'ana restr',
  'josé gom',
  'lucía alz',
  'carlos mejía',
  'valen osor',
  'jaramillo sof',
  'andrés zul',
  'óscar ri',
  'echeverri lau',
  'nuñez pat',
  'duque juli',
]

const searches = (terms: readonly string[]): LoadRequest[] =>
  terms.map((term) => get(`/api/patient/findByName/${encodeURIComponent(term)}`))

/** Counts up over the whole run, both servers together: nothing that is written meets anything else. */
let written = 0

/** Goes on behind the appointments of an earlier run in the same folder. */
export const writeBehind = (lastEnd: Date): void => {
  written = Math.max(0, (lastEnd.getTime() - firstFreeDay) / quarterHour) * agendas
}

/** POST with a new body each time. */
const post = (path: string, bodyAt: (step: number) => unknown): LoadRequest => ({
  method: 'POST',
  path,
  setupRequest: (request) => {
    written += 1
    return { ...request, body: JSON.stringify(bodyAt(written)) }
  },
})

const followUp = (step: number) => {
  const patient = patientAt(step)
  return {
    ownerId: patient,
    type: 'control',
    subtype: 'follow_up',
    recordClassId: 'followup_default',
    data: {
      case: caseOf(patient),
      painIntensity: step % 10,
      patientObs:
        'Refiere mejoría parcial desde la última sesión; duerme de corrido y tolera la bipedestación.',
      treatmentApplied:
        'Movilización articular grado III, fortalecimiento excéntrico y control motor; crioterapia.',
    },
  }
}

/** Quarters of an hour of four practitioners, years after the seeded agenda. */
const appointment = (step: number) => {
  const start = firstFreeDay + Math.floor(step / agendas) * quarterHour
  return {
    doctorId: 2001 + (step % agendas),
    patientId: patientAt(step),
    start: new Date(start).toISOString(),
    end: new Date(start + quarterHour).toISOString(),
    title: 'Control',
  }
}

export interface BenchCase {
  readonly name: string
  /** Least requests/s over those of the floor at 8 connections; null where no figure was set. */
  readonly target: number | null
  readonly requests: readonly LoadRequest[]
  /** What the answer may be compressed with; the floors do not. */
  readonly accepts?: string
  /** Times as long as other rounds: so slow that nobody would be answered within theirs. */
  readonly longer?: number
}

/** What browsers ask for: by hand, or over an http connection, gzip alone. */
const encodings = ['br, gzip', 'zstd, br, gzip', 'gzip']

const month = (practiceId: number): LoadRequest[] => [
  get(`/api/calendar/appointments/${practiceId}/2026-03-01/2026-04-01`),
]

/** Every case with the same paths and bodies for both servers. */
export const benchCases = (practiceId: number): BenchCase[] => [
  {
    name: 'read a patient',
    target: 0.4,
    requests: walk(500, (step) => get(`/api/patient/${patientAt(step)}`)),
  },
  { name: 'open the 500-record file', target: 1.5, requests: [get(`/api/patient/getWithRecord/${bigFile}`)] },
  {
    name: 'a month of agenda',
    target: 1.5,
    requests: month(practiceId),
  },
  ...encodings.map((accepts) => ({
    ...{ name: `a month of agenda (${accepts})`, target: null },
    ...{ requests: month(practiceId), accepts },
  })),
  {
    name: 'a week of agenda',
    target: 1.5,
    requests: [get(`/api/calendar/appointments/${practiceId}/2026-03-02/2026-03-09`)],
  },
  { name: 'search by name', target: 0.8, requests: searches(names) },
  {
    name: 'search a rare text',
    target: null,
    requests: searches(['1000137037', '1456790000', '1913534321', '1355245583']),
  },
  { name: 'create a record', target: 0.3, requests: [post('/api/record', followUp)] },
  { name: 'create an appointment', target: 0.3, requests: [post('/api/appointment', appointment)] },
  { name: 'sign in', target: null, requests: [post('/api/auth/login', () => credentials)], longer: 4 },
]
