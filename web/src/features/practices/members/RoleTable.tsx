import { obstacleTo, type Permission } from '@ulna/contract/permissions'
import { clinicalByDefault, type Role, roles } from '@ulna/contract/roles'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/base/Card.tsx'
import { CheckIcon } from '../../../ui/icons/base-icons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './RoleTable.module.css'

/** What is shown of the table of permissions: everything that differs between roles, in the order of a working day. */
const shown = [
  'readAgendas',
  'writeOthersAgenda',
  'closePractice',
  'writePatients',
  'readRecords',
  'writeRecords',
  'voidOthersRecord',
  'unlockPatient',
  'deletePatient',
  'importData',
  'archivePatient',
  'keepFiles',
  'changePractice',
  'manageMembers',
  'giveClinicalAccess',
  'readAuditTrail',
  'changeAccessRules',
  'manageLeaders',
] as const satisfies readonly Permission[]

type Cell = 'yes' | 'clinical' | 'no'

/** Read out of the one table (product-decisions.md §4). */
const cellOf = (permission: Permission, role: Role): Cell => {
  if (obstacleTo(permission, { role, clinical: clinicalByDefault[role] }) === null) return 'yes'
  return obstacleTo(permission, { role, clinical: true }) === null ? 'clinical' : 'no'
}

/** What each role may do, in words. */
export const RoleTable = () => {
  const { t } = useTranslation(['settings', 'practice'])
  return (
    <Card title={t('members.roles.title')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={t('members.roles.table')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {roles.map((role) => (
                <th key={role} scope="col">
                  {t(`practice:roles.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((permission) => (
              <tr key={permission}>
                <th scope="row">{t(`members.permissions.${permission}`)}</th>
                {roles.map((role) => {
                  const cell = cellOf(permission, role)
                  const word = t(`members.roles.${cell}`)
                  return (
                    <td key={role} data-cell={cell}>
                      {cell === 'yes' && <CheckIcon />}
                      {cell === 'clinical' ? word : <VisuallyHidden>{word}</VisuallyHidden>}
                      {cell === 'no' && <span aria-hidden="true">–</span>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
