import { type ReactNode, useContext } from 'react'
import { Sheet } from '../ui/base/Sheet.tsx'
import styles from './StatePage.module.css'
import { ShellContext } from './shell-context.ts'

/** A page that is nothing but a state; inside the shell the shell's main holds it. */
export const StatePage = ({ children }: { children: ReactNode }) => {
  const Frame = useContext(ShellContext) ? 'div' : 'main'
  return (
    <Frame className={styles.page}>
      <Sheet className={styles.sheet}>{children}</Sheet>
    </Frame>
  )
}
