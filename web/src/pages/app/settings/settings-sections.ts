import type { Permission } from '@ulna/contract/permissions'
import type { ReactNode } from 'react'
import type { IconProps } from '../../../ui/icons/Icon.tsx'
import {
  ClockIcon,
  EditIcon,
  KeyIcon,
  ModulesIcon,
  PersonIcon,
  ProfileIcon,
  UploadIcon,
} from '../../../ui/icons/other-icons.tsx'
import { LockIcon } from '../../../ui/icons/record-icons.tsx'
import { DocumentIcon, PatientsIcon } from '../../../ui/icons/shared-icons.tsx'
import { HistoryIcon } from '../../../ui/icons/viewer-icons.tsx'
import { DoorIcon } from '../../../ui/icons/visit-icons.tsx'

export const settingsSectionNames = [
  'account',
  'security',
  'profile',
  'snippets',
  'practice',
  'members',
  'access',
  'modules',
  'import',
  'retention',
  'audit',
  'installation',
] as const
export type SettingsSectionName = (typeof settingsSectionNames)[number]

export interface SettingsSection {
  readonly name: SettingsSectionName
  /** The modules have a page of their own width (specification §2). */
  readonly to: `/app/settings/${Exclude<SettingsSectionName, 'modules'>}` | '/app/modules'
  readonly Icon: (props: IconProps) => ReactNode
  /** What it takes to use the section; everybody may where it is absent. */
  readonly permission?: Permission
}

/** The section that an address belongs to: its own, or one beneath it. */
export const sectionAt = (path: string): SettingsSection | undefined =>
  [...settingsSections, installationSection].find(({ to }) => path === to || path.startsWith(`${to}/`))

/** For whoever runs the installation alone, whatever their place in a practice is. */
export const installationSection: SettingsSection = {
  name: 'installation',
  to: '/app/settings/installation',
  Icon: LockIcon,
}

/** The sections of the settings, the own ones first. What somebody may not use stays listed and says why. */
export const settingsSections: readonly SettingsSection[] = [
  { name: 'account', to: '/app/settings/account', Icon: PersonIcon },
  { name: 'security', to: '/app/settings/security', Icon: KeyIcon },
  { name: 'profile', to: '/app/settings/profile', Icon: ProfileIcon, permission: 'changeOwnProfile' },
  { name: 'snippets', to: '/app/settings/snippets', Icon: EditIcon, permission: 'writeRecords' },
  { name: 'practice', to: '/app/settings/practice', Icon: DoorIcon },
  { name: 'members', to: '/app/settings/members', Icon: PatientsIcon, permission: 'readMembers' },
  { name: 'access', to: '/app/settings/access', Icon: ClockIcon, permission: 'changePractice' },
  { name: 'modules', to: '/app/modules', Icon: ModulesIcon },
  { name: 'import', to: '/app/settings/import', Icon: UploadIcon, permission: 'importData' },
  { name: 'retention', to: '/app/settings/retention', Icon: DocumentIcon, permission: 'keepFiles' },
  { name: 'audit', to: '/app/settings/audit', Icon: HistoryIcon, permission: 'readAuditTrail' },
]
