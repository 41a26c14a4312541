import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Pager.module.css'

export interface PagerProps {
  /** From 0. */
  page: number
  /** How many rows there are in all, and on a page. */
  total: number
  perPage: number
  previousLabel: string
  nextLabel: string
  /** Says which rows are shown, counted from 1. */
  range: (rows: { from: number; to: number; total: number }) => ReactNode
  onPage: (page: number) => void
}

/** Under a list that does not fit one page: back, what is shown, on. */
export const Pager = ({ page, total, perPage, previousLabel, nextLabel, range, onPage }: PagerProps) => {
  const offset = page * perPage
  const end = offset + perPage
  if (total <= perPage) return null
  return (
    <div className={styles.pager}>
      <Button variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {previousLabel}
      </Button>
      <span role="status">{range({ from: offset + 1, to: Math.min(total, end), total })}</span>
      <Button variant="default" disabled={end >= total} onClick={() => onPage(page + 1)}>
        {nextLabel}
      </Button>
    </div>
  )
}
