import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Optional } from '../../ui/Optional.tsx'
import { keepFirstRecoveryKey } from './first-visit.ts'
import { makeRecoveryKey, type RecoveryKey } from './recovery-key.ts'

const RecoveryKeyDialog = lazyPart(() => import('./RecoveryKeyDialog.tsx'), 'RecoveryKeyDialog')

/** On a first visit: the key that will open the backups, before there is anything to back up. */
export const FirstRecoveryKey = () => {
  const { t } = useTranslation('backups')
  const [made, setMade] = useState<Promise<RecoveryKey>>()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [fingerprint, setFingerprint] = useState<string>()
  if (fingerprint !== undefined) return <p role="status">{t('first.made', { fingerprint })}</p>
  const keep = (recipient: string): void => {
    setSaving(true)
    setError(null)
    keepFirstRecoveryKey(recipient)
      .then(setFingerprint, setError)
      .finally(() => setSaving(false))
  }
  return (
    <>
      <p>{t('first.text')}</p>
      <Button variant="default" onClick={() => setMade(makeRecoveryKey())}>
        {t('key.make')}
      </Button>
      <Optional>
        {made && (
          <RecoveryKeyDialog
            made={made}
            isSaving={isSaving}
            error={error}
            onKept={keep}
            onClose={() => setMade(undefined)}
          />
        )}
      </Optional>
    </>
  )
}
