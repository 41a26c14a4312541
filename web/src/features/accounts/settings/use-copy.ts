import { useState } from 'react'
import { reportError } from '../../../api/app-errors.ts'

export interface Copying {
  readonly copy: (text: string) => Promise<void>
  /** The last text arrived in the clipboard. */
  readonly isCopied: boolean
}

/** Puts a text into the clipboard. */
export const useCopy = (): Copying => {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch (error) {
      reportError(error)
    }
  }
  return { copy, isCopied }
}
