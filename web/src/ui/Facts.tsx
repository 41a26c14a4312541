import { Fragment, type ReactNode } from 'react'
import styles from './Facts.module.css'

/** What is known of something: each fact beside its name, below it on a phone. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, fact: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, fact]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{fact}</dd>
      </Fragment>
    ))}
  </dl>
)
