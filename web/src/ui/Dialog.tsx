import { Modal, type ModalProps } from '@mantine/core'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import { useEffect } from 'react'
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

/** Milliseconds in which a dialog that closes gives the keyboard back to what opened it. */
const returnMs = 60

/** Where the keyboard goes on when what opened a dialog is gone, or was an address: at the head of the page. */
const useLastingFocus = (opened: boolean): void => {
  useEffect(() => {
    if (!opened) return undefined
    return () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true })
      }, returnMs)
    }
  }, [opened])
}

/** A dialog over the page, named by its title; the focus stays in it and returns where it came from. */
export const Dialog = ({ opened = true, closeLabel, ...modal }: DialogProps) => {
  useLastingFocus(opened)
  return (
    <Modal
      {...modal}
      opened={opened}
      closeButtonProps={{ 'aria-label': closeLabel }}
      classNames={dialogClasses}
    />
  )
}
