import { describe, expect, it } from 'vitest'
import type { ErrorKey } from './errors.ts'
import type { Requirement } from './http/endpoint.ts'
import { obstacleTo, type Permission, permissionForMember, permissions } from './permissions.ts'
import { type Role, roles } from './roles.ts'

/**
 * product-decisions.md §4 written out a second time, by hand: least rank, then C for clinical members only, O where owners do
 * without that, F for a fresh proof of identity. The table of the contract has to say the same.
 */
const decided: Readonly<Record<Permission, string>> = {
  readAgendas: 'practitioner',
  writeOwnAgenda: 'practitioner',
  writeOthersAgenda: 'assistant',
  readDaySheets: 'practitioner',
  readSheetPasswords: 'practitioner F',
  changeSheetPasswords: 'admin F',
  writeWaitList: 'practitioner',
  closePractice: 'assistant',
  readPatients: 'practitioner',
  writePatients: 'practitioner',
  lockPatient: 'practitioner',
  unlockPatient: 'admin',
  deletePatient: 'admin',
  readPatientOpenings: 'admin',
  importData: 'admin',
  archivePatient: 'admin',
  mergePatients: 'admin C',
  keepFiles: 'admin',
  readErasures: 'owner',
  erasePatients: 'owner F',
  readRecords: 'practitioner C',
  writeRecords: 'practitioner C',
  signRecords: 'practitioner C F',
  voidOthersRecord: 'admin C',
  handOutCopies: 'practitioner C',
  makeCopies: 'practitioner C F',
  readEntryCopies: 'practitioner',
  askForEntries: 'practitioner C',
  signOffEntries: 'owner F',
  fetchEntries: 'practitioner C F',
  readHandOvers: 'practitioner C',
  handOverFiles: 'practitioner C F',
  receiveFiles: 'practitioner C',
  replaceHandOverKey: 'owner F',
  readRecordClasses: 'practitioner',
  readModules: 'practitioner',
  manageModules: 'admin',
  readPackages: 'practitioner',
  countOwnSessions: 'practitioner',
  countOthersSessions: 'assistant',
  writePackages: 'assistant',
  managePackages: 'admin',
  readReceipts: 'practitioner',
  takeOwnPayments: 'practitioner',
  issueReceipts: 'assistant',
  voidReceipts: 'admin',
  exportReceipts: 'admin F',
  readPrices: 'practitioner',
  changePrices: 'admin',
  issueAttendance: 'practitioner',
  readPractitioners: 'practitioner',
  changeOwnProfile: 'practitioner',
  leavePractice: 'practitioner',
  manageOwnFeed: 'practitioner',
  changePractice: 'admin',
  changeAccessRules: 'owner F',
  readMembers: 'admin',
  searchUsers: 'admin',
  manageMembers: 'admin',
  manageLeaders: 'owner F',
  giveClinicalAccess: 'admin C O F',
  readSigningKey: 'admin',
  changeSigningKey: 'owner F',
  readPracticeKeys: 'owner',
  changePracticeKeys: 'owner F',
  readPracticeExports: 'owner',
  exportPractice: 'owner F',
  discloseBlocked: 'owner C F',
  readPracticeDeletion: 'owner',
  deletePractice: 'owner F',
  readAuditTrail: 'admin',
  readStorage: 'admin',
  exportAuditTrail: 'admin F',
}

const said = (permission: Permission): string => {
  const { rank, clinical, fresh }: Requirement = permissions[permission]
  const marks = { C: clinical !== undefined, O: clinical === 'unless owner', F: fresh === true }
  return [rank, ...Object.entries(marks).flatMap(([mark, holds]) => (holds ? [mark] : []))].join(' ')
}

const all = Object.keys(permissions) as Permission[]

/** Roles from the lowest up. */
const order: readonly Role[] = ['practitioner', 'assistant', 'admin', 'owner']

const refusals: Readonly<Record<Role, ErrorKey>> = {
  practitioner: 'forbidden',
  assistant: 'assistant_role_required',
  admin: 'admin_role_required',
  owner: 'owner_role_required',
}

describe('C2: the table of permissions', () => {
  it('says what was decided, and nothing else', () => {
    expect(Object.fromEntries(all.map((permission) => [permission, said(permission)]))).toEqual(decided)
  })

  it('ranks practitioner < assistant < admin < owner', () => {
    expect([...roles]).toEqual(order)
  })

  it.each(all)(
    'gives %s to every rank from its least up, and tells the others which rank is missing',
    (permission) => {
      const [least = 'owner', ...marks] = decided[permission].split(' ') as [Role, ...string[]]
      for (const role of order) {
        const ranks = order.indexOf(role) >= order.indexOf(least)
        expect(obstacleTo(permission, { role, clinical: true })).toBe(ranks ? null : refusals[least])
        const needsClinical = marks.includes('C') && !(marks.includes('O') && role === 'owner')
        const withoutClinical = needsClinical ? 'clinical_access_required' : null
        expect(obstacleTo(permission, { role, clinical: false })).toBe(
          ranks ? withoutClinical : refusals[least],
        )
      }
    },
  )

  it('leaves practitioners and assistants to admins, and whoever leads or will lead to owners', () => {
    const lower: Role[] = ['practitioner', 'assistant']
    for (const one of order)
      for (const other of order)
        expect(permissionForMember(one, other)).toBe(
          lower.includes(one) && lower.includes(other) ? 'manageMembers' : 'manageLeaders',
        )
  })
})
