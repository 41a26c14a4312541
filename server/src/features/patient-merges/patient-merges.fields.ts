import type { FieldChoices, MergedField } from '@ulna/contract/patient-merges/patient-merges'
import { invalidField } from '../../platform/app-error.ts'
import { givenColumns } from '../../platform/database/given-columns.ts'
import type { MergedColumn, MergedColumns } from '../patients/patients.merge.service.ts'
import type { ContactChange } from './patient-merges.repository.ts'

const columnOf: Readonly<Record<MergedField, MergedColumn>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  birthDate: 'birth_date',
  socialId: 'social_id',
  phone: 'phone',
  mobile: 'mobile',
  email: 'email',
  address: 'address',
  language: 'language',
  mailReminders: 'mail_reminders',
  profileImgData: 'profile_image_key',
  note: 'note',
  clinicSummary: 'clinic_summary',
}

/** Texts of both, one below the other; what both say is said once. */
const joinedText = (kept: unknown, other: unknown): string | null =>
  [...new Set([kept, other].filter((text) => typeof text === 'string' && text !== ''))].join('\n\n') || null

/** What the file that stays says after both are one, as far as it says something else than now. */
export const chosenColumns = (
  choices: FieldChoices,
  kept: MergedColumns,
  other: MergedColumns,
  mostLetters: number,
): Partial<MergedColumns> => {
  const chosen = Object.entries(columnOf).map(([field, column]): [MergedColumn, unknown] => {
    const choice = choices[field as MergedField] ?? 'kept'
    if (choice !== 'both') return [column, { kept, other }[choice][column]]
    const both = joinedText(kept[column], other[column])
    if (both !== null && both.length > mostLetters)
      throw invalidField(`fields.${field}`, 'field_too_long', { max: mostLetters })
    return [column, both]
  })
  const changed = chosen.filter(([column, value]) => value !== kept[column])
  return Object.fromEntries(changed) as Partial<MergedColumns>
}

/** What a merge changed: what each column was, and what it became. */
export const contactChange = (kept: MergedColumns, columns: Partial<MergedColumns>): ContactChange =>
  Object.fromEntries(
    Object.entries(columns).map(([column, after]) => [
      column,
      { before: kept[column as MergedColumn] ?? null, after: after ?? null },
    ]),
  )

/** What a merge changed and nobody changed since, as it was before. */
export const formerColumns = (contact: ContactChange, now: MergedColumns): Partial<MergedColumns> =>
  givenColumns(
    Object.fromEntries(
      Object.entries(contact)
        .filter(([column, { after }]) => (now[column as MergedColumn] ?? null) === after)
        .map(([column, { before }]) => [column, before]),
    ),
  ) as Partial<MergedColumns>

/** The pictures that a merge put in place of another, and the ones it put there. */
export const picturesOf = ({ profile_image_key: picture }: ContactChange): readonly string[] =>
  [picture?.before, picture?.after].filter((key) => typeof key === 'string')
