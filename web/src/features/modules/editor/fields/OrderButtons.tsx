import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { ChevronDownIcon } from '../../../../ui/icons/shared-icons.tsx'
import { focusLater, useEditor } from '../editor-context.ts'
import styles from '../ModuleEditor.module.css'

export interface OrderButtonsProps {
  /** What is moved, in words, and the id its buttons are known by. */
  name: string
  id: string
  index: number
  count: number
  onMove: (by: -1 | 1) => void
}

/** One place up, one place down; at the ends they stay in reach and do nothing. */
export const OrderButtons = ({ name, id, index, count, onMove }: OrderButtonsProps) => {
  const { t } = useTranslation('moduleEditor')
  const { say } = useEditor()
  const button = (by: -1 | 1) => {
    const way = by < 0 ? 'up' : 'down'
    const isEnd = by < 0 ? index === 0 : index === count - 1
    return (
      <IconButton
        label={t(`order.${way}`, { name })}
        id={`${id}-${way}`}
        aria-disabled={isEnd}
        onClick={() => {
          if (isEnd) return
          onMove(by)
          say(t('order.moved', { name, place: index + 1 + by, count }))
          focusLater(`${id}-${way}`)
        }}
      >
        <ChevronDownIcon className={by < 0 ? styles.turned : undefined} />
      </IconButton>
    )
  }
  return (
    <>
      {button(-1)}
      {button(1)}
    </>
  )
}
