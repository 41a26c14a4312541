import { useTranslation } from 'react-i18next'
import { reportError } from '../../api/practice/app-errors.ts'
import { loadPractices } from '../../api/session/load-session.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { SwitchIcon } from '../../ui/icons/shell-icons.tsx'
import { ActionMenu } from '../../ui/shell/ActionMenu.tsx'
import { PracticeMark } from '../../ui/shell/Avatar.tsx'
import { usePracticeMenu } from '../use-practice-menu.tsx'
import { PracticeItems } from './PracticeItems.tsx'
import styles from './PracticeSwitch.module.css'
import { useInvitationCount } from './use-invitation-count.ts'

/** The practice one works in, and the way to another: an own one, a new one, one that invites. */
export const PracticeSwitch = () => {
  const { t } = useTranslation('common')
  const { authPractice } = usePracticeSession()
  const menu = usePracticeMenu()
  const invitations = useInvitationCount()
  const label = t('practiceSwitch.label', { practice: authPractice.name })
  const waiting = invitations > 0 ? `. ${t('practiceSwitch.invitations', { count: invitations })}` : ''
  const trigger = (
    <>
      <PracticeMark name={authPractice.name} src={authPractice.logoUrl} size={28} />
      <span className={styles.name}>{authPractice.name}</span>
      {invitations > 0 && <span className={styles.count}>{invitations}</span>}
      <SwitchIcon size={16} />
    </>
  )
  return (
    <>
      <ActionMenu
        label={`${label}${waiting}`}
        trigger={trigger}
        onOpen={() => loadPractices().catch(reportError)}
      >
        <PracticeItems {...menu} invitations={invitations} />
      </ActionMenu>
      {menu.dialog}
    </>
  )
}
