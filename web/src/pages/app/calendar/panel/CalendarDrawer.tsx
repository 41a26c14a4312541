import { Drawer } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { useTranslation } from 'react-i18next'
import styles from './CalendarDrawer.module.css'
import { CalendarPanel, type CalendarPanelProps } from './CalendarPanel.tsx'

/** The side panel where there is no room beside the grid. */
export const CalendarDrawer = ({ onClose, ...panel }: CalendarPanelProps & { onClose: () => void }) => {
  const { t } = useTranslation('calendar')
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('sidePanel')}
      size={368}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: styles.drawer ?? '', header: styles.drawer ?? '', title: styles.title ?? '' }}
    >
      <CalendarPanel {...panel} />
    </Drawer>
  )
}
