import { useMediaQuery } from '@mantine/hooks'
import { Dialog, type DialogProps } from './Dialog.tsx'

export type WideDialogProps = Pick<DialogProps, 'onClose' | 'title' | 'size' | 'closeLabel' | 'children'>

/** A dialog with more in it than a question: over the page where there is room, in its place on a phone. */
export const WideDialog = (dialog: WideDialogProps) => {
  const isPhone = useMediaQuery('(max-width: 44.99em)', false, { getInitialValueInEffect: false })
  return <Dialog {...dialog} fullScreen={isPhone} />
}
