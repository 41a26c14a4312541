import { useEffect, useRef, useState } from 'react'
import type { ListDay } from './agenda-list.ts'

/** Rows that are drawn at once; what lies below follows when somebody comes near. */
const rowsAtOnce = 120

/** The first days, whole, until so many rows are drawn. */
export const firstDays = <E>(days: readonly ListDay<E>[], rows: number): ListDay<E>[] => {
  const drawn: ListDay<E>[] = []
  let count = 0
  for (const day of days) {
    if (count >= rows) break
    drawn.push(day)
    count += day.entries.length
  }
  return drawn
}

/**
 * The days of the list that are drawn by now, and the mark below them that draws more when it comes into view. Starts again
 * when `subject` changes, not when an appointment of the same days does.
 */
export const useDrawnDays = <E>(days: readonly ListDay<E>[], subject: string) => {
  const end = useRef<HTMLLIElement>(null)
  const [rows, setRows] = useState(rowsAtOnce)
  const [listed, setListed] = useState(subject)
  if (listed !== subject) {
    setListed(subject)
    setRows(rowsAtOnce)
  }
  const drawn = firstDays(days, rows)
  const hasMore = drawn.length < days.length
  useEffect(() => {
    const mark = end.current
    if (!mark || !hasMore) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setRows((before) => before + rowsAtOnce)
      },
      { rootMargin: '800px' },
    )
    observer.observe(mark)
    return () => observer.disconnect()
  })
  return { drawn, end: hasMore ? end : undefined }
}
