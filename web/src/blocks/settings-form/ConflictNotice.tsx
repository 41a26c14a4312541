import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import classes from './ConflictNotice.module.css'

export interface ConflictNoticeProps {
  /** Who saved it: a colleague, or the same person elsewhere. */
  by: 'colleague' | 'self'
  /** Name of each field that was saved meanwhile, and what stands in it now. */
  changes: readonly { readonly label: string; readonly now: ReactNode }[]
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** The same thing was saved elsewhere while it was being edited here: what was changed there, and what shall count. */
export const ConflictNotice = ({ by, changes, onTakeTheirs, onKeepMine }: ConflictNoticeProps) => {
  const { t } = useTranslation('settings')
  return (
    <ErrorBanner title={t(`conflict.${by}`)}>
      <p>{t('conflict.text')}</p>
      <dl className={classes.changes}>
        {changes.map(({ label, now }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{now === '' ? t('conflict.empty') : now}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onTakeTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button variant="light" onClick={onKeepMine}>
          {t('conflict.mine')}
        </Button>
      </div>
    </ErrorBanner>
  )
}
