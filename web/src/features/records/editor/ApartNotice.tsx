import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { calloutClass } from '../../../ui/base/callout.ts'
import styles from './RecordEditor.module.css'

export interface ApartNoticeProps {
  onJoin: () => void
  onKeepMine: () => void
}

/** Another window writes to the same draft. */
export const ApartNotice = ({ onJoin, onKeepMine }: ApartNoticeProps) => {
  const { t } = useTranslation('record')
  return (
    <div className={calloutClass('warn', styles.banner)} role="alert">
      <p>{t('draft.elsewhere')}</p>
      <Button variant="subtle" onClick={onJoin}>
        {t('draft.takeOther')}
      </Button>
      <Button variant="subtle" onClick={onKeepMine}>
        {t('draft.keepMine')}
      </Button>
    </div>
  )
}
