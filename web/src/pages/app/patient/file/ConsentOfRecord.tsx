import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordRow } from '@ulna/contract/records/records'
import { signatureCan } from '@ulna/contract/signatures/signatures.policy'
import { RecordConsent } from '../../../../features/patient-consents/RecordConsent.tsx'
import { type RightsContext, situationOf } from '../../../../features/records/record-rights.ts'
import { useHandOver } from '../../../../features/signatures/signatures.queries.ts'
import { useDocumentPage } from '../use-document-page.ts'

export interface ConsentOfRecordProps {
  record: RecordRow
  patient: Patient
  context: RightsContext
}

/** An open consent: what it is worth, and the way to its signature. */
export const ConsentOfRecord = ({ record, patient, context }: ConsentOfRecordProps) => {
  const handOver = useHandOver(record)
  const openDocument = useDocumentPage(record, patient)
  return (
    <RecordConsent
      record={record}
      mayHandOver={signatureCan.sign(situationOf(record, context))}
      isHandingOver={handOver.isPending}
      onHandOver={() => handOver.mutate(undefined, { onSuccess: openDocument })}
    />
  )
}
