import { type ImportField, joinedFields } from '@ulna/contract/imports/imports.fields'

type Fields = readonly (ImportField | null)[]

/** What columns are once one of them is `field`: another that was it is nothing any more, but for what is put together. */
export const withField = (
  fields: Fields,
  column: number,
  field: ImportField | null,
): (ImportField | null)[] =>
  fields.map((former, index) => {
    if (index === column) return field
    const isTaken = field !== null && former === field && !joinedFields.includes(field)
    return isTaken ? null : former
  })
