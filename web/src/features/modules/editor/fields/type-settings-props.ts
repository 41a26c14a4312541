import type { RecordField } from '@ulna/contract/record-class/record-class'

export interface OnField {
  /** Changes with the same mark follow one another as one. */
  onChange: (change: (field: RecordField) => RecordField, mark?: string) => void
}

export interface TypeSettingsProps extends OnField {
  classId: string
  field: RecordField
}
