import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Pager.module.css'

export interface PagerProps {
  /** The page, counted from 0. */
  page: number
  /** How many rows there are in all, and on a page. */
  total: number
  perPage: number
  /** Says which rows are shown where all of them are. */
  saysAll?: boolean
  previousLabel: string
  nextLabel: string
  /** Says which rows are shown, counted from 1. */
  range: (rows: { from: number; to: number; total: number }) => ReactNode
  onPage: (page: number) => void
}

/** Under a list that does not fit one page: back, what is shown, on. */
export const Pager = (props: PagerProps) => {
  const { page, total, perPage, saysAll = false, range, onPage } = props
  const offset = page * perPage
  const end = offset + perPage
  const isWhole = total <= perPage
  if (isWhole && !saysAll) return null
  const button = (label: string, to: number, disabled: boolean) =>
    !isWhole && (
      <Button variant="default" disabled={disabled} onClick={() => onPage(to)}>
        {label}
      </Button>
    )
  return (
    <div className={styles.pager}>
      {button(props.previousLabel, page - 1, page === 0)}
      <span role="status">{range({ from: offset + 1, to: Math.min(total, end), total })}</span>
      {button(props.nextLabel, page + 1, end >= total)}
    </div>
  )
}
