import type { ErrorKey } from './errors.ts'
import type { Requirement } from './http/endpoint.ts'
import { hasRank, type Role, rankErrors } from './roles.ts'

/**
 * Who may do what in a practice: product-decisions.md §4 as data. Endpoints declare their access by it, policies ask it for what
 * depends on the row, the web app disables buttons by it and says why.
 */
export const permissions = {
  readAgendas: { rank: 'practitioner' },
  writeOwnAgenda: { rank: 'practitioner' },
  writeOthersAgenda: { rank: 'assistant' },
  /** On paper: what the agenda says, and of a patient what the caller may read. */
  readDaySheets: { rank: 'practitioner' },
  /** What opens them. */
  readSheetPasswords: { rank: 'practitioner', fresh: true },
  changeSheetPasswords: { rank: 'admin', fresh: true },
  writeWaitList: { rank: 'practitioner' },
  /** An absence of the whole practice. */
  closePractice: { rank: 'assistant' },

  readPatients: { rank: 'practitioner' },
  writePatients: { rank: 'practitioner' },
  lockPatient: { rank: 'practitioner' },
  unlockPatient: { rank: 'admin' },
  deletePatient: { rank: 'admin' },
  readPatientOpenings: { rank: 'admin' },
  /** Patients from a file of another system. */
  importData: { rank: 'admin' },
  /** And bringing one back. */
  archivePatient: { rank: 'admin' },
  /** Making two files one, and taking it back. */
  mergePatients: { rank: 'admin', clinical: true },
  /** Reading which files are due, and holding one beyond its term. */
  keepFiles: { rank: 'admin' },
  readErasures: { rank: 'owner' },
  /** Blocking a file that is to be destroyed, and taking it back. */
  erasePatients: { rank: 'owner', fresh: true },

  /** A blocked file, for a court, an authority or a claim. */
  discloseBlocked: { rank: 'owner', clinical: true, fresh: true },

  readRecords: { rank: 'practitioner', clinical: true },
  writeRecords: { rank: 'practitioner', clinical: true },
  /** Own ones. */
  signRecords: { rank: 'practitioner', clinical: true, fresh: true },
  voidOthersRecord: { rank: 'admin', clinical: true },
  /** Copies for patients: what was asked for, and what would be kept back. */
  handOutCopies: { rank: 'practitioner', clinical: true },
  /** Making one and handing it over. */
  makeCopies: { rank: 'practitioner', clinical: true, fresh: true },
  /** What a practitioner wrote here, to take along: seeing which copies were asked for, and taking a request back. */
  readEntryCopies: { rank: 'practitioner' },
  askForEntries: { rank: 'practitioner', clinical: true },
  /** Deciding that the entries of a practitioner leave the house, or do not. */
  signOffEntries: { rank: 'owner', fresh: true },
  /** One's own, or as an owner. */
  fetchEntries: { rank: 'practitioner', clinical: true, fresh: true },
  /** To whom files were handed over. */
  readHandOvers: { rank: 'practitioner', clinical: true },
  /** Making one for another practice, and fetching it. */
  handOverFiles: { rank: 'practitioner', clinical: true, fresh: true },
  /** Taking in a file that another practice handed over, and the key that it is sent with. */
  receiveFiles: { rank: 'practitioner', clinical: true },
  replaceHandOverKey: { rank: 'owner', fresh: true },
  /** Forms say nothing of a patient. */
  readRecordClasses: { rank: 'practitioner' },
  readModules: { rank: 'practitioner' },
  /** Installing and uninstalling. */
  manageModules: { rank: 'admin' },

  readPackages: { rank: 'practitioner' },
  /** Own records and visits on a package. */
  countOwnSessions: { rank: 'practitioner' },
  countOthersSessions: { rank: 'assistant' },
  /** Selling and changing. */
  writePackages: { rank: 'assistant' },
  /** Cancelling, and another number of sessions. */
  managePackages: { rank: 'admin' },

  readReceipts: { rank: 'practitioner' },
  /** For a visit of one's own. */
  takeOwnPayments: { rank: 'practitioner' },
  issueReceipts: { rank: 'assistant' },
  /** Taking one back by a counter-entry. */
  voidReceipts: { rank: 'admin' },
  exportReceipts: { rank: 'admin', fresh: true },
  readPrices: { rank: 'practitioner' },
  changePrices: { rank: 'admin' },
  /** When a patient was here: no more than the agenda says. */
  issueAttendance: { rank: 'practitioner' },

  readPractitioners: { rank: 'practitioner' },
  changeOwnProfile: { rank: 'practitioner' },
  leavePractice: { rank: 'practitioner' },
  manageOwnFeed: { rank: 'practitioner' },

  changePractice: { rank: 'admin' },
  /** Rules by network, hours and mail domain may keep anybody out, owners too. */
  changeAccessRules: { rank: 'owner', fresh: true },
  readMembers: { rank: 'admin' },
  searchUsers: { rank: 'admin' },
  /** Practitioners and assistants. */
  manageMembers: { rank: 'admin' },
  /** Admins and owners: whoever becomes one or ceases to be one. */
  manageLeaders: { rank: 'owner', fresh: true },
  /** To anybody, oneself included; where it is lacking the wish waits for an owner (decision 0036). */
  giveClinicalAccess: { rank: 'admin', clinical: 'unless owner', fresh: true },

  readSigningKey: { rank: 'admin' },
  /** What papers are signed with in the name of the practice. */
  changeSigningKey: { rank: 'owner', fresh: true },

  readPracticeKeys: { rank: 'owner' },
  /** What another program reads in the name of the practice: never more than whoever made its key. */
  changePracticeKeys: { rank: 'owner', fresh: true },

  /** Seeing which archives of the whole practice were made. */
  readPracticeExports: { rank: 'owner' },
  /** Everything the practice has, in one file. */
  exportPractice: { rank: 'owner', fresh: true },

  /** Whether the practice is to be deleted, and what there is to lose. */
  readPracticeDeletion: { rank: 'owner' },
  /** Deleting the practice with everything it has, and taking that back. */
  deletePractice: { rank: 'owner', fresh: true },

  readAuditTrail: { rank: 'admin' },
  exportAuditTrail: { rank: 'admin', fresh: true },

  /** Whether files can be stored at all. */
  readStorage: { rank: 'admin' },
} as const satisfies Record<string, Requirement>

export type Permission = keyof typeof permissions

export interface Standing {
  readonly role: Role
  readonly clinical: boolean
}

const needsClinical = ({ clinical }: Requirement, role: Role): boolean =>
  clinical === true || (clinical === 'unless owner' && role !== 'owner')

/** What a member lacks of what is required, or null, a fresh proof of identity aside. */
export const obstacleToMeet = (required: Requirement, { role, clinical }: Standing): ErrorKey | null => {
  if (!hasRank(role, required.rank)) return rankErrors[required.rank]
  return needsClinical(required, role) && !clinical ? 'clinical_access_required' : null
}

/** Why a member lacks a permission, or null. A fresh proof of identity is asked for when the time comes. */
export const obstacleTo = (permission: Permission, standing: Standing): ErrorKey | null =>
  obstacleToMeet(permissions[permission], standing)

/** The permission that changing a member takes: what they are and what they become both count. */
export const permissionForMember = (...involved: readonly Role[]): Permission =>
  involved.some((role) => hasRank(role, 'admin')) ? 'manageLeaders' : 'manageMembers'

/** What the access rules of a practice refuse somebody with: address, hours, mail domain. */
export const accessErrors = ['ip_rejected', 'schedule_rejected', 'practice_domain_rejected'] as const
