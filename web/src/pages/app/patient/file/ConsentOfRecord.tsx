import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordRow } from '@ulna/contract/records/records'
import { signatureCan } from '@ulna/contract/signatures/signatures.policy'
import { RecordConsent } from '../../../../features/patient-consents/RecordConsent.tsx'
import { type RightsContext, situationOf } from '../../../../features/records/record-rights.ts'
import { useSignWithPatient } from '../use-sign-with-patient.ts'

export interface ConsentOfRecordProps {
  record: RecordRow
  patient: Patient
  context: RightsContext
}

/** An open consent: what it is worth, and the way to its signature. */
export const ConsentOfRecord = ({ record, patient, context }: ConsentOfRecordProps) => {
  const { sign, isPending } = useSignWithPatient(patient)
  return (
    <RecordConsent
      record={record}
      mayHandOver={signatureCan.sign(situationOf(record, context))}
      isHandingOver={isPending}
      onHandOver={() => sign(record)}
    />
  )
}
