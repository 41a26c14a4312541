import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadIcon } from '../../../../ui/icons/other-icons.tsx'
import styles from './ImportDialog.module.css'

export interface ChooseFileProps {
  pending: boolean
  onChoose: (file: File) => void
}

/** Where a file is chosen, or dropped. */
export const ChooseFile = ({ pending, onChoose }: ChooseFileProps) => {
  const { t } = useTranslation('moduleEditor')
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [name, setName] = useState<string>()
  const take = (file: File | undefined) => {
    if (!file || pending) return
    setName(file.name)
    onChoose(file)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input in it does what dropping does
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <UploadIcon size={24} />
      <label htmlFor={id} className={styles.label}>
        {t('import.choose')}
      </label>
      <p>{t('import.about')}</p>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        className={styles.input}
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // The same file may be chosen again once it was mended.
          event.currentTarget.value = ''
        }}
      />
      <p role="status">{name && t(pending ? 'import.reading' : 'import.read', { name })}</p>
    </div>
  )
}
