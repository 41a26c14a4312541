import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './Sheet.module.css'

export interface SheetProps extends Omit<ComponentPropsWithoutRef<'section'>, 'title'> {
  title?: ReactNode
  /** Small figure in words' company, right of the title. */
  count?: number | undefined
  /** Link or button at the right of the head. */
  action?: ReactNode
  /** What the sheet is about, in a sentence below its title. */
  lead?: ReactNode
}

/** A white sheet on the linen; a section named by its title. */
export const Sheet = ({ title, count, action, lead, className, children, ...section }: SheetProps) => {
  const titleId = useId()
  const hasHead = title !== undefined || action !== undefined
  return (
    <section
      {...section}
      className={classNames(styles.sheet, className)}
      {...(title === undefined ? {} : { 'aria-labelledby': titleId })}
    >
      {hasHead && (
        <div className={styles.head}>
          {title !== undefined && <h2 id={titleId}>{title}</h2>}
          {count !== undefined && <span className={styles.count}>{count}</span>}
          {action}
        </div>
      )}
      {lead !== undefined && <div className={styles.lead}>{lead}</div>}
      {children}
    </section>
  )
}

/** The looks of a sheet, for an element that is no `section`. */
export const sheetClass = styles.sheet ?? ''

/** The looks of a row that leads somewhere as a whole, and of its link, which fills it. */
export const leadingRow = { row: styles.leading ?? '', link: styles.rowLink ?? '' }

/** Rows of a sheet, divided by hairlines. */
export const SheetList = ({ className, ...list }: ComponentPropsWithoutRef<'ul'>) => (
  <ul {...list} className={classNames(styles.list, className)} />
)
