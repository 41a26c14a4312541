import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { languages } from '@ulna/contract/record-class'
import { useTranslation } from 'react-i18next'
import { reportError } from '../api/app-errors.ts'
import { usePracticeSession } from '../api/session.ts'
import { savePreferences, signOut } from '../features/accounts/sign-in.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { ActionMenu, MenuGroup, MenuItem } from '../ui/ActionMenu.tsx'
import { Avatar, initialsOfPerson } from '../ui/Avatar.tsx'
import { CheckIcon } from '../ui/icons/CheckIcon.tsx'
import { ChevronDownIcon } from '../ui/icons/ChevronDownIcon.tsx'
import { MoonIcon } from '../ui/icons/MoonIcon.tsx'
import { SettingsIcon } from '../ui/icons/SettingsIcon.tsx'
import { SignOutIcon } from '../ui/icons/SignOutIcon.tsx'
import { SystemIcon } from '../ui/icons/SystemIcon.tsx'
import { TodayIcon } from '../ui/icons/TodayIcon.tsx'
import { paths } from './paths.ts'
import classes from './UserMenu.module.css'

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

/** Language, scheme, settings, sign out. */
export const UserMenu = ({ compact = false }: { compact?: boolean }) => {
  const { t } = useTranslation('common')
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
      {!compact && <span className={classes.name}>{name}</span>}
      {!compact && <ChevronDownIcon size={16} />}
    </>
  )
  return (
    <ActionMenu
      label={t('userMenu.label', { name })}
      trigger={trigger}
      align="end"
      className={classes.button}
    >
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
}
