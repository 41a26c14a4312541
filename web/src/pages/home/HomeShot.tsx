import { useComputedColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/i18n.ts'
import styles from './HomeShot.module.css'
import { type NarrowShot, shotSizes, shotUrl, type WideShot } from './screenshots.ts'

/** The look of the page as it is now, at once: a picture of the other scheme would flash. */
const useLook = () => ({
  language: currentLanguage(),
  scheme: useComputedColorScheme('light', { getInitialValueInEffect: false }),
})

export interface ScreenShotProps {
  /** On wide screens. */
  wide: WideShot
  /** The picture on phones, where a shrunk desktop could not be read. */
  narrow: NarrowShot
}

/** A picture of the running product: a desktop on wide screens, a phone on phones. */
export const ScreenShot = ({ wide, narrow }: ScreenShotProps) => {
  const { t } = useTranslation('home')
  const look = useLook()
  return (
    <picture className={styles.screen}>
      <source media="(max-width: 44.99em)" srcSet={shotUrl(look, narrow, 'narrow')} {...shotSizes.narrow} />
      <img
        src={shotUrl(look, wide, 'wide')}
        alt={t(`shots.${wide}`)}
        loading="lazy"
        decoding="async"
        {...shotSizes.wide}
      />
    </picture>
  )
}

/** The two pictures at the top of the page: the agenda of the day, and Today on a phone before it. */
export const HeroShots = () => {
  const { t } = useTranslation('home')
  const look = useLook()
  return (
    <div className={styles.hero}>
      <img
        className={styles.desk}
        src={shotUrl(look, 'day', 'wide')}
        alt={t('shots.day')}
        loading="lazy"
        decoding="async"
        {...shotSizes.wide}
      />
      <img
        className={styles.phone}
        src={shotUrl(look, 'today', 'narrow')}
        alt={t('shots.today')}
        fetchPriority="high"
        decoding="async"
        {...shotSizes.narrow}
      />
    </div>
  )
}
