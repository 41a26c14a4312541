import { type ReactNode, useId } from 'react'
import styles from './FileInput.module.css'

export interface FileInputProps {
  children: ReactNode
  /** Types and extensions the chooser offers. */
  accept: string
  multiple?: boolean
  /** Opens the camera of a phone at once. */
  camera?: boolean
  onChoose: (files: File[]) => void
}

/** Chooses files. The browser's own button would speak the browser's language. */
export const FileInput = ({ children, accept, multiple, camera, onChoose }: FileInputProps) => {
  const id = useId()
  return (
    <span className={styles.frame} data-camera={camera || undefined}>
      <input
        id={id}
        className={styles.input}
        type="file"
        accept={accept}
        multiple={multiple}
        {...(camera ? { capture: 'environment' } : {})}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])]
          // The same file may be chosen again after it was taken away.
          event.currentTarget.value = ''
          if (chosen.length > 0) onChoose(chosen)
        }}
      />
      <label htmlFor={id} className={styles.choose}>
        {children}
      </label>
    </span>
  )
}
