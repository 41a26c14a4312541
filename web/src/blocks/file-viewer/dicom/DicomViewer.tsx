import type { RecordFile } from '@ulna/contract/records/records'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StageLoading, StageMessage } from '../StageMessage.tsx'
import { DicomImageView } from './DicomImageView.tsx'
import { readDicom } from './read-dicom.ts'

/** What a DICOM file may hold in place of a picture. */
export type DicomContent = Exclude<
  NonNullable<NonNullable<RecordFile['dicom']>['content']>,
  'picture' | 'other'
>

export interface DicomViewerProps {
  blob: Blob
  name: string
  /** What the server found in the file; undefined where that is pictures, or nothing that is known here. */
  content: DicomContent | undefined
}

const useBytes = (blob: Blob): Uint8Array | undefined => {
  const [bytes, setBytes] = useState<Uint8Array>()
  useEffect(() => {
    let isWanted = true
    void blob.arrayBuffer().then((buffer) => {
      if (isWanted) setBytes(new Uint8Array(buffer))
    })
    return () => {
      isWanted = false
    }
  }, [blob])
  return bytes
}

/** A DICOM picture, opened here in the browser; what it cannot open it says in words. */
export const DicomViewer = ({ blob, name, content }: DicomViewerProps) => {
  const { t } = useTranslation('files')
  const bytes = useBytes(blob)
  const image = useMemo(() => bytes && readDicom(bytes), [bytes])
  if (content) return <StageMessage role="status">{t(`dicom.content.${content}`)}</StageMessage>
  if (!image) return <StageLoading name={name} />
  if (!('fault' in image)) return <DicomImageView image={image} name={name} />
  return (
    <StageMessage role="alert">
      {image.fault === 'unsupported'
        ? t('dicom.unsupported', { syntax: image.syntax })
        : t(`dicom.${image.fault}`)}
    </StageMessage>
  )
}
