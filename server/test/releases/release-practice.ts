import { caseInput, followUpInput, historyInput } from '../factories/clinical.ts'
import { type Clinician, type Request, registerClinician, sendRequest } from '../faults/http-call.ts'

/** Ids that a server gave, by what they are of. */
export interface ReleasePractice {
  readonly owner: Clinician
  readonly patients: readonly number[]
  readonly records: readonly number[]
  readonly appointments: readonly number[]
  readonly packages: readonly number[]
  readonly receipts: readonly number[]
}

const names = [
  ['Mariana', 'Gómez Lara'],
  ['Iñigo', 'Ruiz-Peña'],
  ['Zoë', 'D’Angelo'],
  ['Şule', 'Ødegård'],
  ['李', '小龍'],
  ['Ana', 'Ana Ana'],
] as const

const ask = async (
  baseUrl: string,
  token: string,
  request: Request,
): Promise<Readonly<Record<string, unknown>>> => {
  const { status, payload, error } = await sendRequest(baseUrl, token, request)
  if (status >= 300) throw new Error(`${request.method} ${request.path} answered ${status} ${error}`)
  return payload
}

/** Where a day some weeks ahead begins and ends, in UTC. */
const visitOn = (day: number) => ({
  start: `2027-03-${String(day).padStart(2, '0')}T15:00:00Z`,
  end: `2027-03-${String(day).padStart(2, '0')}T15:45:00Z`,
})

/** What one patient gets: a history, a signed case with follow-ups and an addendum, a package, a receipt, a paper, visits. */
class PatientScene {
  readonly records: number[] = []
  readonly appointments: number[] = []
  readonly baseUrl: string
  readonly owner: Clinician
  readonly id: number

  constructor(baseUrl: string, owner: Clinician, id: number) {
    this.baseUrl = baseUrl
    this.owner = owner
    this.id = id
  }

  private async create(path: string, body: unknown): Promise<number> {
    const { id } = await ask(this.baseUrl, this.owner.token, { method: 'POST', path, body })
    return Number(id)
  }

  private async write(body: unknown): Promise<number> {
    const id = await this.create('/record', body)
    this.records.push(id)
    return id
  }

  async writeRecords(): Promise<void> {
    await this.write(historyInput(this.id, { profession: 'Docente, «turno de noche»\n2.ª línea' }))
    const caseId = await this.write(caseInput(this.id))
    for (const painIntensity of [7, 5, 2])
      await this.write(
        followUpInput(this.id, caseId, { painIntensity, patientObs: `Dolor ${painIntensity}/10 — mejor.` }),
      )
    await ask(this.baseUrl, this.owner.token, {
      method: 'POST',
      path: `/signature/saveOrUpdateByPatientIdAndRecordId/${this.id}/${caseId}`,
      body: { signed: true, typedName: 'Mariana Gómez Lara' },
    })
    await ask(this.baseUrl, this.owner.token, {
      method: 'POST',
      path: `/record/${caseId}/addenda`,
      body: { text: 'Se añade: alergia al níquel.' },
    })
  }

  async book(at: number): Promise<void> {
    const { doctorId } = this.owner
    const body = { doctorId, patientId: this.id, title: 'Control', ...visitOn(at + 1) }
    this.appointments.push(await this.create('/appointment', body))
  }

  sell(): Promise<number> {
    const { doctorId } = this.owner
    return this.create('/sessionpackage', {
      ownerId: this.id,
      doctorId,
      numSessions: 10,
      description: 'Bono de diez',
    })
  }

  receive(): Promise<number> {
    const lines = [{ description: 'Diez sesiones', quantity: 1, unitMinor: 45_000 }]
    return this.create('/receipt', { patientId: this.id, currency: 'EUR', lines, method: 'cash' })
  }

  async issuePaper(): Promise<void> {
    const path = `/paper/patient/${this.id}`
    await ask(this.baseUrl, this.owner.token, { method: 'POST', path, body: { scope: 'file' } })
  }
}

/** Fills a server that nobody uses yet with a small practice, in which there is something of each kind that a release keeps. */
export const fillRelease = async (baseUrl: string): Promise<ReleasePractice> => {
  const owner = await registerClinician(baseUrl)
  const scenes: PatientScene[] = []
  for (const [firstName, lastName] of names) {
    const body = { firstName, lastName, phone: '+57 601 555 0100', email: 'paciente@example.test' }
    const { id } = await ask(baseUrl, owner.token, { method: 'POST', path: '/patient', body })
    scenes.push(new PatientScene(baseUrl, owner, Number(id)))
  }
  const packages: number[] = []
  const receipts: number[] = []
  for (const [at, scene] of scenes.entries()) {
    await scene.writeRecords()
    await scene.book(at)
    packages.push(await scene.sell())
    receipts.push(await scene.receive())
  }
  await scenes[0]?.issuePaper()
  return {
    ...{ owner, packages, receipts, patients: scenes.map(({ id }) => id) },
    records: scenes.flatMap(({ records }) => records),
    appointments: scenes.flatMap(({ appointments }) => appointments),
  }
}

/** Where everything clinical of it is read, below `/api`. */
export const clinicalReads = (practice: ReleasePractice): readonly string[] => [
  '/patient?limit=50&offset=0',
  ...practice.patients.flatMap((id) => [
    `/patient/${id}`,
    `/patient/getWithRecord/${id}?utcOffset=0`,
    `/record/findCases/${id}`,
    `/consent/patient/${id}`,
  ]),
  ...practice.records.flatMap((id) => [`/record/${id}`, `/record/${id}/versions`, `/record/${id}/addenda`]),
  ...practice.appointments.map((id) => `/appointment/${id}`),
  `/calendar/appointments/${practice.owner.practiceId}/2027-03-01/2027-03-31`,
  ...practice.packages.flatMap((id) => [`/sessionpackage/${id}`, `/sessionpackage/${id}/movements`]),
  ...practice.receipts.map((id) => `/receipt/${id}`),
]

/** What a server answers to each of them. */
export const readClinical = async (
  baseUrl: string,
  token: string,
  practice: ReleasePractice,
): Promise<Readonly<Record<string, unknown>>> => {
  const answers: Record<string, unknown> = {}
  for (const path of clinicalReads(practice))
    answers[path] = await ask(baseUrl, token, { method: 'GET', path })
  return answers
}
