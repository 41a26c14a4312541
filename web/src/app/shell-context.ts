import { createContext } from 'react'

/** True inside the shell, which has a main landmark already. */
export const ShellContext = createContext(false)
