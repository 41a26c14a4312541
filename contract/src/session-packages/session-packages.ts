import * as z from 'zod/mini'
import { calendarDay } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath, knownVersion, pageMetadata, pageQuery, searchText } from '../http/page.ts'
import { limits, line, optionalLine, text } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { recordRow } from '../records/records.ts'
import { packagePerson, sessionPackage } from './session-packages.answer.ts'
import { isCurrency } from './session-packages.currency.ts'
import { mostSessions } from './session-packages.rules.ts'
import { movementCauses, movementKinds, packageStatuses, useStates } from './session-packages.states.ts'

/** One line of the ledger, which says why the balance is what it is. */
export const packageMovement = z.object({
  id,
  kind: z.enum(movementKinds),
  /** What it adds to the sessions left, and how many are left then. */
  sessions: z.int(),
  balance: z.int(),
  cause: z.enum(movementCauses),
  /** What somebody wrote about it. */
  reason: z.nullable(z.string()),
  /** Whose visit or record it was. */
  patient: z.nullable(packagePerson),
  recordId: z.nullable(id),
  /** Subtype of the record, a case or a follow-up, and the number of its session. */
  recordSubtype: z.nullable(z.string()),
  sessionNumber: z.nullable(z.int()),
  appointmentId: z.nullable(id),
  /** When the visit or session took place. */
  occurredAt: z.nullable(z.string()),
  /** Who did it; null: its day came. */
  author: z.nullable(z.string()),
  at: z.string(),
})
export type PackageMovement = z.output<typeof packageMovement>

const packageDataInput = z.object({
  price: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000_000_000)))),
  currency: z.optional(
    z.nullable(z.string().check(z.maxLength(3), z.refine(isCurrency, { params: { key: 'field_option' } }))),
  ),
  notes: z.optional(z.nullable(text(limits.note))),
})

/** A whole number, also as text (specification §5). */
const numSessions = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\s*\d{1,4}\s*$/))]),
    z.transform((value: number | string) => (typeof value === 'string' ? Number.parseInt(value, 10) : value)),
  ),
  z.int().check(z.minimum(0), z.maximum(mostSessions)),
)

const fields = {
  description: optionalLine(limits.title),
  autoAdd: z.optional(z.boolean()),
  packageData: z.optional(z.nullable(packageDataInput)),
  expiresOn: z.optional(z.nullable(calendarDay)),
  /** Whom it serves besides its owner. */
  patientIds: z.optional(z.array(id).check(z.maxLength(20))),
}

export const packageInput = z.object({
  ownerId: id,
  doctorId: id,
  numSessions: z._default(numSessions, 0),
  ...fields,
})
export type PackageInput = z.output<typeof packageInput>

export const packageChange = z.object({
  doctorId: z.optional(id),
  numSessions: z.optional(numSessions),
  ...fields,
  /** `cancelled` and, of a cancelled one, `active` again; both ask a reason. Any other is counted. */
  status: z.optional(z.enum(packageStatuses)),
  /** Why it is cancelled, comes back, or has another number of sessions. */
  reason: z.optional(line(limits.title)),
  version: z.optional(knownVersion),
})
export type PackageChange = z.output<typeof packageChange>

/** Records of the package's patients. */
export const recordIds = z.object({ recIds: z.array(id).check(z.minLength(1), z.maxLength(200)) })

/** What a visit does with a package, and the packages that serve its patient. */
export const visitPackages = z.object({
  use: z.nullable(
    z.object({
      packageId: id,
      state: z.enum(useStates),
      /** Somebody gave it back or took it against the rule. */
      byHand: z.boolean(),
      recordId: z.nullable(id),
    }),
  ),
  packages: z.array(sessionPackage),
})
export type VisitPackages = z.output<typeof visitPackages>

/** `take` and `giveBack` go against the rule and ask why. */
export const visitChange = z.object({
  packageId: z.optional(id),
  action: z.enum(['count', 'takeOff', 'take', 'giveBack']),
  reason: z.optional(line(limits.title)),
})
export type VisitChange = z.output<typeof visitChange>

/** What needs somebody soon. */
export const packageBoard = z.object({
  /** Active ones with hardly a session left, or whose last day is near; the most pressing first. */
  ending: z.array(sessionPackage),
  /** Patients with an open case, sessions left and no next visit. */
  withoutNextVisit: z.array(
    z.object({
      patientId: id,
      patientName: z.string(),
      packageId: id,
      left: z.int(),
      lastControl: z.nullable(z.string()),
    }),
  ),
})
export type PackageBoard = z.output<typeof packageBoard>

const listMetadata = z.extend(pageMetadata, {
  /** Packages of the whole practice: active, about to end, and expired with sessions left. */
  active: z.int(),
  ending: z.int(),
  expired: z.int(),
})
export type PackageListMetadata = z.output<typeof listMetadata>

const using = [
  'package_used_up',
  'package_not_active',
  'session_already_assigned_to_another_package',
] as const

const appointmentPath = z.object({ appointmentId: idParam })

export const sessionPackageEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/sessionpackage',
    summary: 'Session packages, newest first; `q` searches patients and description',
    access: permissions.readPackages,
    audit: 'package.list',
    query: z.extend(pageQuery, {
      q: z.optional(searchText),
      status: z.optional(z.enum(packageStatuses)),
      patientId: z.optional(idParam),
    }),
    returns: z.array(sessionPackage),
    metadata: listMetadata,
  }),
  board: endpoint({
    method: 'GET',
    path: '/sessionpackage/board',
    summary: 'Packages about to end, and patients with an open case, sessions left and no next visit',
    access: permissions.readPackages,
    audit: 'package.list',
    returns: packageBoard,
  }),
  read: endpoint({
    method: 'GET',
    path: '/sessionpackage/:id',
    summary: 'One session package',
    access: permissions.readPackages,
    audit: 'package.read',
    params: idPath,
    returns: sessionPackage,
  }),
  movements: endpoint({
    method: 'GET',
    path: '/sessionpackage/:id/movements',
    summary: 'The ledger of a package, newest first',
    access: permissions.readPackages,
    audit: 'package.read',
    params: idPath,
    returns: z.array(packageMovement),
    metadata: pageMetadata,
  }),
  create: endpoint({
    method: 'POST',
    path: '/sessionpackage',
    summary: 'Sells a package',
    access: permissions.writePackages,
    audit: 'package.create',
    body: packageInput,
    returns: sessionPackage,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/sessionpackage/:id',
    summary: 'Changes a package; cancels it or makes it active again',
    access: permissions.writePackages,
    audit: 'package.update',
    params: idPath,
    body: packageChange,
    returns: sessionPackage,
    errors: [
      'version_conflict',
      'admin_role_required',
      'num_sessions_cannot_be_lessthan_used_sessions',
      'package_not_active',
      'package_patient_served',
    ],
  }),
  addRecords: endpoint({
    method: 'POST',
    path: '/sessionpackage/addRecordsToPackage/:id',
    summary: 'Counts records on a package, all of them or none; one that is on it already stays',
    access: permissions.countOwnSessions,
    audit: 'package.records_added',
    params: idPath,
    body: recordIds,
    returns: sessionPackage,
    errors: [...using, 'assistant_role_required', 'patient_record_not_match', 'record_voided'],
  }),
  removeRecords: endpoint({
    method: 'POST',
    path: '/sessionpackage/removeRecordsFromPackage/:id',
    summary: 'Takes records off a package and gives their sessions back',
    access: permissions.countOwnSessions,
    audit: 'package.records_removed',
    params: idPath,
    body: recordIds,
    returns: sessionPackage,
    errors: ['assistant_role_required', 'patient_record_not_match'],
  }),
  visit: endpoint({
    method: 'GET',
    path: '/sessionpackage/visit/:appointmentId',
    summary: 'What a visit does with a package, and the packages that serve its patient',
    access: permissions.readPackages,
    audit: 'package.read',
    params: appointmentPath,
    returns: visitPackages,
  }),
  changeVisit: endpoint({
    method: 'PUT',
    path: '/sessionpackage/visit/:appointmentId',
    summary: 'Counts a visit on a package, takes it off, or takes or gives back its session by hand',
    access: permissions.countOwnSessions,
    audit: 'package.visit_changed',
    params: appointmentPath,
    body: visitChange,
    returns: visitPackages,
    errors: [...using, 'assistant_role_required', 'patient_record_not_match'],
  }),
}

/** Records as the record calls of specification §7 answer them. */
export const packageRecordEndpoints = {
  selectable: endpoint({
    method: 'GET',
    path: '/record/findSessionPackageSelectableRecordsByPatientId/:patientId',
    summary: 'Cases and follow-ups of a patient that count and are in no package, newest first',
    access: permissions.readPackages,
    audit: 'record.list',
    params: z.object({ patientId: idParam }),
    returns: z.array(recordRow),
    metadata: pageMetadata,
  }),
  ofPackage: endpoint({
    method: 'GET',
    path: '/record/findSessionPackageFollowUps/:packageId',
    summary: 'The records that count on a package, newest first',
    access: permissions.readPackages,
    audit: 'record.list',
    params: z.object({ packageId: idParam }),
    returns: z.array(recordRow),
    metadata: pageMetadata,
  }),
}
