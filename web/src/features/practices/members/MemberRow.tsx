import { Button } from '@mantine/core'
import type { Member } from '@ulna/contract/practices/practices.members'
import { type Role, roles } from '@ulna/contract/roles'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { inputClass } from '../../../ui/base/Field.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { SwitchField } from '../../../ui/fields/SwitchField.tsx'
import { ClockIcon } from '../../../ui/icons/other-icons.tsx'
import { LockIcon, MoreIcon } from '../../../ui/icons/record-icons.tsx'
import { Pill } from '../../../ui/pills/Pill.tsx'
import { ActionMenu, MenuItem } from '../../../ui/shell/ActionMenu.tsx'
import { Avatar, initialsOfPerson } from '../../../ui/shell/Avatar.tsx'
import styles from './Members.module.css'
import { type Change, isLastOwner, obstacleToManage } from './member-rules.ts'
import { useMemberWords } from './use-member-words.ts'

export interface MemberRowProps {
  member: Member
  members: readonly Member[]
  pending: boolean
  onChange: (change: Change) => void
  onLicence: () => void
  onRemove: () => void
  onWelcome: () => void
  onLeave: () => void
}

interface Reasons {
  /** Why nothing about this member may be changed. */
  readonly rank: string | undefined
  /** Why they must stay what they are. */
  readonly role: string | undefined
}

const useReasons = (member: Member, members: readonly Member[]): Reasons => {
  const { t } = useTranslation(['settings', 'error'])
  const { practiceRole, clinical } = usePracticeSession()
  const standing = { role: practiceRole ?? 'practitioner', clinical }
  const obstacle = obstacleToManage(standing, member.role)
  const rank = obstacle === null ? undefined : t(`error:${obstacle}`)
  return { rank, role: isLastOwner(member, members) ? t('members.lastOwner') : rank }
}

const RoleField = ({
  member,
  pending,
  onChange,
}: Pick<MemberRowProps, 'member' | 'pending' | 'onChange'>) => {
  const { t } = useTranslation(['settings', 'practice'])
  const { practiceRole, clinical } = usePracticeSession()
  const standing = { role: practiceRole ?? 'practitioner', clinical }
  const mayNot = (role: Role): boolean => obstacleToManage(standing, member.role, role) !== null
  return (
    <select
      className={inputClass}
      aria-label={t('members.roleOf', { name: member.fullName })}
      value={member.role}
      disabled={pending}
      onChange={(event) => {
        const role = roles.find((one) => one === event.currentTarget.value)
        if (role && role !== member.role) onChange({ role })
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role} disabled={mayNot(role)}>
          {t(`practice:roles.${role}`)}
        </option>
      ))}
    </select>
  )
}

const ClinicalField = ({
  member,
  pending,
  onChange,
  reason,
  reasonId,
}: MemberRowProps & { reason: string | undefined; reasonId: string }) => {
  const { t } = useTranslation('settings')
  return (
    <SwitchField
      label={t(member.clinical ? 'members.clinicalYes' : 'members.clinicalNo')}
      checked={member.clinical}
      disabled={pending}
      // Reachable by keyboard where it may not be changed; the reason stands beside the role.
      aria-disabled={reason === undefined ? undefined : true}
      aria-describedby={reason === undefined ? undefined : reasonId}
      aria-label={t('members.clinicalOf', { name: member.fullName })}
      onChange={(event) => {
        if (reason === undefined) onChange({ clinical: event.currentTarget.checked })
      }}
    />
  )
}

/** Clinical access that waits: who may give it says yes or no, anybody else may take the wish back. */
const RequestField = ({
  member,
  request,
  pending,
  onChange,
  reason,
}: MemberRowProps & { request: NonNullable<Member['clinicalAsked']>; reason: string | undefined }) => {
  const { t } = useTranslation('settings')
  const words = useMemberWords()
  const { allowed } = usePermission('giveClinicalAccess')
  const name = member.fullName
  return (
    <div>
      <Pill tone="warn" icon={<ClockIcon size={15} />}>
        {t('members.clinicalWaits')}
      </Pill>
      <Hint>{t('members.request.asked', { by: request.by, moment: words.moment(request.at) })}</Hint>
      {reason === undefined && (
        <div className={styles.answers}>
          {allowed && (
            <Button
              size="sm"
              disabled={pending}
              aria-label={t('members.request.yesTo', { name })}
              onClick={() => onChange({ clinical: true })}
            >
              {t('members.request.yes')}
            </Button>
          )}
          <Button
            variant="default"
            size="sm"
            disabled={pending}
            aria-label={t(allowed ? 'members.request.noTo' : 'members.request.takeBackOf', { name })}
            onClick={() => onChange({ clinical: false })}
          >
            {t(allowed ? 'members.request.no' : 'members.request.takeBack')}
          </Button>
        </div>
      )}
    </div>
  )
}

const RowMenu = ({ member, members, onLicence, onRemove, onWelcome, onLeave }: MemberRowProps) => {
  const { t } = useTranslation('settings')
  const reasons = useReasons(member, members)
  return (
    <ActionMenu
      label={t('members.actionsOf', { name: member.fullName })}
      trigger={<MoreIcon />}
      align="end"
      className={styles.more}
    >
      {/* One's own stands in the profile, also of somebody who may not manage their like. */}
      {!(member.self && reasons.rank) && (
        <MenuItem reason={reasons.rank} onSelect={onLicence}>
          {t('members.licence.action')}
        </MenuItem>
      )}
      {!member.arrived && !member.disabled && (
        <MenuItem reason={reasons.rank} onSelect={onWelcome}>
          {t('members.welcome.action')}
        </MenuItem>
      )}
      {member.self ? (
        <MenuItem reason={isLastOwner(member, members) ? reasons.role : undefined} onSelect={onLeave}>
          {t('members.leave.action')}
        </MenuItem>
      ) : (
        <MenuItem reason={reasons.role} onSelect={onRemove}>
          {t('members.remove.action')}
        </MenuItem>
      )}
    </ActionMenu>
  )
}

/** One person of the practice: who, as what, with which access, when last here. */
export const MemberRow = (props: MemberRowProps) => {
  const { member, members, pending, onChange } = props
  const { t } = useTranslation(['settings', 'practice', 'signatures'])
  const words = useMemberWords()
  const reasons = useReasons(member, members)
  const reasonId = useId()
  return (
    <li className={styles.row}>
      <div className={styles.person}>
        <Avatar name={member.fullName} initials={initialsOfPerson(member)} color={member.color} />
        <div className={styles.words}>
          <p className={styles.name}>
            {member.fullName}
            {member.self && <span className={styles.self}> {t('members.you')}</span>}
          </p>
          <Hint>{member.email}</Hint>
          {member.username !== member.email && <Hint>{member.username}</Hint>}
          {member.licenceNumber !== null && (
            <Hint>{t('signatures:licence', { number: member.licenceNumber })}</Hint>
          )}
          <p className={styles.marks}>
            {member.secondFactor && (
              <Pill tone="good" icon={<LockIcon size={15} />}>
                {t('members.secondFactor')}
              </Pill>
            )}
            {member.disabled && <Pill tone="bad">{t('members.disabled')}</Pill>}
            {!member.arrived && <Pill tone="warn">{t('members.arriving')}</Pill>}
          </p>
        </div>
      </div>
      <div className={styles.role}>
        <span className={styles.term}>{t('members.columns.role')}</span>
        {reasons.role === undefined ? (
          <RoleField member={member} pending={pending} onChange={onChange} />
        ) : (
          <div>
            <strong>{t(`practice:roles.${member.role}`)}</strong>
            <Hint id={reasonId}>{reasons.role}</Hint>
          </div>
        )}
      </div>
      <div className={styles.access}>
        <span className={styles.term}>{t('members.columns.clinical')}</span>
        {member.clinicalAsked === null ? (
          <ClinicalField {...props} reason={reasons.rank} reasonId={reasonId} />
        ) : (
          <RequestField {...props} request={member.clinicalAsked} reason={reasons.rank} />
        )}
      </div>
      <div className={styles.seen}>
        <span className={styles.term}>{t('members.columns.lastSeen')}</span>
        <span>{words.lastSeen(member)}</span>
      </div>
      <div className={styles.menu}>
        <RowMenu {...props} />
      </div>
    </li>
  )
}
