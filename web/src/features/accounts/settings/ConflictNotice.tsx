import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './AccountSheets.module.css'

export interface ConflictNoticeProps {
  /** Shows what was saved elsewhere; what is typed here goes. */
  onTakeTheirs: () => void
  /** Goes on with what is typed here. */
  onKeepMine: () => void
}

/** The same account was changed elsewhere meanwhile. What is typed here is still here. */
export const ConflictNotice = ({ onTakeTheirs, onKeepMine }: ConflictNoticeProps) => {
  const { t } = useTranslation('settings')
  return (
    <div className={classes.notice} role="alert">
      <p>{t('account.conflict.text')}</p>
      <Button variant="default" onClick={onTakeTheirs}>
        {t('account.conflict.takeTheirs')}
      </Button>
      <Button variant="default" onClick={onKeepMine}>
        {t('account.conflict.keepMine')}
      </Button>
    </div>
  )
}
