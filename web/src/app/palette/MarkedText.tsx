import styles from './MarkedText.module.css'
import { findFolded } from './palette-entries.ts'

/** A text with the part that was searched underlined. */
export const MarkedText = ({ text, query }: { text: string; query: string }) => {
  const place = findFolded(text, query)
  if (!place) return text
  const letters = [...text]
  return (
    <>
      {letters.slice(0, place.start).join('')}
      <mark className={styles.mark}>{letters.slice(place.start, place.end).join('')}</mark>
      {letters.slice(place.end).join('')}
    </>
  )
}
