/** Whom the head of a DICOM file names. */
export interface NamedPerson {
  /** The name as DICOM writes it: `GOMEZ^MARIANA`. */
  readonly patientName: string | null
  /** `YYYYMMDD` or `YYYY-MM-DD`. */
  readonly birthDate: string | null
}

export interface KnownPerson {
  readonly firstName: string
  readonly lastName: string
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null
}

export type Mismatch = 'name' | 'birthDate'

const particles = new Set(['de', 'del', 'la', 'las', 'los', 'di', 'da', 'do', 'dos', 'y', 'e', 'van', 'von'])

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !particles.has(word))

const isPartOf = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((word) => whole.has(word))

/** Names are written with and without second names, in any order: one must be part of the other, with both halves in it. */
const isSameName = (written: string, { firstName, lastName }: KnownPerson): boolean => {
  const said = new Set(wordsOf(written))
  const first = wordsOf(firstName)
  const last = wordsOf(lastName)
  const known = new Set([...first, ...last])
  const isPart = isPartOf(said, known) || isPartOf(known, said)
  return isPart && first.some((word) => said.has(word)) && last.some((word) => said.has(word))
}

/** `=` divides one name in several alphabets. */
const isNamed = (written: string, person: KnownPerson): boolean =>
  written.split('=').some((one) => isSameName(one, person))

const digits = (day: string): string => day.replaceAll(/\D/g, '')

/** What in the head of a file speaks against the patient it lies with; nothing said speaks neither for nor against. */
export const mismatches = (named: NamedPerson, person: KnownPerson): Mismatch[] => {
  const found: Mismatch[] = []
  const name = named.patientName?.trim() ?? ''
  if (wordsOf(name).length > 0 && !isNamed(name, person)) found.push('name')
  const birth = digits(named.birthDate ?? '')
  if (birth !== '' && person.birthDate !== null && birth !== digits(person.birthDate)) found.push('birthDate')
  return found
}

/** A DICOM name as people read it: `GOMEZ LARA^MARIANA` is "MARIANA GOMEZ LARA". */
export const readableName = (written: string): string => {
  const [family = '', given = '', middle = ''] = (written.split('=')[0] ?? '').split('^')
  return [given, middle, family]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
}
