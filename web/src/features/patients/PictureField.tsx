import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Picture, pictureTypes } from '../../blocks/picture/read-picture.ts'
import { usePictureChoice } from '../../blocks/picture/use-picture-choice.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { FileInput } from '../../ui/fields/FileInput.tsx'
import { CameraIcon } from '../../ui/icons/other-icons.tsx'
import styles from './PatientForm.module.css'

export interface PictureFieldProps {
  picture: Picture | null
  error: string | undefined
  onChange: (picture: Picture) => void
  onReading: (isReading: boolean) => void
}

/** Chooses the profile picture and shows it before it is saved. */
export const PictureField = ({ picture, error, onChange, onReading }: PictureFieldProps) => {
  const { t } = useTranslation('patient')
  const id = useId()
  const { choose, isWrong } = usePictureChoice({ onTaken: onChange, onReading })
  const problem = isWrong ? t('form.pictureWrong') : error
  return (
    <div className={styles.picture}>
      {picture ? <img src={picture.data} alt="" width={56} height={56} /> : <CameraIcon size={24} />}
      <div>
        <p className={styles.name}>{t('form.picture')}</p>
        <div className={styles.choose}>
          <FileInput
            id={id}
            name="picture"
            accept={pictureTypes.join(',')}
            aria-describedby={`${id}-hint`}
            aria-invalid={problem !== undefined}
            onChoose={([file]) => void choose(file)}
          >
            {t('form.choosePicture')}
          </FileInput>
        </div>
        <p
          id={`${id}-hint`}
          className={problem ? styles.wrong : hintClass}
          role={problem ? 'alert' : undefined}
        >
          {problem ?? t('form.pictureHint')}
        </p>
      </div>
    </div>
  )
}
