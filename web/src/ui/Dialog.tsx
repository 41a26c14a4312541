import { Modal, type ModalProps } from '@mantine/core'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import styles from './Dialog.module.css'

export interface DialogProps
  extends Pick<
    ModalProps,
    'onClose' | 'title' | 'size' | 'fullScreen' | 'closeOnClickOutside' | 'closeOnEscape' | 'children'
  > {
  /** False keeps it mounted for its way out; open while it is mounted otherwise. */
  opened?: boolean
  /** What the cross says to screen readers. */
  closeLabel: string
}

/** The looks of every dialog. */
export const dialogClasses = {
  title: styles.title ?? '',
  content: styles.content ?? '',
  header: styles.header ?? '',
}

/** A dialog over the page, named by its title; the focus stays in it and returns where it came from. */
export const Dialog = ({ opened = true, closeLabel, ...modal }: DialogProps) => (
  <Modal
    {...modal}
    opened={opened}
    closeButtonProps={{ 'aria-label': closeLabel }}
    classNames={dialogClasses}
  />
)
