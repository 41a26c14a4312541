import { Drawer } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/Paper.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../PatientFile.module.css'

/** History and cases where they have no column of their own. */
export const TreeDrawer = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const { t } = useTranslation(['patient', 'record'])
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('record:tree.label')}
      closeButtonProps={{ 'aria-label': t('form.cancel') }}
      size={320}
      classNames={{ content: styles.drawer ?? '', header: styles.drawer ?? '' }}
    >
      {children}
    </Drawer>
  )
}
