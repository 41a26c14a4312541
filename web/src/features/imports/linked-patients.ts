import type { ImportBatch } from '@ulna/contract/imports/imports'

/** Patients of a file who are here already, by whose numbers what comes after is known to be theirs. */
export const linkedPatients = ({
  kind,
  columns,
  counts,
}: Pick<ImportBatch, 'kind' | 'columns' | 'counts'>): number =>
  kind === 'patients' && columns.some(({ field }) => field === 'externalId') ? (counts?.exists ?? 0) : 0
