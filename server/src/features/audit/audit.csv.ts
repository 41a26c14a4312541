import { csvFile } from '../../platform/files/csv-file.ts'
import type { TrailRecord } from './audit.repository.ts'

const columns = [
  'at',
  'action',
  'userId',
  'userName',
  'practiceKeyId',
  'practiceKeyName',
  'patientId',
  'patientName',
  'subjectType',
  'subjectId',
  'ip',
  'detail',
  'key',
] as const satisfies readonly (keyof TrailRecord)[]

/** Rows of the trail as CSV. */
export const trailAsCsv = (rows: readonly TrailRecord[]): Promise<Buffer> => csvFile(columns, rows)
