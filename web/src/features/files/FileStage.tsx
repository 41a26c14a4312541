import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FileVariant } from '@ulna/contract/files/files'
import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordFile } from '@ulna/contract/records/records'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { PictureViewer } from '../../blocks/file-viewer/PictureViewer.tsx'
import { StageLoading, StageMessage } from '../../blocks/file-viewer/StageMessage.tsx'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { useBlobUrl } from '../../ui/use-blob-url.ts'
import { fileBytesQuery } from './files.queries.ts'
import { PersonNotice } from './PersonNotice.tsx'

const PdfViewer = lazyPart(() => import('../../blocks/file-viewer/pdf/PdfViewer.tsx'), 'PdfViewer')
const DicomViewer = lazyPart(() => import('../../blocks/file-viewer/dicom/DicomViewer.tsx'), 'DicomViewer')

export interface FileStageProps {
  file: RecordFile
  patient: Pick<Patient, 'firstName' | 'lastName' | 'birthDate'>
  onDownload: () => void
}

interface LoadedProps extends FileStageProps {
  blob: Blob
}

const LoadedPicture = ({ file, blob, onDownload }: LoadedProps) => {
  const { t } = useTranslation('files')
  const [isClose, setClose] = useState(false)
  // What has more pixels takes the place of the first; where it cannot be loaded, that one stays.
  const whole = useQuery({ ...fileBytesQuery(file.id, 'original'), enabled: isClose })
  const first = useBlobUrl(blob)
  const second = useBlobUrl(whole.data)
  const url = second ?? first
  const [isBroken, setBroken] = useState(false)
  if (isBroken)
    return (
      <StageMessage>
        <p>{t('viewer.unreadable')}</p>
        <Button variant="default" onClick={onDownload}>
          {t('viewer.download')}
        </Button>
      </StageMessage>
    )
  const size = { width: file.width ?? 1, height: file.height ?? 1 }
  return url ? (
    <PictureViewer
      url={url}
      name={file.fileName}
      size={size}
      onCloser={() => setClose(true)}
      onBroken={() => setBroken(true)}
    />
  ) : null
}

const LoadedDicom = ({ file, patient, blob }: LoadedProps) => {
  const content = file.dicom?.content
  const isSaid = content !== undefined && content !== 'picture' && content !== 'other'
  return (
    <>
      <PersonNotice dicom={file.dicom} patient={patient} />
      <DicomViewer blob={blob} name={file.fileName} content={isSaid ? content : undefined} />
    </>
  )
}

const Loaded = (props: LoadedProps) => {
  const { file, blob } = props
  if (file.kind === 'image') return <LoadedPicture {...props} />
  if (file.kind === 'dicom') return <LoadedDicom {...props} />
  return <PdfViewer blob={blob} name={file.fileName} />
}

/** The bytes that are shown: a picture as large as a screen, and what a DICOM file was unpacked to where it was. */
const shownVariant = ({ kind, dicom }: RecordFile): FileVariant =>
  kind === 'image' || dicom?.isUnpacked ? 'screen' : 'original'

/** Fetches a file and shows it by what it is. */
export const FileStage = (props: FileStageProps) => {
  const { file } = props
  const { t } = useTranslation('files')
  const { textOf } = useErrorText()
  const bytes = useQuery(fileBytesQuery(file.id, shownVariant(file)))
  const loading = <StageLoading name={file.fileName} />
  if (bytes.isError)
    return (
      <StageMessage>
        <p role="alert">
          {t('viewer.failed')} {textOf(bytes.error)}
        </p>
        <Button variant="default" onClick={() => void bytes.refetch()}>
          {t('viewer.retry')}
        </Button>
      </StageMessage>
    )
  if (!bytes.data) return loading
  return (
    <Suspense fallback={loading}>
      <Loaded {...props} blob={bytes.data} />
    </Suspense>
  )
}
