import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { useId } from 'react'
import styles from './Card.module.css'
import { classNames } from './class-names.ts'

export interface CardProps extends Omit<ComponentPropsWithoutRef<'section'>, 'title'> {
  title?: ReactNode
  /** Small figure in words' company, right of the title. */
  count?: number | undefined
  /** Link or button at the right of the head. */
  action?: ReactNode
  /** What the card is about, in a sentence below its title. */
  lead?: ReactNode
}

/** A white card on the linen; a section named by its title. */
export const Card = ({ title, count, action, lead, className, children, ...section }: CardProps) => {
  const titleId = useId()
  const hasHead = title !== undefined || action !== undefined
  return (
    <section
      {...section}
      className={classNames(styles.card, className)}
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

/** Rows of a card, divided by hairlines. */
export const CardList = ({ className, ...list }: ComponentPropsWithoutRef<'ul'>) => (
  <ul {...list} className={classNames(styles.list, className)} />
)
