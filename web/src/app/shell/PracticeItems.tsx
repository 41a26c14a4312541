import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { CheckIcon } from '../../ui/icons/base-icons.tsx'
import { MailIcon, PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { MenuGroup, MenuItem } from '../../ui/shell/ActionMenu.tsx'
import styles from './PracticeSwitch.module.css'

export interface PracticeItemsProps {
  choose: (practiceId: number) => void
  create: () => void
  answerInvitations: () => void
  /** Invitations that wait for an answer. */
  invitations: number
}

/** The looks of how many invitations wait. */
export const invitationCountClass = styles.count ?? ''

/** The practices of the user with the role in each; another one; invitations. */
export const PracticeItems = (props: PracticeItemsProps) => {
  const { choose, create, answerInvitations, invitations } = props
  const { t } = useTranslation(['common', 'practice'])
  const { authPractice, practiceRole, practices } = usePracticeSession()
  const own = { id: authPractice.id, name: authPractice.name, role: practiceRole }
  // Before the list has come there is the one that is open.
  const shown = practices.length > 0 ? practices : [own]
  return (
    <>
      <MenuGroup label={t('practiceSwitch.title')}>
        {shown.map(({ id, name, role }) => (
          <MenuItem
            key={id}
            checked={id === authPractice.id}
            mark={<CheckIcon size={16} />}
            onSelect={() => {
              if (id !== authPractice.id) choose(id)
            }}
          >
            {name}
            {role && <span className={styles.role}>{t(`practice:roles.${role}`)}</span>}
          </MenuItem>
        ))}
      </MenuGroup>
      {invitations > 0 && (
        <MenuItem icon={<MailIcon />} onSelect={answerInvitations}>
          {t('practiceSwitch.invitations', { count: invitations })}
        </MenuItem>
      )}
      <MenuItem icon={<PlusIcon />} onSelect={create}>
        {t('practice:create.title')}
      </MenuItem>
    </>
  )
}
