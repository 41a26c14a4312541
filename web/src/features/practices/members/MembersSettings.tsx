import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invitation, Member } from '@ulna/contract/practices/practices.members'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAskedForm } from '../../../blocks/form/use-asked-form.ts'
import { LoadFailed } from '../../../blocks/notices/LoadFailed.tsx'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Card, CardList } from '../../../ui/base/Card.tsx'
import { calloutClass } from '../../../ui/base/callout.ts'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { InvitationRow } from './InvitationRow.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { MemberRow } from './MemberRow.tsx'
import styles from './Members.module.css'
import { type Change, type Question, questionBefore } from './member-rules.ts'
import {
  type MemberChange,
  peopleQuery,
  useChangeMember,
  useRemoveMember,
  useResendInvitation,
  useWelcomeMember,
  useWithdrawInvitation,
} from './members.queries.ts'
import { RoleTable } from './RoleTable.tsx'

const LicenceDialog = lazyPart(() => import('./LicenceDialog.tsx'), 'LicenceDialog')
const InviteDialog = lazyPart(() => import('./InviteDialog.tsx'), 'InviteDialog')

type Asked =
  | { readonly kind: 'change'; readonly question: Question; readonly wanted: MemberChange }
  | { readonly kind: 'remove'; readonly member: Member }
  | { readonly kind: 'licence'; readonly practiceRoleId: number }
  | { readonly kind: 'withdraw'; readonly invitation: Invitation }
  | { readonly kind: 'leave' }
  | undefined

interface QuestionsProps {
  asked: Asked
  pending: boolean
  onChange: (wanted: MemberChange) => void
  onRemove: (member: Member) => void
  onWithdraw: (invitation: Invitation) => void
  onClose: () => void
}

const Questions = ({ asked, pending, onChange, onRemove, onWithdraw, onClose }: QuestionsProps) => {
  const { t } = useTranslation('settings')
  if (!asked || asked.kind === 'licence') return null
  if (asked.kind === 'leave') return <LeaveDialog onClose={onClose} />
  const shared = { cancelLabel: t('members.cancel'), pending, onCancel: onClose }
  if (asked.kind === 'change') {
    const { question, wanted } = asked
    return (
      <ConfirmDialog
        {...shared}
        title={t(`members.${question}.title`, { name: wanted.member.fullName })}
        confirmLabel={t(`members.${question}.confirm`)}
        destructive={question === 'reducesSelf'}
        onConfirm={() => onChange(wanted)}
      >
        <p>{t(`members.${question}.text`)}</p>
      </ConfirmDialog>
    )
  }
  if (asked.kind === 'withdraw') {
    return (
      <ConfirmDialog
        {...shared}
        title={t('members.withdraw.title', { email: asked.invitation.email })}
        confirmLabel={t('members.withdraw.confirm')}
        destructive
        onConfirm={() => onWithdraw(asked.invitation)}
      >
        <p>{t('members.withdraw.text')}</p>
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      {...shared}
      title={t('members.remove.title', { name: asked.member.fullName })}
      confirmLabel={t('members.remove.confirm')}
      destructive
      onConfirm={() => onRemove(asked.member)}
    >
      <p>{t('members.remove.text')}</p>
    </ConfirmDialog>
  )
}

/** Who belongs to the practice and who is invited: roles, clinical access, the way in and the way out. */
export const MembersSettings = () => {
  const { t } = useTranslation(['settings', 'common'])
  const { data, error, refetch } = useQuery(peopleQuery)
  const changing = useChangeMember()
  const removing = useRemoveMember()
  const resending = useResendInvitation()
  const withdrawing = useWithdrawInvitation()
  const welcoming = useWelcomeMember()
  const [asked, setAsked] = useState<Asked>()
  const [isInviting, setInviting] = useState(false)
  const pending = [changing, removing, resending, withdrawing, welcoming].some(({ isPending }) => isPending)
  const close = () => setAsked(undefined)
  useAskedForm(() => setInviting(true))

  const want = (member: Member, change: Change) => {
    const question = questionBefore(member, change)
    const wanted = { member, change }
    if (question) return setAsked({ kind: 'change', question, wanted })
    changing.mutate(wanted)
  }
  // What was read before stays, with the dialog that stands over it; the failure is told at the foot of the page.
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  const { members, invitations } = data ?? { members: [], invitations: [] }
  const waiting = members.filter(({ clinicalAsked }) => clinicalAsked !== null).length
  const licensed =
    asked?.kind === 'licence' && members.find(({ practiceRoleId }) => practiceRoleId === asked.practiceRoleId)
  const counts = `${t('members.count', { count: members.length })}, ${t('members.invitedCount', { count: invitations.length })}`
  return (
    <>
      <Card
        title={t('members.title')}
        lead={data && <p role="status">{counts}</p>}
        action={
          <Button leftSection={<PlusIcon />} onClick={() => setInviting(true)}>
            {t('members.invite.action')}
          </Button>
        }
      >
        {!data ? (
          <SkeletonRows rows={4} label={t('common:loading')} />
        ) : (
          <>
            {waiting > 0 && (
              <p className={calloutClass('warn', styles.waiting)}>
                {t('members.request.waiting', { count: waiting })}
              </p>
            )}
            <div className={styles.columns} aria-hidden="true">
              <span>{t('members.columns.person')}</span>
              <span>{t('members.columns.role')}</span>
              <span>{t('members.columns.clinical')}</span>
              <span>{t('members.columns.lastSeen')}</span>
            </div>
            <CardList className={styles.list} aria-label={t('members.title')}>
              {members.map((member) => (
                <MemberRow
                  key={member.practiceRoleId}
                  member={member}
                  members={members}
                  pending={pending}
                  onChange={(change) => want(member, change)}
                  onLicence={() => setAsked({ kind: 'licence', practiceRoleId: member.practiceRoleId })}
                  onRemove={() => setAsked({ kind: 'remove', member })}
                  onWelcome={() => welcoming.mutate(member)}
                  onLeave={() => setAsked({ kind: 'leave' })}
                />
              ))}
              {invitations.map((invitation) => (
                <InvitationRow
                  key={`invitation ${invitation.id}`}
                  invitation={invitation}
                  pending={pending}
                  onResend={() => resending.mutate(invitation)}
                  onWithdraw={() => setAsked({ kind: 'withdraw', invitation })}
                />
              ))}
            </CardList>
            {members.length + invitations.length === 1 && (
              <EmptyState level={3} plain title={t('members.alone.title')}>
                {t('members.alone.text')}
              </EmptyState>
            )}
          </>
        )}
      </Card>
      <RoleTable />
      <Questions
        asked={asked}
        pending={pending}
        onChange={(wanted) => changing.mutate(wanted, { onSettled: close })}
        onRemove={(member) => removing.mutate(member, { onSettled: close })}
        onWithdraw={(invitation) => withdrawing.mutate(invitation, { onSettled: close })}
        onClose={close}
      />
      <Suspense>
        {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
        {licensed && <LicenceDialog member={licensed} onClose={close} />}
      </Suspense>
    </>
  )
}
