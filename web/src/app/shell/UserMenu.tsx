import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { languages } from '@ulna/contract/languages'
import { useTranslation } from 'react-i18next'
import { reportError } from '../../api/practice/app-errors.ts'
import { loadPractices } from '../../api/session/load-session.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { savePreferences } from '../../features/accounts/signed-in/preferences.ts'
import { signOut } from '../../features/accounts/signed-in/sign-out.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { CheckIcon } from '../../ui/icons/base-icons.tsx'
import { ChevronDownIcon } from '../../ui/icons/shared-icons.tsx'
import { MoonIcon, SettingsIcon, SignOutIcon, SystemIcon, TodayIcon } from '../../ui/icons/shell-icons.tsx'
import { ActionMenu, MenuGroup, MenuItem } from '../../ui/shell/ActionMenu.tsx'
import { Avatar, initialsOfPerson } from '../../ui/shell/Avatar.tsx'
import { paths } from '../paths.ts'
import { usePracticeMenu } from '../use-practice-menu.tsx'
import { invitationCountClass, PracticeItems } from './PracticeItems.tsx'
import styles from './UserMenu.module.css'
import { useInvitationCount } from './use-invitation-count.ts'

const schemes = [
  { value: 'light', label: 'scheme.light', Icon: TodayIcon },
  { value: 'dark', label: 'scheme.dark', Icon: MoonIcon },
  { value: 'auto', label: 'scheme.auto', Icon: SystemIcon },
] as const

const mark = <CheckIcon size={16} />

const LanguageItems = () => {
  const { t } = useTranslation('common')
  return languages.map((language) => (
    <MenuItem
      key={language}
      lang={language}
      checked={language === currentLanguage()}
      mark={mark}
      onSelect={() => void savePreferences({ language }).catch(reportError)}
    >
      {t(`languages.${language}`)}
    </MenuItem>
  ))
}

const SchemeItems = () => {
  const { t } = useTranslation('common')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return schemes.map(({ value, label, Icon }) => (
    <MenuItem
      key={value}
      checked={value === colorScheme}
      mark={mark}
      icon={<Icon />}
      onSelect={() => setColorScheme(value)}
    >
      {t(label)}
    </MenuItem>
  ))
}

/** On phones the head has no room for the practice: its switch stands in this menu. */
const usePhonePractices = (compact: boolean) => {
  const menu = usePracticeMenu()
  const invitations = useInvitationCount()
  return { menu, invitations: compact ? invitations : 0 }
}

/** Language, scheme, settings, sign out. */
export const UserMenu = ({ compact = false }: { compact?: boolean }) => {
  const { t } = useTranslation('common')
  const { menu, invitations } = usePhonePractices(compact)
  const navigate = useNavigate()
  const { authDoctor, authUser } = usePracticeSession()
  const name = authDoctor?.fullName ?? authUser.username
  const trigger = (
    <>
      <Avatar
        name={name}
        initials={authDoctor ? initialsOfPerson(authDoctor) : undefined}
        size={compact ? 28 : 40}
        color={authDoctor?.color}
      />
      {invitations > 0 && (
        <span className={classNames(invitationCountClass, styles.count)}>{invitations}</span>
      )}
      {!compact && <span className={styles.name}>{name}</span>}
      {!compact && <ChevronDownIcon size={16} />}
    </>
  )
  const label = t('userMenu.label', { name })
  const waiting = invitations > 0 ? `. ${t('practiceSwitch.invitations', { count: invitations })}` : ''
  const actions = (
    <ActionMenu
      label={`${label}${waiting}`}
      trigger={trigger}
      align="end"
      className={styles.button}
      {...(compact && { onOpen: () => void loadPractices().catch(reportError) })}
    >
      {compact && <PracticeItems {...menu} invitations={invitations} />}
      <MenuGroup label={t('userMenu.language')}>
        <LanguageItems />
      </MenuGroup>
      <MenuGroup label={t('userMenu.scheme')}>
        <SchemeItems />
      </MenuGroup>
      <MenuItem icon={<SettingsIcon />} onSelect={() => void navigate({ to: paths.settings })}>
        {t('navigation.settings')}
      </MenuItem>
      <MenuItem icon={<SignOutIcon />} onSelect={() => void signOut().catch(reportError)}>
        {t('userMenu.signOut')}
      </MenuItem>
    </ActionMenu>
  )
  if (!compact) return actions
  return (
    <>
      {actions}
      {menu.dialog}
    </>
  )
}
