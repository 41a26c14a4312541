import { type ComponentPropsWithoutRef, useId } from 'react'
import styles from './FileInput.module.css'

export interface FileInputProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'className' | 'capture' | 'onChange'> {
  /** Types and extensions the chooser offers. */
  accept: string
  /** Opens the camera of a phone at once. */
  camera?: boolean
  onChoose: (files: File[]) => void
}

/** Chooses files. The browser's own button would speak the browser's language. */
export const FileInput = ({ children, camera, onChoose, ...input }: FileInputProps) => {
  const ownId = useId()
  const { id = ownId } = input
  return (
    <span className={styles.frame} data-camera={camera || undefined}>
      <input
        {...input}
        id={id}
        className={styles.input}
        type="file"
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
