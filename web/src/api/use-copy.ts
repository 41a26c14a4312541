import { useState } from 'react'
import { reportError } from './practice/app-errors.ts'

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
    } catch (cause) {
      // The browser speaks English, and without a secure context it knows no clipboard.
      reportError(new Error('not_copied', { cause }))
    }
  }
  return { copy, isCopied }
}
