import { useQuery } from '@tanstack/react-query'
import { classText } from '@ulna/contract/record-class/record-class.fields'
import { ConsentNotice } from '../../../../features/patient-consents/ConsentNotice.tsx'
import { recordClassesQuery } from '../../../../features/records/records.queries.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { usePatientSearch } from '../list/use-patient-search.ts'

export interface NeededConsentProps {
  patientId: number
  /** The class of the consent that a form needs. */
  classId: string
}

/** The notice of a form that needs a consent, and the way to it. What is being typed is kept as a draft. */
export const NeededConsent = ({ patientId, classId }: NeededConsentProps) => {
  const { language } = useDates()
  const { go } = usePatientSearch()
  const classes = useQuery(recordClassesQuery)
  const consentClass = classes.data?.find((one) => one.classId === classId)
  if (!classes.data) return null
  return (
    <ConsentNotice
      patientId={patientId}
      classId={classId}
      name={consentClass && classText(consentClass, language, consentClass.name)}
      onBegin={() => go({ write: classId })}
      onOpen={(record) => go({ record })}
    />
  )
}
