import { foldText } from '@ulna/contract/fold-text'
import {
  fieldsOfKind,
  type ImportField,
  type ImportKind,
  importKinds,
  joinedFields,
} from '@ulna/contract/imports/imports.fields'
import fieldWords from './field-words.json' with { type: 'json' }
import itemWords from './item-words.json' with { type: 'json' }
import cliniko from './presets/cliniko.json' with { type: 'json' }
import nookal from './presets/nookal.json' with { type: 'json' }
import openemr from './presets/openemr.json' with { type: 'json' }
import openemrAppointments from './presets/openemr-appointments.json' with { type: 'json' }
import openemrNotes from './presets/openemr-notes.json' with { type: 'json' }

/** How another product names its columns: what a file needs to be taken for one of its own, and what is what. */
interface Preset {
  readonly name: string
  readonly kind: string
  readonly needs: readonly string[]
  readonly fields: Readonly<Record<string, string>>
}

const presets: readonly Preset[] = [nookal, cliniko, openemr, openemrAppointments, openemrNotes]

const isFieldOf = (kind: ImportKind, name: string | undefined): name is ImportField =>
  fieldsOfKind[kind].some((field) => field === name)

/** The name of a column as it is compared: without case, accents and signs. */
const plain = (header: string): string =>
  foldText(header)
    .replaceAll(/[.:*#()[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

type Words = Readonly<Record<string, readonly string[]>>

const allWords: Words = fieldWords

/** Words of files of a kind; those that say whose a row is are the same in all. */
const wordsOfKind = (kind: ImportKind): Words => {
  if (kind === 'patients') return allWords
  const { externalId: _, note: __, ...people } = allWords
  return { ...people, ...itemWords.who, ...itemWords.kinds[kind] }
}

const fieldOfWord = new Map(
  importKinds.map((kind) => [
    kind,
    new Map<string, ImportField>(
      Object.entries(wordsOfKind(kind)).flatMap(([field, words]) =>
        isFieldOf(kind, field) ? words.map((word) => [word, field] as const) : [],
      ),
    ),
  ]),
)

/** Each field once, the first column that may be it; but for those that are put together. */
export const eachOnce = (fields: readonly (ImportField | null)[]): (ImportField | null)[] => {
  const taken = new Set<ImportField>()
  return fields.map((field) => {
    if (field === null || taken.has(field)) return null
    if (!joinedFields.includes(field)) taken.add(field)
    return field
  })
}

export interface Suggestion {
  readonly fields: readonly (ImportField | null)[]
  readonly preset: string | null
}

/** What the columns of a file are, by their names: those of a product that is known, else words in three languages. */
export const suggestFields = (kind: ImportKind, headers: readonly string[]): Suggestion => {
  const names = headers.map(plain)
  const preset = presets.find((one) => one.kind === kind && one.needs.every((name) => names.includes(name)))
  const byPreset = (name: string): ImportField | null => {
    const field = preset?.fields[name]
    return isFieldOf(kind, field) ? field : null
  }
  const fields = names.map((name) => (preset ? byPreset(name) : (fieldOfWord.get(kind)?.get(name) ?? null)))
  return { fields: eachOnce(fields), preset: preset?.name ?? null }
}
