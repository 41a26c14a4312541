import type { BodyMark } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { markText, placeText } from '@ulna/contract/record-class/body-chart/record-class.body-chart.rules'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../ui/icons/base-icons.tsx'
import styles from './MarkList.module.css'

export interface MarkListProps {
  marks: readonly BodyMark[]
  selected: number | null
  onSelect: (index: number) => void
  onRemove: (index: number) => void
}

/** Every mark in words: what the drawing says, for those who do not see it and for reading over. */
export const MarkList = ({ marks, selected, onSelect, onRemove }: MarkListProps) => {
  const { t } = useTranslation('bodyChart')
  const words = (key: string, values?: Readonly<Record<string, string | number>>) => t(key, { ...values })
  return (
    <ul className={styles.marks} aria-label={t('marks')}>
      {marks.map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of one region have no other name
        <li key={index}>
          <button
            type="button"
            className={styles.mark}
            aria-pressed={index === selected}
            onClick={() => onSelect(index)}
          >
            {markText(mark, words)}
          </button>
          <IconButton
            label={t('mark.removeNamed', { place: placeText(mark, words) })}
            onClick={() => onRemove(index)}
          >
            <CloseIcon />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
