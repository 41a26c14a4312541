import { useQuery } from '@tanstack/react-query'
import type { RecordFile } from '@ulna/contract/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { CompareView } from '../../blocks/file-viewer/compare/CompareView.tsx'
import { StageLoading, StageMessage } from '../../blocks/file-viewer/StageMessage.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useBlobUrl } from '../../ui/use-blob-url.ts'
import styles from './FileViewer.module.css'
import { fileBytesQuery } from './files.queries.ts'
import type { PhotoChoice } from './upload/photo-choice.ts'

const usePhoto = (file: RecordFile | undefined) => {
  const { data, error } = useQuery({
    ...fileBytesQuery(file?.id ?? 0, 'screen'),
    enabled: file !== undefined,
  })
  const url = useBlobUrl(data)
  const size = { width: file?.width ?? 1, height: file?.height ?? 1 }
  return { photo: file && url ? { url, name: file.fileName, size } : undefined, error }
}

export interface CompareStageProps {
  file: RecordFile
  /** All photos of the patient. */
  photos: readonly PhotoChoice[]
}

/** Chooses a second photo of the patient, of this record or another, and shows both. */
export const CompareStage = ({ file, photos }: CompareStageProps) => {
  const { t } = useTranslation('files')
  const { textOf } = useErrorText()
  const others = photos.filter((one) => one.file.id !== file.id)
  const [otherId, setOtherId] = useState<number>()
  const other = others.find((one) => one.file.id === otherId)?.file ?? others[0]?.file
  const first = usePhoto(file)
  const second = usePhoto(other)
  if (!other) return <StageMessage>{t('compare.none')}</StageMessage>
  const error = first.error ?? second.error
  return (
    <>
      <div className={styles.choice}>
        <SelectField
          label={t('compare.other')}
          value={String(other.id)}
          options={others.map((one) => ({
            value: String(one.file.id),
            label: t('compare.option', { day: one.day, title: one.title, name: one.file.fileName }),
          }))}
          onChange={(event) => setOtherId(Number(event.currentTarget.value))}
        />
      </div>
      {error && (
        <StageMessage role="alert">
          {t('viewer.failed')} {textOf(error)}
        </StageMessage>
      )}
      {!error && !(first.photo && second.photo) && <StageLoading name={other.fileName} />}
      {first.photo && second.photo && (
        <CompareView key={other.id} first={first.photo} second={second.photo} />
      )}
    </>
  )
}
