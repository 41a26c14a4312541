import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import styles from './ConflictNotice.module.css'

/** What was saved meanwhile, and the words for it where those of all forms do not fit. */
export interface ConflictWords {
  /** Who saved it: a colleague, or the same person elsewhere. */
  by?: 'colleague' | 'self'
  /** Name of each field that was saved meanwhile, and what stands in it now. */
  changes?: readonly { readonly label: string; readonly now: ReactNode }[]
  title?: string
  /** What is saved now, in a sentence. */
  text?: string
  seeTheirs?: string
  keepMine?: string
  /** Instead of going on from what was saved. */
  onSeeTheirs?: () => void
}

export interface ConflictNoticeProps extends ConflictWords {
  onSeeTheirs: () => void
  onKeepMine: () => void
}

/** Says what was saved elsewhere while the same thing was being edited here, and asks which of the two is to stay. */
export const ConflictNotice = (props: ConflictNoticeProps) => {
  const { by = 'colleague', changes = [], onSeeTheirs, onKeepMine, ...words } = props
  const { t } = useTranslation('common')
  return (
    <ErrorBanner title={words.title ?? t(`form.conflict.${by}`)}>
      <p>{words.text ?? t('form.conflict.text')}</p>
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
          {words.seeTheirs ?? t('form.conflict.seeTheirs')}
        </Button>
        <Button variant="light" onClick={onKeepMine}>
          {words.keepMine ?? t('form.conflict.keepMine')}
        </Button>
      </div>
    </ErrorBanner>
  )
}
