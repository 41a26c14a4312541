import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportError } from '../../api/practice/app-errors.ts'
import {
  type DemoAccess,
  isFreshInstallation,
  loadDemoPractice,
} from '../../features/accounts/register/demo-practice.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Optional } from '../../ui/Optional.tsx'
import styles from './DemoOffer.module.css'

const FirstVisit = lazyPart(() => import('../../features/backups/FirstVisit.tsx'), 'FirstVisit', ['backups'])

type Offer = 'unknown' | 'offered' | 'loading' | 'none'

const useOffer = () => {
  const [offer, setOffer] = useState<Offer>('unknown')
  useEffect(() => {
    // The page reads well without the offer, so a server that is away is no error here.
    isFreshInstallation().then(
      (fresh) => setOffer(fresh ? 'offered' : 'none'),
      () => setOffer('none'),
    )
  }, [])
  return [offer, setOffer] as const
}

const DemoReady = ({ access }: { access: DemoAccess }) => {
  const { t } = useTranslation('home')
  const navigate = useNavigate()
  return (
    <div className={styles.ready} role="status">
      <p>{t('demo.ready')}</p>
      <Facts
        facts={[
          [t('demo.username'), access.username],
          [t('demo.password'), access.password],
        ]}
      />
      <Button onClick={() => void navigate({ to: '/app/dashboard' })}>{t('demo.enter')}</Button>
    </div>
  )
}

/** On an installation nobody uses yet: fill it with the demo practice. */
export const DemoOffer = () => {
  const { t } = useTranslation('home')
  const [offer, setOffer] = useOffer()
  const [access, setAccess] = useState<DemoAccess | null>(null)
  if (access) return <DemoReady access={access} />
  if (offer === 'unknown' || offer === 'none') return null
  const load = (): void => {
    setOffer('loading')
    loadDemoPractice().then(setAccess, (error: unknown) => {
      setOffer('offered')
      reportError(error)
    })
  }
  return (
    <>
      <div className={styles.offer}>
        <p>{t('demo.text')}</p>
        <Button variant="default" loading={offer === 'loading'} onClick={load}>
          {t('demo.load')}
        </Button>
      </div>
      <Optional>
        <FirstVisit boxClass={styles.offer} />
      </Optional>
    </>
  )
}
