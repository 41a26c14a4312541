import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../ui/base/Hint.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import styles from './EarlierText.module.css'
import type { EarlierTexts } from './earlier-values.ts'

export interface EarlierTextProps extends EarlierTexts {
  /** Describes the field with it. */
  id: string
  /** Name of the field. */
  label: string
}

/** What two lines hold in the narrowest column. */
const shortText = 90

const isLong = (text: string): boolean => text.length > shortText || text.includes('\n')

/** What a field said last time, in two lines; opened, all of it and what it said the first time. */
export const EarlierText = ({ id, label, last, first }: EarlierTextProps) => {
  const { t } = useTranslation('record')
  const [isOpen, setOpen] = useState(false)
  const lines = [
    last !== undefined && t('form.lastTime', { text: last }),
    first !== undefined && t('form.firstTime', { text: first }),
  ].filter((line) => line !== false)
  const shown = isOpen ? lines : lines.slice(0, 1)
  const opens = lines.length > 1 || lines.some(isLong)
  const more = t(isOpen ? 'summary.less' : 'summary.more')
  return (
    <div className={styles.earlier}>
      <div id={id} className={styles.texts} data-open={isOpen || undefined}>
        {shown.map((line) => (
          <Hint key={line}>{line}</Hint>
        ))}
      </div>
      {opens && (
        <TextButton
          className={styles.more}
          aria-expanded={isOpen}
          aria-label={`${more}: ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {more}
        </TextButton>
      )}
    </div>
  )
}
