import { Modal, type ModalProps } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { useMediaQuery } from '@mantine/hooks'
import styles from './WideDialog.module.css'

export interface WideDialogProps extends Pick<ModalProps, 'onClose' | 'title' | 'size' | 'children'> {
  /** What the cross says to screen readers. */
  closeLabel: string
}

const classNames = {
  title: styles.title ?? '',
  content: styles.content ?? '',
  header: styles.header ?? '',
}

/** A dialog with more in it than a question: over the page where there is room, in its place on a phone. */
export const WideDialog = ({ closeLabel, ...modal }: WideDialogProps) => {
  const isPhone = useMediaQuery('(max-width: 44.99em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      {...modal}
      opened
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': closeLabel }}
      classNames={classNames}
    />
  )
}
