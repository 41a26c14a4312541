import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordRow } from '@ulna/contract/records/records'
import { signatureCan } from '@ulna/contract/signatures/signatures.policy'
import { type RightsContext, situationOf } from '../../../../features/records/record-rights.ts'
import { RecordSignatures } from '../../../../features/signatures/RecordSignatures.tsx'
import { useSignWithPatient } from '../use-sign-with-patient.ts'

export interface RecordSigningProps {
  record: RecordRow
  patient: Patient
  context: RightsContext
}

/** The signatures of the open record, and the way to another. */
export const RecordSigning = ({ record, patient, context }: RecordSigningProps) => {
  const situation = situationOf(record, context)
  const rights = { sign: signatureCan.sign(situation), withdraw: signatureCan.withdraw(situation) }
  const { sign, isPending } = useSignWithPatient(patient)
  return (
    <RecordSignatures
      record={record}
      rights={rights}
      isHandingOver={isPending}
      onHandOver={() => sign(record)}
    />
  )
}
