import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordFile } from '@ulna/contract/records/records'
import { type RefCallback, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../i18n/lazy-part.ts'
import styles from './RecordThumbnails.module.css'
import { Thumbnail } from './Thumbnail.tsx'
import type { PhotoChoice } from './upload/photo-choice.ts'

const FileViewer = lazyPart(() => import('./FileViewer.tsx'), 'FileViewer')

/** Places of a row, on the narrowest phone too; where there are more files, the last one says how many. */
const places = 4

/** Whether something was in sight, or nearly; until then nothing of it is asked for. */
const useSeen = () => {
  const [isSeen, setSeen] = useState(false)
  const watch: RefCallback<Element> = useCallback((element) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setSeen(true)
        observer.disconnect()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { isSeen, watch }
}

export interface RecordThumbnailsProps {
  /** What the record is called. */
  title: string
  /** Files of one record, all of them ready. */
  files: readonly RecordFile[]
  patient: Pick<Patient, 'firstName' | 'lastName' | 'birthDate'>
  /** All photos of the patient, to compare with; asked for when one is looked at. */
  photos: () => readonly PhotoChoice[]
}

/** The files of a record as small pictures, each of which opens large. */
export const RecordThumbnails = ({ title, files, patient, photos }: RecordThumbnailsProps) => {
  const { t } = useTranslation('files')
  const { isSeen, watch } = useSeen()
  const [opened, setOpened] = useState<number>()
  const shown = files.slice(0, files.length > places ? places - 1 : places)
  const next = files[shown.length]
  return (
    <>
      <ul ref={watch} className={styles.row} aria-label={t('thumbnails.title', { title })}>
        {shown.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              className={styles.open}
              aria-label={t('thumbnails.view', { name: file.fileName })}
              onClick={() => setOpened(file.id)}
            >
              {isSeen && <Thumbnail file={file} />}
            </button>
          </li>
        ))}
        {next && (
          <li>
            <button
              type="button"
              className={styles.open}
              aria-label={t('thumbnails.more', { count: files.length - shown.length })}
              onClick={() => setOpened(next.id)}
            >
              <span aria-hidden="true">+{files.length - shown.length}</span>
            </button>
          </li>
        )}
      </ul>
      <Suspense>
        {opened !== undefined && (
          <FileViewer
            files={files}
            openId={opened}
            patient={patient}
            photos={photos()}
            onOpen={setOpened}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
