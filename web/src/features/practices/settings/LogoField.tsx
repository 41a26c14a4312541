import { Button } from '@mantine/core'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Picture, pictureTypes, readPicture } from '../../../blocks/picture/read-picture.ts'
import { classNames } from '../../../ui/class-names.ts'
import { CameraIcon } from '../../../ui/icons/CameraIcon.tsx'
import { CloseIcon } from '../../../ui/icons/CloseIcon.tsx'
import classes from './LogoField.module.css'

export interface LogoFieldProps {
  /** Address of the stored logo; null when there is none. */
  stored: string | null
  /** Undefined: as stored. Null: to be removed. */
  value: Picture | null | undefined
  error: string | undefined
  onChange: (value: Picture | null | undefined) => void
}

/** The logo: chosen from a file or dropped here, shown before it is saved. */
export const LogoField = ({ stored, value, error, onChange }: LogoFieldProps) => {
  const { t } = useTranslation('settings')
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const shown = value === undefined ? stored : (value?.data ?? null)

  const choose = async (file: File | undefined): Promise<void> => {
    // Nothing chosen changes nothing (specification §5).
    if (!file) return
    const picture = await readPicture(file)
    setWrong(picture === null)
    if (picture) onChange(picture)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }
  const remove = (): void => {
    setWrong(false)
    onChange(stored === null ? undefined : null)
  }
  const problem = isWrong ? t('practice.logo.wrong') : error
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div
      role="group"
      aria-labelledby={`${id}-name`}
      className={classNames(classes.logo, isOver && classes.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={classes.preview}>
        {shown === null ? <CameraIcon size={24} /> : <img src={shown} alt={t('practice.logo.alt')} />}
      </span>
      <div className={classes.words}>
        <p id={`${id}-name`} className={classes.name}>
          {t('practice.logo.label')}
        </p>
        <div className={classes.buttons}>
          <input
            id={id}
            className={classes.file}
            type="file"
            accept={pictureTypes.join(',')}
            aria-describedby={`${id}-hint`}
            aria-invalid={problem !== undefined}
            onChange={(event) => {
              void choose(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
          <label htmlFor={id} className={classes.choose}>
            {t(shown === null ? 'practice.logo.choose' : 'practice.logo.change')}
          </label>
          {shown !== null && (
            <Button variant="subtle" color="gray" leftSection={<CloseIcon size={16} />} onClick={remove}>
              {t('practice.logo.remove')}
            </Button>
          )}
        </div>
        <p
          id={`${id}-hint`}
          className={problem === undefined ? classes.hint : classes.wrong}
          role={problem === undefined ? undefined : 'alert'}
        >
          {problem ?? t('practice.logo.hint')}
        </p>
      </div>
    </div>
  )
}
