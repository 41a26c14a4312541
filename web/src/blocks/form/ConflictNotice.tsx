import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import styles from './ConflictNotice.module.css'

export interface ConflictNoticeProps {
  /** Who saved it: a colleague, or the same person elsewhere. */
  by: 'colleague' | 'self'
  /** Name of each field that was saved meanwhile, and what stands in it now. */
  changes: readonly { readonly label: string; readonly now: ReactNode }[]
  onSeeTheirs: () => void
  onKeepMine: () => void
}

/** The same thing was saved elsewhere while it was being edited here: what was changed there, and what shall count. */
export const ConflictNotice = ({ by, changes, onSeeTheirs, onKeepMine }: ConflictNoticeProps) => {
  const { t } = useTranslation('common')
  return (
    <ErrorBanner title={t(`form.conflict.${by}`)}>
      <p>{t('form.conflict.text')}</p>
      <dl className={styles.changes}>
        {changes.map(({ label, now }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{now === '' ? t('form.conflict.empty') : now}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onSeeTheirs}>
          {t('form.conflict.seeTheirs')}
        </Button>
        <Button variant="light" onClick={onKeepMine}>
          {t('form.conflict.keepMine')}
        </Button>
      </div>
    </ErrorBanner>
  )
}
