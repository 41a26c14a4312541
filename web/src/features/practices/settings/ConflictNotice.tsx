import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import classes from './SettingsForm.module.css'

export interface ConflictNoticeProps {
  /** What somebody else saved meanwhile: name of the field and what stands in it now. */
  changes: readonly { readonly label: string; readonly text: string }[]
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody saved the practice while it was being edited here: what they changed, and what shall count. */
export const ConflictNotice = ({ changes, onTakeTheirs, onKeepMine }: ConflictNoticeProps) => {
  const { t } = useTranslation('settings')
  return (
    <ErrorBanner title={t('practice.conflict.title')}>
      <p>{t('practice.conflict.text')}</p>
      <dl className={classes.changes}>
        {changes.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onTakeTheirs}>
          {t('practice.conflict.theirs')}
        </Button>
        <Button variant="light" onClick={onKeepMine}>
          {t('practice.conflict.mine')}
        </Button>
      </div>
    </ErrorBanner>
  )
}
