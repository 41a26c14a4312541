import classes from './PictureButton.module.css'
import { type Picture, pictureTypes, readPicture } from './read-picture.ts'

export interface PictureButtonProps {
  id: string
  label: string
  /** Id of the words about it. */
  describedBy: string
  invalid: boolean
  /** What was chosen; null when it is no picture the server takes. */
  onChoose: (picture: Picture | null) => void
  /** A photo of a telephone takes a moment to be made small. */
  onReading?: (isReading: boolean) => void
}

/** Chooses a picture from a file. The browser's own button would speak the browser's language. */
export const PictureButton = ({
  id,
  label,
  describedBy,
  invalid,
  onChoose,
  onReading,
}: PictureButtonProps) => {
  const choose = async (file: File | undefined): Promise<void> => {
    // Nothing chosen changes nothing (specification §5).
    if (!file) return
    onReading?.(true)
    const picture = await readPicture(file)
    onReading?.(false)
    onChoose(picture)
  }
  return (
    <>
      <input
        id={id}
        className={classes.file}
        type="file"
        name="picture"
        accept={pictureTypes.join(',')}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0])
          // The same file may be chosen again after it was taken away.
          event.currentTarget.value = ''
        }}
      />
      <label htmlFor={id} className={classes.choose}>
        {label}
      </label>
    </>
  )
}
