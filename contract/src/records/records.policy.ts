import type { ErrorKey } from '../errors.ts'
import { permissions } from '../permissions.ts'
import { hasRank, type Role } from '../roles.ts'
import type { CaseStatus } from './records.ts'

/** What has to be known of a record, its patient and the caller to say what may be done. */
export interface RecordSituation {
  readonly record: {
    readonly signed: boolean
    readonly voided: boolean
    /** A medical history that became part of another one says what it said. */
    readonly former?: boolean | undefined
    /** Doctor id of the author. */
    readonly authorId: number
    /** Instant, ISO 8601. */
    readonly createdAt: string
    /** Status of a case; null for every other record. */
    readonly caseStatus: CaseStatus | null
  }
  /** `archivedAt` is absent where an archived file was refused before. */
  readonly patient: { readonly unlocked: boolean; readonly archivedAt?: string | null }
  readonly actor: { readonly doctorId: number | null; readonly rank: Role; readonly clinical: boolean }
  /** `configurations.records.editWindowHours` of the practice. */
  readonly editWindowHours: number
  readonly now: Date
}

export type Decision = 'allowed' | ErrorKey

type Obstacle = readonly [error: ErrorKey, stands: (situation: RecordSituation) => boolean]

const hour = 3_600_000

const isAuthor = ({ record, actor }: RecordSituation): boolean => record.authorId === actor.doctorId

/** Whether the hours in which an author may correct what they wrote are not over. */
export const isInEditWindow = ({ record, editWindowHours, now }: RecordSituation): boolean =>
  now.getTime() - Date.parse(record.createdAt) < editWindowHours * hour

const notClinical: Obstacle = ['clinical_access_required', ({ actor }) => !actor.clinical]
/** An archived file is only to be read (product-decisions.md §5). */
const archived: Obstacle = ['patient_archived', ({ patient }) => (patient.archivedAt ?? null) !== null]
const voided: Obstacle = ['record_voided', ({ record }) => record.voided]
const former: Obstacle = ['record_former', ({ record }) => record.former === true]
const signed: Obstacle = ['record_signed', ({ record }) => record.signed]
const notAuthor: Obstacle = ['author_required', (situation) => !isAuthor(situation)]
const notAuthorNorAdmin: Obstacle = [
  'admin_role_required',
  (situation) => !isAuthor(situation) && !hasRank(situation.actor.rank, permissions.voidOthersRecord.rank),
]
/** In a locked file authors may change what they just wrote, and nobody anything else (product-decisions.md §5). */
const locked: Obstacle = [
  'patient_locked',
  (situation) => !situation.patient.unlocked && !(isAuthor(situation) && isInEditWindow(situation)),
]
const notCase: Obstacle = ['patient_record_not_match', ({ record }) => record.caseStatus === null]
const closed: Obstacle = ['case_closed', ({ record }) => record.caseStatus === 'closed']
const active: Obstacle = ['invalid_request', ({ record }) => record.caseStatus === 'active']

/**
 * What stands in the way of each action, in the order it is told. Closing and reopening change the state of a case,
 * not its content: they are daily work in a locked file, by whoever treats the patient, signed or not. An addendum is
 * what an author has left when the record no longer changes.
 */
const obstacles = {
  edit: [notClinical, archived, voided, former, signed, notAuthor, closed, locked],
  /** A medical history is written anew by whoever treats; what it said stays as a version. */
  renew: [notClinical, archived, voided, former, signed],
  void: [notClinical, archived, voided, signed, notAuthorNorAdmin, locked],
  followUp: [notClinical, archived, notCase, voided, closed],
  close: [notClinical, archived, notCase, voided, closed],
  reopen: [notClinical, archived, notCase, voided, active],
  addendum: [notClinical, archived, voided, notAuthor],
} as const satisfies Record<string, readonly Obstacle[]>

export type RecordAction = keyof typeof obstacles

const decide =
  (action: RecordAction) =>
  (situation: RecordSituation): Decision =>
    obstacles[action].find(([, stands]) => stands(situation))?.[0] ?? 'allowed'

/**
 * Whether an action on a record is allowed, or the error that says why not (product-decisions.md §4, §5, §6). The server
 * refuses by these; the web disables the button by them and says why.
 */
export const recordCan: Readonly<Record<RecordAction, (situation: RecordSituation) => Decision>> = {
  edit: decide('edit'),
  renew: decide('renew'),
  void: decide('void'),
  followUp: decide('followUp'),
  close: decide('close'),
  reopen: decide('reopen'),
  addendum: decide('addendum'),
}

/** The class of notes that an import brought. */
export const broughtNoteClass = 'imported_note'

/**
 * Forms that came with a file which was handed over (decision 0061): `handed_<digest>_<class>`. Nobody writes with them, so
 * what they show counts for nothing of today.
 */
const handedForm = /^handed_[0-9a-f]{16}_/

export const isHandedForm = (classId: string): boolean => handedForm.test(classId)

/** The class as it was called where the form came from. */
export const originalClassId = (classId: string): string => classId.replace(handedForm, '')

/** The id under which a form of elsewhere stands here: the same form has the same id, whoever sends it. */
export const handedClassId = (digest: string, classId: string): string =>
  `handed_${digest.slice(0, 16)}_${originalClassId(classId).slice(0, 40)}`

/** Whether a record says what somebody wrote elsewhere. */
export const isFromElsewhere = (classId: string): boolean =>
  classId === broughtNoteClass || isHandedForm(classId)

/** How a record stands: signed or not, or from elsewhere, so that nobody here signs it (decisions 0055, 0061). */
export const standingOf = ({
  recordClassId,
  signed,
}: {
  readonly recordClassId: string
  readonly signed: boolean
}): 'handed' | 'brought' | 'signed' | 'unsigned' => {
  if (isHandedForm(recordClassId)) return 'handed'
  if (recordClassId === broughtNoteClass) return 'brought'
  return signed ? 'signed' : 'unsigned'
}

/** A document whose author has yet to say what it is; nobody completes it, and it goes after a day (product-decisions.md §6). */
export const isTemporary = ({
  type,
  subtype,
}: {
  readonly type: string
  readonly subtype?: string | null | undefined
}): boolean => type === 'document' && subtype === 'temporal'
