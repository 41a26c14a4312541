import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { carriesFiles } from '../../../ui/base/carried-files.ts'
import { UploadIcon } from '../../../ui/icons/other-icons.tsx'
import styles from './FileIntake.module.css'
import { pastedName } from './file-check.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

/** Text that comes with a picture, out of a document, is what whoever types wants. */
const isMeantAsText = ({ clipboardData, target }: ClipboardEvent): boolean =>
  isTyping(target) && (clipboardData?.types.includes('text/plain') ?? false)

/** The pictures of a paste; they are all called `image.png`, so they get the name of the moment. */
const pastedFiles = (event: ClipboardEvent, name: string): File[] => {
  const files = [...(event.clipboardData?.files ?? [])]
  if (files.length === 0 || isMeantAsText(event)) return []
  return files.map((file, index) => {
    const isNameless = /^image\.\w+$/.test(file.name)
    const own = index === 0 ? name : `${name} ${index + 1}`
    return isNameless ? new File([file], pastedName(file, own), { type: file.type }) : file
  })
}

interface Intake {
  readonly onFiles: (files: File[]) => void
  readonly nameOfPaste: () => string
}

/** Hears what is dragged over the page and what is pasted into it. */
const useIntake = (intake: Intake): boolean => {
  const [isOver, setOver] = useState(false)
  const now = useRef(intake)
  now.current = intake
  useEffect(() => {
    const drag = (event: DragEvent): void => {
      if (carriesFiles(event.dataTransfer)) setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      setOver(false)
      if (carriesFiles(event.dataTransfer)) now.current.onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent): void => {
      const files = pastedFiles(event, now.current.nameOfPaste())
      if (files.length === 0) return
      event.preventDefault()
      now.current.onFiles(files)
    }
    const heard = { dragenter: drag, dragover: drag, dragleave: leave, drop } as const
    for (const [name, listen] of Object.entries(heard)) window.addEventListener(name as 'drop', listen)
    window.addEventListener('paste', paste)
    return () => {
      for (const [name, listen] of Object.entries(heard)) window.removeEventListener(name as 'drop', listen)
      window.removeEventListener('paste', paste)
    }
  }, [])
  return isOver
}

export interface FileIntakeProps {
  patientName: string
  onFiles: (files: File[]) => void
}

/** The whole page of a file takes what is dropped or pasted on it, and says into whose file it goes. */
export const FileIntake = ({ patientName, onFiles }: FileIntakeProps) => {
  const { t } = useTranslation('files')
  const dates = useDates()
  const nameOfPaste = (): string => {
    const time = dates.time(new Date()).replaceAll(':', '.')
    return t('add.pastedName', { moment: `${dates.today()} ${time}` })
  }
  const isOver = useIntake({ onFiles, nameOfPaste })
  if (!isOver) return null
  return (
    <div className={styles.overlay} role="status">
      <p className={styles.words}>
        <UploadIcon size={24} />
        {t('add.drop', { name: patientName })}
      </p>
    </div>
  )
}
