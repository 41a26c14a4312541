import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Picture, pictureTypes, readPicture } from '../../blocks/picture/read-picture.ts'
import { CameraIcon } from '../../ui/icons/CameraIcon.tsx'
import styles from './PatientForm.module.css'

export interface PictureFieldProps {
  picture: Picture | null
  error: string | undefined
  onChange: (picture: Picture | null) => void
}

/** Chooses the profile picture and shows it before it is saved. */
export const PictureField = ({ picture, error, onChange }: PictureFieldProps) => {
  const { t } = useTranslation('patient')
  const id = useId()
  const [isWrong, setIsWrong] = useState(false)

  const choose = async (file: File | undefined) => {
    // Nothing chosen changes nothing (specification §5).
    if (!file) return
    const read = await readPicture(file)
    setIsWrong(read === null)
    if (read) onChange(read)
  }

  const problem = isWrong ? t('form.pictureWrong') : error
  return (
    <div className={styles.picture}>
      {picture ? <img src={picture.data} alt="" width={56} height={56} /> : <CameraIcon size={24} />}
      <div>
        <p className={styles.name}>{t('form.picture')}</p>
        <input
          id={id}
          className={styles.file}
          type="file"
          name="picture"
          accept={pictureTypes.join(',')}
          aria-describedby={`${id}-hint`}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
        <label htmlFor={id} className={styles.choose}>
          {t('form.choosePicture')}
        </label>
        <p
          id={`${id}-hint`}
          className={problem ? styles.wrong : styles.dim}
          role={problem ? 'alert' : undefined}
        >
          {problem ?? t('form.pictureHint')}
        </p>
      </div>
    </div>
  )
}
