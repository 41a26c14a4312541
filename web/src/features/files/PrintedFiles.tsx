import { useQuery } from '@tanstack/react-query'
import type { RecordFile, RecordRow } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { sizeText } from '../../i18n/size-text.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { useBlobUrl } from '../../ui/use-blob-url.ts'
import { fileBytesQuery, useFilesOf } from './files.queries.ts'
import styles from './PrintedFiles.module.css'

const labels = { image: '', pdf: 'PDF', dicom: 'DICOM' } as const

const PrintedPicture = ({ file }: { file: RecordFile }) => {
  const { t } = useTranslation('files')
  const { data, isError } = useQuery(fileBytesQuery(file.id, 'screen'))
  const url = useBlobUrl(data)
  if (isError) return <p>{t('gallery.notLoaded')}</p>
  return url ? <img src={url} alt={file.fileName} className={styles.picture} /> : null
}

const PrintedFile = ({ file }: { file: RecordFile }) => {
  const dates = useDates()
  const facts = [labels[file.kind], sizeText(file.size, dates.language), dates.instantDay(file.createdAt)]
  return (
    <figure className={styles.file}>
      {file.kind === 'image' && file.state === 'ready' && <PrintedPicture file={file} />}
      <figcaption className={hintClass}>
        <strong>{file.fileName}</strong> {facts.filter(Boolean).join(' · ')}
      </figcaption>
    </figure>
  )
}

export interface PrintedFilesProps {
  record: RecordRow
  /** Files of the record. */
  files: readonly RecordFile[]
}

/** The files of a record on paper: pictures as pictures, the others by name, kind and size. */
export const PrintedFiles = ({ record, files }: PrintedFilesProps) => {
  const { t } = useTranslation('files')
  const kept = useFilesOf(record, files).filter(({ state }) => state !== 'refused')
  if (kept.length === 0) return null
  return (
    <section aria-label={t('gallery.title')} className={styles.files}>
      {kept.map((file) => (
        <PrintedFile key={file.id} file={file} />
      ))}
    </section>
  )
}
