import { type ReactNode, useContext } from 'react'
import { Sheet } from '../ui/base/Sheet.tsx'
import classes from './StatePage.module.css'
import { ShellContext } from './shell-context.ts'

/** A page that is nothing but a state; inside the shell the shell's main holds it. */
export const StatePage = ({ children }: { children: ReactNode }) => {
  const Frame = useContext(ShellContext) ? 'div' : 'main'
  return (
    <Frame className={classes.page}>
      <Sheet className={classes.sheet}>{children}</Sheet>
    </Frame>
  )
}
