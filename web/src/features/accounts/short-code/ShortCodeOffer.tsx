import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFrame } from '../../../blocks/form/FormFrame.tsx'
import { FormActions } from '../../../ui/base/FormActions.tsx'
import styles from './ShortCode.module.css'
import { ShortCodeField } from './ShortCodeField.tsx'
import { useShortCodeForm } from './use-short-code-form.ts'

/** To whoever has just taken the device back with a password: six digits do it next time. */
export const ShortCodeOffer = ({ onDone, onDecline }: { onDone: () => void; onDecline: () => void }) => {
  const { t } = useTranslation('signatures')
  const { frame, values, faults, change } = useShortCodeForm(onDone)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className={styles.offer}>
      <h1 ref={heading} tabIndex={-1}>
        {t('offer.title')}
      </h1>
      <p className={styles.text}>{t('offer.text')}</p>
      <FormFrame frame={frame} label={t('offer.title')}>
        <ShortCodeField
          label={t('handing.code')}
          value={values.code}
          error={faults.code}
          onChange={(code) => change({ code })}
        />
        <FormActions>
          <Button variant="default" size="lg" onClick={onDecline}>
            {t('offer.decline')}
          </Button>
          <Button type="submit" size="lg" loading={frame.pending}>
            {t('offer.accept')}
          </Button>
        </FormActions>
      </FormFrame>
    </main>
  )
}
