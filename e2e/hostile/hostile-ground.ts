import { randomUUID } from 'node:crypto'
import { todayInBogota } from '../scene/bogota.ts'
import { password } from '../scene/people.ts'
import { dayAfter } from '../scene/series.ts'
import type { HostileApi } from './hostile-api.ts'
import { type Documents, plantDocuments } from './hostile-documents.ts'
import { type Keeping, plantKeeping } from './hostile-keeping.ts'
import { type OwnThings, plantOwnThings } from './hostile-own.ts'
import { type Prepaid, plantPrepaid } from './hostile-prepaid.ts'
import { inTurn, type Turn } from './hostile-turn.ts'

export interface Ground {
  readonly api: HostileApi
  readonly texts: readonly string[]
  readonly email: string
  readonly doctorId: number
  readonly practiceId: number
  readonly practiceName: string
  readonly today: string
  /** One a text, each with that text as first name. */
  readonly patients: readonly { id: number; firstName: string; lastName: string }[]
  /** The file with all the records. */
  readonly patientId: number
  readonly records: readonly StoredRecord[]
  /** What the server keeps, by where it is. */
  readonly stored: Readonly<
    Record<'visits' | 'records' | 'waiting' | 'absences' | 'drafts' | 'addenda', string[]>
  >
  readonly invitation: string
  readonly documents: Documents
  readonly own: OwnThings
  readonly prepaid: Prepaid
  readonly keeping: Keeping
  /** What some mail has to say: who wrote to the operator, and where an appointment is. */
  readonly mailed: readonly string[]
}

export interface StoredRecord {
  readonly id: number
  readonly classId: string
  readonly texts: readonly string[]
}

interface Field {
  readonly id: string
  readonly type: string
  readonly required?: boolean
  readonly displayOrder: number
  readonly options?: readonly { value: string }[]
  readonly validations?: readonly { kind: string; params?: { min?: number; max?: number } }[]
  readonly params?: { valueType?: string; min?: number; alert?: string }
  readonly subfields?: readonly Field[]
}

interface RecordClass {
  readonly classId: string
  readonly type: string
  readonly subType: string | null
  readonly sections: readonly { fields: readonly Field[] }[]
}

const flat = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => [field, ...flat(field.subfields ?? [])])

const isText = ({ type }: Field): boolean => type === 'text' || type === 'textarea'

const boundOf = ({ validations }: Field): number =>
  validations?.find(({ kind }) => kind === 'max')?.params?.max ?? 100

/** A value of a field that takes no free text and has to be there. */
const needed = (field: Field, caseId: number | undefined): unknown => {
  const least = field.validations?.find(({ kind }) => kind === 'min')?.params?.min ?? 1
  const option = field.options?.[0]?.value
  const values: Readonly<Record<string, unknown>> = {
    date: '2026-03-04',
    time: '10:30',
    number: least,
    percent: 50,
    pain_scale: 3,
    measure_pair: { left: field.params?.min ?? 0 },
    switch: true,
    checkbox: true,
    case_select: caseId,
    select: option,
    radio_group: option,
    checkbox_group: option === undefined ? [] : [option],
  }
  return values[field.type]
}

/** What a form of the class sends when every text in it is hostile. */
const hostileData = (recordClass: RecordClass, turn: Turn, caseId?: number): Record<string, unknown> => {
  const data: Record<string, unknown> = {}
  for (const field of flat(recordClass.sections.flatMap(({ fields }) => fields))) {
    if (isText(field)) data[field.id] = turn(boundOf(field))
    else if (field.type === 'conditional_switch' && field.params?.valueType === 'text')
      data[field.id] = { enabled: true, value: turn() }
    else if (field.required || field.type === 'case_select') data[field.id] = needed(field, caseId)
  }
  return data
}

/** Ids of the fields of text that a reader sees. */
const shownTexts = (recordClass: RecordClass): Set<string> => {
  const seen = (fields: readonly Field[]): Field[] =>
    fields
      .filter(({ displayOrder }) => displayOrder >= 0)
      .flatMap((one) => [one, ...seen(one.subfields ?? [])])
  const fields = recordClass.sections.flatMap((section) => seen(section.fields))
  return new Set(fields.filter(isText).map(({ id }) => id))
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

interface Registered {
  readonly payload: { doctor: { id: number }; practice: { id: number } }
  readonly metadata: { token: string }
}

const registerOwner = async (anonymous: HostileApi, turn: Turn) => {
  const email = `laura-${randomUUID()}@example.test`
  const data = {
    email,
    password,
    firstName: turn(),
    lastName: turn(),
    practiceName: turn(),
    language: 'es',
    timezone: 'America/Bogota',
  }
  const { payload, metadata } = await anonymous.send<Registered>('post', '/auth/register', { data })
  return {
    api: anonymous.as(metadata.token),
    email,
    doctorId: payload.doctor.id,
    practiceId: payload.practice.id,
  }
}

const bare = { email: 'marta@example.test', birthDate: '1985-04-03' }

const contactTexts = (turn: Turn) => ({
  socialId: turn(),
  phone: turn(40),
  mobile: turn(40),
  address: turn(),
})

/** Answers the name of the practice. */
const plantPractice = async (api: HostileApi, practiceId: number, turn: Turn): Promise<string> => {
  const agenda = { confirmationMails: true, dayStartsAt: '06:00', dayEndsAt: '22:00' }
  const logo = { data: tinyPicture, fileName: turn(), contentType: turn() }
  const practice = await api.send<{ name: string }>('put', '/settings/practice', {
    data: {
      name: turn(),
      code: turn(40),
      slogan: turn(),
      description: turn(),
      configurations: { agenda, receipts: { issuerName: turn(), taxId: turn(), address: turn() } },
      logo,
    },
  })
  const practitioner = { firstName: turn(), lastName: turn(), ...contactTexts(turn) }
  await api.send('put', '/settings/user', { data: { doctor: practitioner } })
  const second = turn()
  await api.send('post', '/practice', { data: { name: second, timezone: 'America/Bogota', locale: 'es' } })
  const keeper = { keeperName: turn(), keeperAddress: turn(), keeperContact: turn() }
  await api.send('post', '/practice/deletion', { data: { name: second, ...keeper } })
  await api.send('post', '/auth/setCurrentPractice/{id}', { path: { id: practiceId } })
  return practice.name
}

/** A white square of two pixels a side, as data URL. */
const tinyPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWP4DwYMEAoAU7oL9W/sIDEAAAAASUVORK5CYII='

const plantPatients = async (api: HostileApi, texts: readonly string[], turn: Turn) => {
  const patients: Ground['patients'][number][] = []
  for (const text of texts) {
    const written = {
      ...contactTexts(turn),
      lastName: turn(),
      note: turn(),
      clinicSummary: turn(),
      fileId: `${patients.length} ${turn(30)}`,
    }
    const given = { ...bare, firstName: text, ...written }
    const created = await api.send<Ground['patients'][number]>('post', '/patient', { data: given })
    patients.push(created)
  }
  return patients
}

/** Every field of a patient once by itself, numbers of files and what came with a picture included. */
const plantOnePatient = async (api: HostileApi, turn: Turn): Promise<number> => {
  const write = () => ({
    firstName: turn(),
    lastName: turn(),
    ...contactTexts(turn),
    note: turn(),
    clinicSummary: turn(),
    profileImg: { data: tinyPicture, fileName: turn(), contentType: turn() },
  })
  const made = { ...bare, ...write(), fileId: turn(40) }
  const { id } = await api.send<{ id: number }>('post', '/patient', { data: made })
  const changed = { ...write(), fileId: turn(40), reason: turn() }
  await api.send('put', '/patient/{id}', { path: { id }, data: changed })
  return id
}

const minutes = (day: string, minute: number): string =>
  new Date(Date.parse(`${day}T05:00:00Z`) + minute * 60_000).toISOString()

type Visit = Readonly<{ id: number; title: string | null }>

const plantVisits = async (
  api: HostileApi,
  { doctorId, today, patients, turn }: Pick<Ground, 'doctorId' | 'today' | 'patients'> & { turn: Turn },
): Promise<string[]> => {
  const words = () => ({ title: turn(), note: turn(), patientNote: turn() })
  const stored: string[] = []
  const book = async (day: string, at: number, more: object): Promise<Visit> => {
    const time = { start: minutes(day, at), end: minutes(day, at + 20) }
    const visit = await api.send<Visit>('post', '/appointment', { data: { doctorId, ...time, ...more } })
    if (visit.title) stored.push(visit.title)
    return visit
  }
  for (const [index, patient] of patients.entries())
    await book(today, 400 + 25 * index, { patientId: patient.id, ...words() })
  // This one lies over the first; another one there was cancelled.
  await book(today, 400, { ...words(), allowOverlap: true, overlapReason: turn() })
  const cancelled = { status: 'cancelled', cancelReason: turn() }
  await book(dayAfter(today, 1), 400, { patientId: patients[0]?.id, ...words(), ...cancelled })
  const { id } = await book(dayAfter(today, 1), 500, { patientId: patients[1]?.id })
  const changed = {
    ...words(),
    status: 'cancelled',
    cancelReason: turn(),
    allowOverlap: true,
    overlapReason: turn(),
  }
  await api.send('put', '/appointment/{id}', { path: { id }, data: changed })
  const every = { repeat: true, freq: 'week', interval: 1, count: 3 }
  const serial = { patientId: patients[0]?.id, ...words(), every }
  const first = await book(dayAfter(today, 2), 600, serial)
  await api.send('put', '/appointment/{id}/repeat', {
    path: { id: first.id },
    query: { scope: 'all' },
    data: { ...words(), allowOverlap: true, overlapReason: turn() },
  })
  await api.send('put', '/appointment/{id}/repeat', {
    path: { id: first.id },
    query: { scope: 'all' },
    data: { status: 'cancelled', cancelReason: turn() },
  })
  return stored
}

const plantAround = async (
  api: HostileApi,
  { doctorId, today, patients, texts }: Pick<Ground, 'doctorId' | 'today' | 'patients' | 'texts'>,
) => {
  const absences: string[] = []
  const waiting: string[] = []
  for (const [index, text] of texts.entries()) {
    const on = dayAfter(today, 3 + index)
    const data = { doctorId, start: minutes(on, 0), end: minutes(on, 1440), title: text }
    const { id, title } = await api.send<{ id: number; title: string }>('post', '/absence', { data })
    absences.push(title)
    if (index === 0) await api.send('put', '/absence/{id}', { path: { id }, data: { ...data, title: text } })
    const wish = { patientId: patients[index]?.id, minutes: 45, note: text }
    const row = await api.send<{ id: number; note: string }>('post', '/waitlist', { data: wish })
    waiting.push(row.note)
    if (index === 0) await api.send('put', '/waitlist/{id}', { path: { id: row.id }, data: { note: text } })
  }
  return { absences, waiting }
}

const plantRecords = async (api: HostileApi, patientId: number, rounds: number, turn: Turn) => {
  const modules = await api.send<{ id: string }[]>('get', '/record_module')
  for (const { id } of modules.filter((one) => one.id !== 'standard'))
    await api.send('post', '/record_module/install/{id}', { path: { id } })
  const classes = await api.send<RecordClass[]>('get', '/record_class')
  const records: StoredRecord[] = []
  let caseId: number | undefined
  const write = async (recordClass: RecordClass): Promise<number> => {
    const { classId: recordClassId, type, subType } = recordClass
    const kind = { type, recordClassId, ...(subType === null ? {} : { subtype: subType }) }
    const data = hostileData(recordClass, turn, caseId)
    const created = await api.send<{ id: number; data: Record<string, unknown> }>('post', '/record', {
      data: { ownerId: patientId, ...kind, data },
    })
    const shown = shownTexts(recordClass)
    const texts = Object.keys(data)
      .filter((key) => shown.has(key))
      .map((key) => String(created.data[key]))
    records.push({ id: created.id, classId: recordClassId, texts })
    return created.id
  }
  const standard = ['case_default', 'followup_default', 'document', 'med_hist_default']
  const byId = (id: string) => classes.find(({ classId }) => classId === id)
  for (let round = 0; round < rounds; round += 1) {
    for (const id of standard) {
      const recordClass = byId(id)
      if (!recordClass || (id === 'med_hist_default' && round > 0)) continue
      const written = await write(recordClass)
      if (id === 'case_default') caseId = written
    }
  }
  for (const recordClass of classes.filter(({ classId }) => !standard.includes(classId)))
    await write(recordClass)
  return { records, classes, caseId }
}

/** A second version, a reason for each change of state, additions, one that is void, and what is being typed. */
const plantHistory = async (
  api: HostileApi,
  patientId: number,
  { records, classes, caseId }: Awaited<ReturnType<typeof plantRecords>>,
  { texts, turn }: { texts: readonly string[]; turn: Turn },
) => {
  const first = records.find(({ classId }) => classId === 'case_default')
  const followUp = records.findLast(({ classId }) => classId === 'followup_default')
  const history = records.find(({ classId }) => classId === 'med_hist_default')
  const path = { id: first?.id ?? 0 }
  const byId = (id: string) => classes.find(({ classId }) => classId === id)
  const caseClass = byId('case_default')
  if (caseClass) await api.send('put', '/record/{id}', { path, data: { data: hostileData(caseClass, turn) } })
  const closed = { caseStatus: 'closed', caseOutcome: 'improved', caseClosedOn: todayInBogota() }
  await api.send('put', '/record/{id}', { path, data: closed })
  await api.send('put', '/record/{id}', { path, data: { caseStatus: 'active', reason: turn(100, 10) } })
  const addenda: string[] = []
  for (const text of texts) {
    const add = { path: { id: history?.id ?? 0 }, data: { text } }
    addenda.push((await api.send<{ text: string }>('post', '/record/{id}/addenda', add)).text)
  }
  await api.send('delete', '/record/{id}', {
    path: { id: followUp?.id ?? 0 },
    query: { reason: turn(100, 10) },
  })
  const followUps = byId('followup_default')
  const typed = followUps ? hostileData(followUps, turn, caseId) : {}
  const key = `new:followup_default:case:${caseId}`
  await api.send('put', '/draft/{patientId}/{key}', { path: { patientId, key }, data: { data: typed } })
  return { addenda, drafts: textsIn(typed) }
}

/** Answers what the operator reads. */
const plantContact = async (api: HostileApi, turn: Turn): Promise<string[]> => {
  const said = { name: turn(), phone: turn(40), practiceName: turn(), message: turn(100, 10) }
  await api.send('post', '/auth/contact', { data: { ...said, email: bare.email } })
  return Object.values(said).map((text) => text.trim())
}

const plantColleague = async (api: HostileApi, turn: Turn, linkTo: (email: string) => Promise<string>) => {
  const invite = async (): Promise<string> => {
    const email = `colega-${randomUUID()}@example.test`
    const users = [{ email, role: 'practitioner', clinical: true, language: 'es', fullName: turn() }]
    await api.send('post', '/settings/member', { data: { users } })
    return linkTo(email)
  }
  const link = await invite()
  await api.as('').send('post', '/auth/register', {
    data: {
      email: `colega-${randomUUID()}@example.test`,
      password,
      firstName: turn(),
      lastName: turn(),
      invitation: link.split('/').at(-1),
    },
  })
  return invite()
}

/** A practice in which every text that somebody can write is a hostile one. */
export const prepareGround = async (
  anonymous: HostileApi,
  texts: readonly string[],
  { rounds, linkTo }: { rounds: number; linkTo: (email: string) => Promise<string> },
): Promise<Ground> => {
  const turn = inTurn(texts)
  const today = todayInBogota()
  const owner = await registerOwner(anonymous, turn)
  const { api, doctorId } = owner
  const practiceName = await plantPractice(api, owner.practiceId, turn)
  const invitation = await plantColleague(api, turn, linkTo)
  const patients = await plantPatients(api, texts, turn)
  const patientId = await plantOnePatient(api, turn)
  const own = await plantOwnThings(api, texts, turn)
  const documents = await plantDocuments(api, patientId, texts, turn)
  const written = await plantRecords(api, patientId, rounds, turn)
  const history = await plantHistory(api, patientId, written, { texts, turn })
  const prepaid = await plantPrepaid(api, { doctorId, patientId, records: written.records }, turn)
  const visits = await plantVisits(api, { doctorId, today, patients, turn })
  const around = await plantAround(api, { doctorId, today, patients, texts })
  const records = written.records.flatMap((one) => one.texts)
  return {
    ...owner,
    practiceName,
    texts,
    today,
    patients,
    patientId,
    records: written.records,
    stored: { visits, records, ...around, ...history },
    invitation,
    documents,
    own,
    prepaid,
    keeping: await plantKeeping(api, texts, turn),
    mailed: [...(await plantContact(api, turn)), practiceName],
  }
}
