import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/session/session.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { Logo } from '../../ui/base/Logo.tsx'
import { SearchIcon } from '../../ui/icons/shared-icons.tsx'
import { usePalette } from '../palette/PaletteHost.tsx'
import { PracticeSwitch } from './PracticeSwitch.tsx'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

export const TopBar = () => {
  const { t } = useTranslation('common')
  const { openPalette } = usePalette()
  return (
    <header className={classes.top}>
      <PracticeSwitch />
      <span className={classes.space} />
      <button type="button" className={classes.search} onClick={openPalette}>
        <SearchIcon />
        <span className={classes.searchText}>{t('palette.open')}</span>
        <span className={classes.searchShort}>{t('palette.title')}</span>
        <kbd className={classes.kbd}>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <span className={classes.space} />
      <UserMenu />
    </header>
  )
}

/** The head of a phone: mark, page, search, account. */
export const PhoneHead = () => {
  const { t } = useTranslation('common')
  const { openPalette } = usePalette()
  const { authPractice } = useSession()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  return (
    <header className={classes.phoneHead}>
      <span className={classes.phoneLogo}>
        <Logo size={24} />
      </span>
      <span className={classes.phoneTitle}>{title ? t(title) : (authPractice?.name ?? '')}</span>
      <button
        type="button"
        className={classNames(classes.iconButton)}
        aria-label={t('palette.title')}
        onClick={openPalette}
      >
        <SearchIcon size={24} />
      </button>
      <UserMenu compact />
    </header>
  )
}
