import { useQuery } from '@tanstack/react-query'
import type { RecordFile } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { AlertIcon } from '../../ui/icons/base-icons.tsx'
import { DocumentIcon } from '../../ui/icons/shared-icons.tsx'
import { useBlobUrl } from '../../ui/use-blob-url.ts'
import styles from './FileGallery.module.css'
import { fileBytesQuery } from './files.queries.ts'

const labels = { image: '', pdf: 'PDF', dicom: 'DICOM' } as const

const Picture = ({ file }: { file: RecordFile }) => {
  const { t } = useTranslation('files')
  const { data, isError } = useQuery(fileBytesQuery(file.id, 'thumb'))
  const url = useBlobUrl(data)
  if (isError) return <span className={styles.plain}>{t('gallery.notLoaded')}</span>
  // The name stands below.
  return url ? <img src={url} alt="" className={styles.picture} /> : <span className={styles.plain} />
}

/** What a file looks like, small; files without a picture show what they are. */
export const Thumbnail = ({ file }: { file: RecordFile }) => {
  const { t } = useTranslation('files')
  if (file.state === 'refused')
    return (
      <span className={styles.plain} data-tone="warn">
        <AlertIcon size={24} />
        {t('gallery.refused')}
      </span>
    )
  if (file.state === 'processing') return <span className={styles.plain}>{t('gallery.processing')}</span>
  // A DICOM file has a size where its pictures could be opened.
  if (file.width !== null) return <Picture file={file} />
  return (
    <span className={styles.plain}>
      <DocumentIcon size={24} />
      {labels[file.kind]}
    </span>
  )
}
