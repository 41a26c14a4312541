import { Button } from '@mantine/core'
import type { RecordRow } from '@ulna/contract/records/records'
import type { Decision } from '@ulna/contract/records/records.policy'
import { useTranslation } from 'react-i18next'
import { FileGallery } from '../../../../features/files/FileGallery.tsx'
import { TemporaryNotice } from '../../../../features/files/TemporaryNotice.tsx'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import { UploadIcon } from '../../../../ui/icons/other-icons.tsx'
import { photosOf } from '../list/patient-photos.ts'

export interface RecordFilesProps {
  patientFile: PatientFile
  record: RecordRow
  words: RecordWords
  /** Whether this person may change the record. */
  right: Decision
  onContinue: (record: RecordRow) => void
  onClose: () => void
}

/** The files of the open record, and the way on for a document that is not complete. */
export const RecordFiles = ({ patientFile, record, words, right, onContinue, onClose }: RecordFilesProps) => {
  const { t } = useTranslation(['files', 'error'])
  const isAllowed = right === 'allowed'
  const isTemporary = record.subtype === 'temporal' && record.voidedAt === null
  return (
    <>
      {isTemporary && (
        <TemporaryNotice
          record={record}
          onComplete={isAllowed ? () => onContinue(record) : undefined}
          onDiscarded={onClose}
        />
      )}
      <FileGallery
        record={record}
        patient={patientFile.patient}
        files={patientFile.files.filter(({ recordId }) => recordId === record.id)}
        photos={photosOf(patientFile, words)}
        reason={isAllowed ? undefined : t(`error:${right}`)}
      />
      {isAllowed && !isTemporary && (
        <div>
          <Button
            variant="subtle"
            px={12}
            h="auto"
            mih={44}
            // On a phone its words take two lines.
            styles={{ label: { whiteSpace: 'normal', textAlign: 'left' } }}
            leftSection={<UploadIcon />}
            onClick={() => onContinue(record)}
          >
            {t('gallery.add')}
          </Button>
        </div>
      )}
    </>
  )
}
