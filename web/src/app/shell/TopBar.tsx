import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/session/session.ts'
import { Logo } from '../../ui/base/Logo.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SearchIcon } from '../../ui/icons/shared-icons.tsx'
import { usePalette } from '../palette/PaletteHost.tsx'
import { PracticeSwitch } from './PracticeSwitch.tsx'
import styles from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

export const TopBar = () => {
  const { t } = useTranslation('common')
  const { openPalette } = usePalette()
  return (
    <header className={styles.top}>
      <PracticeSwitch />
      <span className={styles.space} />
      <button type="button" className={styles.search} onClick={openPalette}>
        <SearchIcon />
        <span className={styles.searchText}>{t('palette.open')}</span>
        <span className={styles.searchShort}>{t('palette.title')}</span>
        <kbd>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <span className={styles.space} />
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
    <header className={styles.phoneHead}>
      <span className={styles.phoneLogo}>
        <Logo size={24} />
      </span>
      <span className={styles.phoneTitle}>{title ? t(title) : (authPractice?.name ?? '')}</span>
      <IconButton label={t('palette.title')} onClick={openPalette}>
        <SearchIcon size={24} />
      </IconButton>
      <UserMenu compact />
    </header>
  )
}
