import { foldText } from '@ulna/contract/fold-text'

/** What somebody wrote into a list of a form, such as the allergies of a history. */
export type Statement =
  /** Asked and left blank. */
  | { readonly kind: 'blank' }
  /** Asked and denied, in these words. */
  | { readonly kind: 'denied'; readonly words: string }
  | { readonly kind: 'said'; readonly lines: readonly string[] }

/**
 * Whole answers that deny, in the three languages. Only an answer that is nothing else denies: what is not in this list is
 * told as it was written, and silence never denies.
 */
const denials: ReadonlySet<string> = new Set([
  ...['no', 'ninguna', 'ninguno', 'nada', 'niega', 'no refiere', 'no tiene', 'no presenta', 'no toma'],
  ...['ninguna conocida', 'ninguno conocido', 'no conocidas', 'no conocidos', 'no se conocen'],
  ...['sin alergias', 'sin alergias conocidas', 'no alergias', 'niega alergias', 'ninguna alergia'],
  ...['sin medicacion', 'no toma medicacion', 'ninguna medicacion', 'sin cirugias', 'ninguna cirugia'],
  ...['none', 'none known', 'nil', 'nil known', 'denies', 'denied', 'no allergies', 'no known allergies'],
  ...['denies allergies', 'nka', 'no medication', 'no medications', 'no surgery', 'no surgeries'],
  ...['nessuna', 'nessuno', 'niente', 'nega', 'nessuna nota', 'nessuno noto', 'non riferite'],
  ...['nessuna allergia', 'nessuna allergia nota', 'nega allergie', 'nessun farmaco', 'nessun intervento'],
])

/** Strokes that somebody leaves instead of an answer: whether they asked cannot be told. */
const isStroke = (text: string): boolean => /^[\s\p{P}\p{S}]*$/u.test(text) || /^n\s*\/\s*a$/i.test(text)

const isDenial = (text: string): boolean =>
  denials.has(
    foldText(text)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )

/** Reads the text of a list, one entry a line. */
export const readStatement = (value: unknown): Statement => {
  if (typeof value !== 'string') return { kind: 'blank' }
  const lines = value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => !isStroke(line))
  const entries = lines.filter((line) => !isDenial(line))
  if (entries.length > 0) return { kind: 'said', lines: entries }
  return lines.length > 0 ? { kind: 'denied', words: lines.join('\n') } : { kind: 'blank' }
}
