import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { pageSettings } from '../../i18n/page-settings.ts'
import styles from './ConsentBar.module.css'
import { decideConsent, useConsent } from './consent-store.ts'
import { configuredThirdParties } from './third-parties.ts'

/** Asks once, at the foot of a public page. Both answers weigh the same; the page can be used meanwhile. */
export const ConsentBar = () => {
  const { t } = useTranslation('privacyPolicy')
  const { consent } = useConsent()
  const dates = useDates()
  const heading = useRef<HTMLHeadingElement>(null)
  const isChange = consent !== null
  useEffect(() => {
    if (isChange) heading.current?.focus()
  }, [isChange])
  const parties = configuredThirdParties(pageSettings()).map((party) => t(`consent.parties.${party}`))
  return (
    <section className={styles.bar} aria-labelledby="consent-title" data-consent-bar="">
      <div className={styles.inner}>
        <div className={styles.words}>
          <h2 id="consent-title" ref={heading} tabIndex={-1}>
            {t('consent.title')}
          </h2>
          <p>
            {t('consent.text', { parties: parties.join(', ') })}{' '}
            <Link to="/privacy-policy" hash="cookies">
              {t('consent.more')}
            </Link>
          </p>
          {consent && (
            <p className={styles.now}>
              {t(`consent.now.${consent.choice}`, { day: dates.instantDay(consent.at) })}
            </p>
          )}
        </div>
        <div className={styles.answers}>
          <Button variant="default" onClick={() => void decideConsent('necessary')}>
            {t('consent.necessary')}
          </Button>
          <Button variant="default" onClick={() => void decideConsent('all')}>
            {t('consent.all')}
          </Button>
        </div>
      </div>
    </section>
  )
}
