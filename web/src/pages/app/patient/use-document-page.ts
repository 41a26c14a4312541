import { useNavigate } from '@tanstack/react-router'
import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordRow } from '@ulna/contract/records/records'
import { currentLanguage } from '../../../i18n/i18n.ts'

/** Opens the page on which a device that was handed over shows a record, in the language the patient reads. */
export const useDocumentPage = (record: RecordRow, patient: Patient): (() => void) => {
  const navigate = useNavigate()
  return () =>
    void navigate({
      to: '/app/patient/$patientId/sign/$recordId',
      params: { patientId: String(record.ownerId), recordId: String(record.id) },
      search: { language: patient.language ?? currentLanguage() },
      replace: true,
    })
}
