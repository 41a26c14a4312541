import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { type RestoreOutcome, untilRestored } from './first-visit.ts'

const RestoreDialog = lazyPart(() => import('./RestoreDialog.tsx'), 'RestoreDialog')

type Step = 'offered' | 'asked' | 'restoring'

/** On a first visit: everything back from a backup, on a machine that has nothing yet. */
export const RestoreOffer = () => {
  const { t } = useTranslation('backups')
  const [step, setStep] = useState<Step>('offered')
  const [outcome, setOutcome] = useState<RestoreOutcome>()
  useEffect(() => {
    if (step !== 'restoring') return
    const leaving = new AbortController()
    untilRestored(leaving.signal).then(
      (found) => {
        setOutcome(found)
        setStep('offered')
      },
      () => undefined,
    )
    return () => leaving.abort()
  }, [step])
  if (step === 'restoring') return <p role="status">{t('restore.going')}</p>
  if (outcome?.isDone)
    return (
      <>
        <p role="status">{t('restore.done')}</p>
        <LinkButton to="/login">{t('restore.enter')}</LinkButton>
      </>
    )
  return (
    <>
      {outcome && <ErrorBanner title={t('restore.failed')}>{outcome.fault}</ErrorBanner>}
      <p>{t('restore.text')}</p>
      <Button variant="default" onClick={() => setStep('asked')}>
        {t('restore.ask')}
      </Button>
      <Optional>
        {step === 'asked' && (
          <RestoreDialog onAsked={() => setStep('restoring')} onClose={() => setStep('offered')} />
        )}
      </Optional>
    </>
  )
}
