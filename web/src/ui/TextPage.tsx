import type { ReactNode } from 'react'
import classes from './TextPage.module.css'

/** A page to read: narrow column, generous lines. */
export const TextPage = ({
  head,
  title,
  children,
}: {
  head: ReactNode
  title: string
  children: ReactNode
}) => (
  <div className={classes.page}>
    <header>{head}</header>
    <main className={classes.text}>
      <h1>{title}</h1>
      {children}
    </main>
  </div>
)
