import { Button } from '@mantine/core'
import { fileLimits } from '@ulna/contract/files/files'
import type { RecordFile } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { sizeText } from '../../../i18n/size-text.ts'
import { Hint, hintClass } from '../../../ui/base/Hint.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { FileInput } from '../../../ui/fields/FileInput.tsx'
import { CameraIcon, UploadIcon } from '../../../ui/icons/other-icons.tsx'
import styles from './AddDocumentDialog.module.css'
import { acceptedFiles, acceptedPhotos } from './file-check.ts'
import { UploadList } from './UploadList.tsx'
import type { useDocumentUploads } from './use-document-uploads.ts'

export interface DocumentFilesProps {
  uploads: Pick<
    ReturnType<typeof useDocumentUploads>,
    'add' | 'entries' | 'refused' | 'dismiss' | 'cancel' | 'isStarting' | 'startError' | 'retryStart'
  >
  /** Those that are there already. */
  files: readonly RecordFile[]
}

/** The files of a document: where they are chosen, those on their way and those that are there. */
export const DocumentFiles = ({ uploads, files }: DocumentFilesProps) => {
  const { t } = useTranslation('files')
  const { textOf } = useErrorText()
  const { language } = useDates()
  const add = (chosen: File[]) => void uploads.add(chosen)
  return (
    <>
      <Row className={styles.place}>
        <FileInput accept={acceptedFiles} multiple onChoose={add}>
          <UploadIcon />
          {t('add.choose')}
        </FileInput>
        <FileInput accept={acceptedPhotos} camera onChoose={add}>
          <CameraIcon />
          {t('add.camera')}
        </FileInput>
        <Hint>{t('add.hint', { limit: sizeText(fileLimits.bytes, language) })}</Hint>
      </Row>
      {uploads.startError !== undefined && (
        <ErrorBanner
          title={t('add.notStarted')}
          action={
            <Button variant="default" loading={uploads.isStarting} onClick={uploads.retryStart}>
              {t('viewer.retry')}
            </Button>
          }
        >
          {textOf(uploads.startError)}
        </ErrorBanner>
      )}
      <UploadList
        entries={uploads.entries}
        refused={uploads.refused}
        onDismiss={uploads.dismiss}
        onCancel={(entry) => void uploads.cancel(entry)}
        onChooseAgain={add}
      />
      {files.length > 0 && (
        <ul className={styles.there} aria-label={t('add.files')}>
          {files.map((file) => (
            <li key={file.id}>
              {file.fileName} <span className={hintClass}>{sizeText(file.size, language)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
