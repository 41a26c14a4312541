import { type ReactNode, useContext } from 'react'
import { Card } from '../ui/base/Card.tsx'
import styles from './StatePage.module.css'
import { ShellContext } from './shell-context.ts'

/** A page that is nothing but a state; inside the shell the shell's main holds it. */
export const StatePage = ({ children }: { children: ReactNode }) => {
  const Frame = useContext(ShellContext) ? 'div' : 'main'
  return (
    <Frame className={styles.page}>
      <Card className={styles.card}>{children}</Card>
    </Frame>
  )
}
