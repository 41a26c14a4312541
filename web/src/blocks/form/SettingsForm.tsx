import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormFrame, type FormFrameProps, type FrameState } from './FormFrame.tsx'
import styles from './SettingsForm.module.css'

/** A form of the settings. Its bar says whether anything is unsaved, and has the way back and the one button that saves. */
export const SettingsForm = ({ children, ...form }: FormFrameProps & { frame: FrameState }) => {
  const { t } = useTranslation('settings')
  const { frame, isReading = false } = form
  const isDirty = frame.isDirty || isReading
  const pending = frame.pending || isReading
  return (
    <FormFrame {...form}>
      {children}
      <div className={styles.bar} data-dirty={isDirty || undefined}>
        <span role="status" className={styles.state}>
          {t(isDirty ? 'navigation.unsaved' : 'navigation.saved')}
        </span>
        {isDirty && (
          <Button variant="default" onClick={frame.onDiscard} disabled={pending}>
            {t('navigation.discard')}
          </Button>
        )}
        <Button type="submit" loading={pending} disabled={!isDirty}>
          {t('navigation.save')}
        </Button>
      </div>
    </FormFrame>
  )
}
