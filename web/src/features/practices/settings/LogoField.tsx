import { Button } from '@mantine/core'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Picture, pictureTypes } from '../../../blocks/picture/read-picture.ts'
import { usePictureChoice } from '../../../blocks/picture/use-picture-choice.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { Hint } from '../../../ui/base/Hint.tsx'
import { Problem } from '../../../ui/base/Problem.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { FileInput } from '../../../ui/fields/FileInput.tsx'
import { CloseIcon } from '../../../ui/icons/base-icons.tsx'
import { CameraIcon } from '../../../ui/icons/other-icons.tsx'
import styles from './LogoField.module.css'

export interface LogoFieldProps {
  /** Address of the stored logo, or the picture that was chosen; null when there is none. */
  value: Picture | string | null
  error: string | undefined
  onChange: (value: Picture | null) => void
  onReading: (isReading: boolean) => void
}

/** The logo: chosen from a file or dropped here, shown before it is saved. */
export const LogoField = ({ value, error, onChange, onReading }: LogoFieldProps) => {
  const { t } = useTranslation('settings')
  const id = useId()
  const [isOver, setOver] = useState(false)
  const { choose, isWrong, forget } = usePictureChoice({ onTaken: onChange, onReading })
  const shown = typeof value === 'string' ? value : (value?.data ?? null)

  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }
  const remove = (): void => {
    forget()
    onChange(null)
  }
  const problem = isWrong ? t('practice.logo.wrong') : error
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div
      role="group"
      aria-labelledby={`${id}-name`}
      className={classNames(styles.logo, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={styles.preview}>
        {shown === null ? <CameraIcon size={24} /> : <img src={shown} alt={t('practice.logo.alt')} />}
      </span>
      <div className={styles.words}>
        <p id={`${id}-name`} className={styles.name}>
          {t('practice.logo.label')}
        </p>
        <Row className={styles.buttons}>
          <FileInput
            id={id}
            name="picture"
            accept={pictureTypes.join(',')}
            aria-describedby={`${id}-hint`}
            aria-invalid={problem !== undefined}
            onChoose={([file]) => void choose(file)}
          >
            {t(shown === null ? 'practice.logo.choose' : 'practice.logo.change')}
          </FileInput>
          {shown !== null && (
            <Button variant="subtle" color="gray" leftSection={<CloseIcon size={16} />} onClick={remove}>
              {t('practice.logo.remove')}
            </Button>
          )}
        </Row>
        {problem === undefined ? (
          <Hint id={`${id}-hint`}>{t('practice.logo.hint')}</Hint>
        ) : (
          <Problem id={`${id}-hint`}>{problem}</Problem>
        )}
      </div>
    </div>
  )
}
