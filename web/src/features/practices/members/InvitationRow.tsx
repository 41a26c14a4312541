import { Button } from '@mantine/core'
import type { Invitation } from '@ulna/contract/practices/practices.members'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { Hint } from '../../../ui/base/Hint.tsx'
import { ClockIcon } from '../../../ui/icons/other-icons.tsx'
import { MailIcon } from '../../../ui/icons/shared-icons.tsx'
import { Pill } from '../../../ui/pills/Pill.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import styles from './Members.module.css'
import { obstacleToManage } from './member-rules.ts'
import { useMemberWords } from './use-member-words.ts'

export interface InvitationRowProps {
  invitation: Invitation
  pending: boolean
  onResend: () => void
  onWithdraw: () => void
}

const accessWord = ({ clinical, clinicalAsked }: Invitation) => {
  if (clinicalAsked) return 'members.clinicalWaits'
  return clinical ? 'members.clinicalYes' : 'members.clinicalNo'
}

/** Somebody who was invited and has not answered. */
export const InvitationRow = ({ invitation, pending, onResend, onWithdraw }: InvitationRowProps) => {
  const { t } = useTranslation(['settings', 'practice', 'error'])
  const words = useMemberWords()
  const { practiceRole, clinical } = usePracticeSession()
  const standing = { role: practiceRole ?? 'practitioner', clinical }
  const obstacle = obstacleToManage(standing, invitation.role)
  const reason = obstacle === null ? undefined : t(`error:${obstacle}`)
  return (
    <li className={styles.row}>
      <div className={styles.person}>
        <span className={styles.mail}>
          <MailIcon />
        </span>
        <div className={styles.words}>
          <p className={styles.name}>{invitation.email}</p>
          <Hint>{words.invitation(invitation)}</Hint>
        </div>
      </div>
      <div className={styles.role}>
        <span className={styles.term}>{t('members.columns.role')}</span>
        <span>{t(`practice:roles.${invitation.role}`)}</span>
      </div>
      <div className={styles.access}>
        <span className={styles.term}>{t('members.columns.clinical')}</span>
        <span>{t(accessWord(invitation))}</span>
      </div>
      <div className={styles.seen}>
        <Pill tone={invitation.expired ? 'bad' : 'warn'} icon={<ClockIcon size={15} />}>
          {t(invitation.expired ? 'members.invitation.isExpired' : 'members.invitation.isPending')}
        </Pill>
      </div>
      <div className={styles.buttons}>
        <ReasonedButton variant="subtle" size="sm" reason={reason} disabled={pending} onClick={onResend}>
          {t('members.invitation.resend')}
        </ReasonedButton>
        {reason === undefined && (
          <Button variant="subtle" size="sm" color="gray" disabled={pending} onClick={onWithdraw}>
            {t('members.invitation.withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}
