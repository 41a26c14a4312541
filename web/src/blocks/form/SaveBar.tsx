import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './SaveBar.module.css'

export interface SaveBarProps {
  isDirty: boolean
  pending: boolean
  onDiscard: () => void
}

/** The end of a form: whether anything is unsaved, in words; the way back, and the one button that saves. */
export const SaveBar = ({ isDirty, pending, onDiscard }: SaveBarProps) => {
  const { t } = useTranslation('settings')
  return (
    <div className={styles.bar} data-dirty={isDirty || undefined}>
      <span role="status" className={styles.state}>
        {t(isDirty ? 'navigation.unsaved' : 'navigation.saved')}
      </span>
      {isDirty && (
        <Button variant="default" onClick={onDiscard} disabled={pending}>
          {t('navigation.discard')}
        </Button>
      )}
      <Button type="submit" loading={pending} disabled={!isDirty}>
        {t('navigation.save')}
      </Button>
    </div>
  )
}
