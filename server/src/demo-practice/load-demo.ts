import type { SessionPayload } from '@ulna/contract/accounts/accounts'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import type { Role } from '@ulna/contract/roles'
import { createAccount, signInProvenUser } from '../features/accounts/accounts.service.ts'
import type { DemoMetadata } from '../features/installation/installation.routes.ts'
import { installInto } from '../features/modules/modules.install.service.ts'
import { RecordClasses } from '../features/modules/modules.service.ts'
import { foundPractice } from '../features/practices/practices.service.ts'
import type { SignatureDependencies } from '../features/signatures/signatures.dependencies.ts'
import { AppError } from '../platform/app-error.ts'
import { enterScope, type Tx } from '../platform/database/database.ts'
import { Answer } from '../platform/http/route.ts'
import type { Passwords } from '../platform/identity/passwords.ts'
import type { AnonymousActor } from '../platform/sessions/actor.ts'
import { type Audited, audited, change } from '../platform/use-case.ts'
import { attachDemoFiles, type FileDependencies, type Filled } from './files/attach-files.ts'
import { demoConfigurations } from './hour/configurations.ts'
import { finishHour } from './hour/finish-hour.ts'
import { patientsOfTheHour } from './hour/patients-of-the-hour.ts'
import { dayInPractice, minuteInPractice, practiceTimezone } from './plan/calendar.ts'
import { type DemoPlan, type PlannedRecord, planDemo } from './plan/plan.ts'
import { assistant, owner, staff } from './plan/staff.ts'
import { at, type Team } from './plan/team.ts'
import {
  findDemoPractice,
  findUse,
  insertColleague,
  insertPatients,
  insertRecords,
  lockInstallation,
  markDemo,
  type RecordRow,
  takeIds,
} from './store/practice.repository.ts'
import { storeAgenda } from './store/store-agenda.ts'
import { storePackages } from './store/store-packages.ts'

/** How one person signs in to the demo. The passwords are the same in every installation: nothing real belongs in it. */
export interface DemoAccount {
  readonly name: string
  readonly role: Role
  readonly username: string
  readonly password: string
}

export interface DemoAccounts {
  readonly practice: string
  readonly accounts: readonly DemoAccount[]
}

const practiceName = 'Fisioterapia Chapinero'
const firstFileNumber = 301

/** What a practice of this kind measures with, besides the standard module. */
const installedModules = ['goniometry', 'pain_function', 'balance_gait']

const demoAccounts: DemoAccounts = {
  practice: practiceName,
  accounts: staff.map(({ firstName, lastName, role, username, password }) => ({
    name: `${firstName} ${lastName}`,
    role,
    username,
    password,
  })),
}

const foundDemoPractice = async (tx: Tx, passwords: Passwords): Promise<Team> => {
  const userIds: number[] = []
  for (const member of staff) {
    const user = await createAccount(tx, passwords, { ...member, language: 'es' })
    userIds.push(user.id)
  }
  const founder = { ...owner, userId: at(userIds, 0) }
  const { practiceId, doctorId } = await foundPractice(tx, founder, {
    name: practiceName,
    timezone: practiceTimezone,
    locale: 'es',
  })
  const doctorIds = [doctorId]
  for (const [index, member] of staff.entries()) {
    if (index === 0) continue
    doctorIds.push(
      await insertColleague(tx, { ...member, practiceId, userId: at(userIds, index), color: index + 1 }),
    )
  }
  return { practiceId, userIds, doctorIds, owner: founder.userId, receptionist: at(userIds, assistant) }
}

const storePatients = async (tx: Tx, team: Team, { patients }: DemoPlan): Promise<number[]> => {
  const ids = await takeIds(tx, patients.length)
  const rows = patients.map(({ person, registeredAt, summary }, index) => ({
    id: at(ids, index),
    first_name: person.firstName,
    last_name: person.lastName,
    file_id: String(firstFileNumber + index).padStart(5, '0'),
    birth_date: person.birthDate,
    social_id: person.socialId,
    phone: person.phone,
    mobile: person.mobile,
    email: person.email,
    address: person.address,
    note: person.note,
    clinic_summary: summary?.text ?? null,
    created_at: registeredAt,
    updated_at: summary?.at ?? null,
  }))
  await insertPatients(tx, team, rows)
  return ids
}

/** The classes the demo is written with, as the installation has them. */
const readClasses = async (tx: Tx, practiceId: number): Promise<(classId: string) => RecordClass> => {
  const active = await new RecordClasses().active(tx, practiceId)
  const classes = new Map(active.map((recordClass) => [recordClass.classId, recordClass]))
  return (classId) => {
    const recordClass = classes.get(classId)
    if (!recordClass) throw new Error(`the record class ${classId} is not installed`)
    return recordClass
  }
}

/** What is stored is what a form would have stored: checked, and without anything empty. */
const checked = (recordClass: RecordClass, data: unknown): Readonly<Record<string, unknown>> => {
  const result = validateRecordData(recordClass, data)
  if (result.errors)
    throw new Error(
      `demo data does not fit ${recordClass.classId}: ${JSON.stringify(result.errors.slice(0, 3))}`,
    )
  return result.data
}

const caseStatusOf = ({ active }: PlannedRecord): string | null => {
  if (active === null) return null
  return active ? 'active' : 'closed'
}

interface Places {
  readonly team: Team
  readonly patientIds: readonly number[]
  readonly recordIds: ReadonlyMap<number, number>
  readonly classOf: (classId: string) => RecordClass
}

const recordRow = ({ team, patientIds, recordIds, classOf }: Places, record: PlannedRecord): RecordRow => {
  const recordClass = classOf(record.classId)
  const caseId = record.case === null ? null : (recordIds.get(record.case) ?? null)
  const stored = (data: object) => checked(recordClass, caseId === null ? data : { ...data, case: caseId })
  const firstData = stored(record.data)
  const data = record.change && record.change.data !== record.data ? stored(record.change.data) : firstData
  return {
    id: recordIds.get(record.key) ?? 0,
    patient_id: at(patientIds, record.patient),
    // Who writes a medical history anew becomes its author; closing a case leaves its author.
    author_id: at(
      team.doctorIds,
      record.type === 'med_hist' && record.change ? record.change.author : record.author,
    ),
    first_author_id: at(team.doctorIds, record.author),
    type: record.type,
    subtype: record.subtype,
    class_id: recordClass.classId,
    class_version: recordClass.version,
    name: typeof data.name === 'string' ? data.name : null,
    occurred_at: record.occurredAt,
    created_at: record.createdAt,
    updated_at: record.change?.at ?? null,
    data,
    first_data: firstData,
    case_id: caseId,
    session_number: record.sessionNumber,
    case_status: caseStatusOf(record),
    case_outcome: record.outcome,
    case_closed_on: record.closedOn,
  }
}

const storeRecords = async (
  tx: Tx,
  team: Team,
  { records }: DemoPlan,
  patientIds: readonly number[],
): Promise<void> => {
  const ids = await takeIds(tx, records.length)
  const recordIds = new Map(records.map((record, index) => [record.key, at(ids, index)]))
  const places = { team, patientIds, recordIds, classOf: await readClasses(tx, team.practiceId) }
  await insertRecords(
    tx,
    team.practiceId,
    records.map((record) => recordRow(places, record)),
  )
}

/** Founds the practice and fills it. The transaction works in it afterwards. */
const fillInstallation = async (tx: Tx, passwords: Passwords, now: Date): Promise<Filled> => {
  const plan = planDemo(dayInPractice(now), minuteInPractice(now))
  const hour = patientsOfTheHour(plan, now)
  const team = await foundDemoPractice(tx, passwords)
  for (const moduleId of installedModules)
    await installInto(tx, { practiceId: team.practiceId, userId: team.owner }, moduleId)
  const patientIds = await storePatients(tx, team, plan)
  await storeAgenda(tx, team, plan, patientIds)
  await storeRecords(tx, team, plan, patientIds)
  await storePackages(
    tx,
    team,
    hour.map((key) => at(patientIds, key)),
  )
  await markDemo(tx, {
    id: team.practiceId,
    openedAt: plan.openedAt,
    slogan: 'Movimiento con criterio',
    nextFileNumber: firstFileNumber + plan.patients.length,
    configurations: demoConfigurations,
  })
  return { team, plan, patientIds, hour }
}

const loaded = <T>({ team, plan }: Filled, answer: T): Audited<T> =>
  audited(
    {
      action: 'demo.load',
      practiceId: team.practiceId,
      subject: { type: 'practice', id: team.practiceId },
      detail: {
        patients: plan.patients.length,
        records: plan.records.length,
        appointments: plan.appointments.length,
      },
    },
    answer,
  )

export interface DemoDependencies extends SignatureDependencies {
  readonly passwords: Passwords
  readonly files: FileDependencies
  readonly warn: (message: string) => void
  /** When it is; the clock of the process unless a test says otherwise. */
  readonly now?: () => Date
}

/** The demo is one without files too: a store that is away keeps nobody from looking at the rest. */
const finish = async (
  { files, warn, ...deps }: DemoDependencies,
  { call }: AnonymousActor,
  filled: Filled | undefined,
): Promise<void> => {
  if (!filled) return
  await finishHour(deps, call, filled)
  await attachDemoFiles(files, call, filled).catch((error: unknown) =>
    warn(`the demo has no files: ${error instanceof Error ? error.message : String(error)}`),
  )
}

/**
 * Fills an installation with the demo practice and answers its sign-ins. One that has it already stays as it is and
 * answers the same; one with any other user or practice is refused with already_exists.
 */
export const loadDemo = async (
  dependencies: DemoDependencies,
  actor: AnonymousActor,
): Promise<DemoAccounts> => {
  const { db, passwords, now = () => new Date() } = dependencies
  let filled: Filled | undefined
  const accounts = await change(db, actor, async (tx) => {
    await lockInstallation(tx)
    const use = await findUse(tx)
    if (use === 'practice') throw new AppError('already_exists')
    if (use === 'nothing') {
      filled = await fillInstallation(tx, passwords, now())
      return loaded(filled, demoAccounts)
    }
    const practiceId = await findDemoPractice(tx)
    return audited({ action: 'demo.load', practiceId, detail: { loadedBefore: true } }, demoAccounts)
  })
  await finish(dependencies, actor, filled)
  return accounts
}

/**
 * Fills an installation that nobody uses yet and signs in as the owner. A demo that is there already is refused with
 * already_exists too: nobody gets into a practice in use without a password.
 */
export const loadDemoAndSignIn = async (
  dependencies: DemoDependencies,
  actor: AnonymousActor,
): Promise<Answer<SessionPayload, DemoMetadata>> => {
  const { db, passwords, now = () => new Date() } = dependencies
  let filled: Filled | undefined
  const answer = await change(db, actor, async (tx) => {
    await lockInstallation(tx)
    if ((await findUse(tx)) !== 'nothing') throw new AppError('already_exists')
    filled = await fillInstallation(tx, passwords, now())
    const { practiceId, owner: userId } = filled.team
    await enterScope(tx, { practiceId, userId })
    const { payload, metadata, cookies } = await signInProvenUser(tx, actor, { userId, practiceId })
    const { username, password } = owner
    return loaded(filled, new Answer(payload, { ...metadata, username, password }, cookies))
  })
  await finish(dependencies, actor, filled)
  return answer
}
