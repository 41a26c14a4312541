import { patientSearchQuery } from '../../../api/patient-search.query.ts'
import {
  PatientPicker as AnyPicker,
  type PatientPickerProps as AnyPickerProps,
} from '../../../blocks/patient-picker/PatientPicker.tsx'

export interface PatientPickerProps extends Omit<AnyPickerProps, 'queryOf'> {
  practiceId: number
}

/** Whom an appointment is for. */
export const PatientPicker = ({ practiceId, ...picker }: PatientPickerProps) => (
  <AnyPicker {...picker} queryOf={(text) => patientSearchQuery(practiceId, text)} />
)
