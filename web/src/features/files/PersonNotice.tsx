import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordFile } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { mismatches, readableName } from '../../blocks/file-viewer/person-match.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { AlertIcon } from '../../ui/icons/base-icons.tsx'
import styles from './FileViewer.module.css'

export interface PersonNoticeProps {
  dicom: RecordFile['dicom']
  patient: Pick<Patient, 'firstName' | 'lastName' | 'birthDate'>
}

/** `19850309` as a calendar day; what is none stays as it is. */
const dayOf = (written: string): string | undefined => {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(written.trim()) ?? []
  return year && month && day ? `${year}-${month}-${day}` : undefined
}

/** Whom a DICOM file names, and a warning when that is not the patient it lies with. */
export const PersonNotice = ({ dicom, patient }: PersonNoticeProps) => {
  const { t } = useTranslation('files')
  const dates = useDates()
  const named = { patientName: dicom?.patientName ?? null, birthDate: dicom?.birthDate ?? null }
  const found = mismatches(named, patient)
  const day = (written: string | null): string => {
    const known = dayOf(written ?? '')
    return known ? dates.day(known) : (written ?? '')
  }
  const name = readableName(named.patientName ?? '')
  const study = [dicom?.modality, dicom?.description, day(dicom?.studyDate ?? null)].filter(Boolean)
  if (found.length === 0)
    return (
      <div className={styles.person}>
        <p>
          {name === '' ? t('person.unnamed') : t('person.named', { name })}
          {study.length > 0 && ` · ${t('dicom.study', { study: study.join(', ') })}`}
        </p>
      </div>
    )
  return (
    <div className={styles.person} data-mismatch role="alert">
      <AlertIcon size={24} />
      <div>
        <strong>{t('person.warning')}</strong>
        {found.includes('name') && (
          <p>{t('person.name', { file: name, patient: `${patient.firstName} ${patient.lastName}` })}</p>
        )}
        {found.includes('birthDate') && (
          <p>{t('person.birthDate', { file: day(named.birthDate), patient: day(patient.birthDate) })}</p>
        )}
      </div>
    </div>
  )
}
