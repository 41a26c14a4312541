import type { ComponentPropsWithoutRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './Stage.module.css'

/** Words in the place of a picture. */
export const StageMessage = (message: ComponentPropsWithoutRef<'div'>) => (
  <div {...message} className={styles.message} />
)

/** Stands in the place of a picture that is on its way. */
export const StageLoading = ({ name }: { name: string }) => {
  const { t } = useTranslation('files')
  return (
    <StageMessage>
      <SkeletonRows rows={3} label={t('viewer.loading', { name })} />
    </StageMessage>
  )
}
