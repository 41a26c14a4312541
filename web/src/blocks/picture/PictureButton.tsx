import styles from './PictureButton.module.css'
import { pictureTypes } from './read-picture.ts'

export interface PictureButtonProps {
  id: string
  label: string
  /** Id of the words about it. */
  describedBy: string
  invalid: boolean
  onChoose: (file: File | undefined) => void
}

/** Chooses a picture from a file. The browser's own button would speak the browser's language. */
export const PictureButton = ({ id, label, describedBy, invalid, onChoose }: PictureButtonProps) => (
  <>
    <input
      id={id}
      className={styles.file}
      type="file"
      name="picture"
      accept={pictureTypes.join(',')}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      onChange={(event) => {
        onChoose(event.currentTarget.files?.[0])
        // The same file may be chosen again after it was taken away.
        event.currentTarget.value = ''
      }}
    />
    <label htmlFor={id} className={styles.choose}>
      {label}
    </label>
  </>
)
