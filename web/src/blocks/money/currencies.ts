/** Currencies of the countries this is made for: they come before every other of ISO 4217. */
const common = ['EUR', 'COP', 'MXN', 'USD', 'ARS', 'CLP', 'PEN', 'GBP', 'CHF']

/** What ISO 4217 has besides money that somebody pays with: units of account, funds, metals and codes for tests. */
const notPaidWith = new Set(
  'BOV CHE CHW CLF COU MXV USN USS UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(
    ' ',
  ),
)

/** Where a practice that never sold a package starts: by its clock. */
const ofZones: Readonly<Record<string, string>> = {
  'America/Bogota': 'COP',
  'America/Mexico_City': 'MXN',
  'America/Argentina/Buenos_Aires': 'ARS',
  'America/Santiago': 'CLP',
  'America/Lima': 'PEN',
  'Europe/London': 'GBP',
  'Europe/Zurich': 'CHF',
}

export const currencyOfZone = (timeZone: string): string =>
  ofZones[timeZone] ?? (timeZone.startsWith('America/') ? 'USD' : 'EUR')

/**
 * What a price can be in: what the practice uses, then the common ones, then the others by their names. What is used
 * already is always among them.
 */
export const currencyChoices = (
  language: string,
  used: readonly string[],
): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const first = [...new Set([...used, ...common])]
  const choiceOf = (code: string) => ({ value: code, name: names.of(code) ?? code })
  const others = Intl.supportedValuesOf('currency')
    .filter((code) => !first.includes(code) && !notPaidWith.has(code))
    .map(choiceOf)
    .sort((one, other) => one.name.localeCompare(other.name, language))
  return [...first.map(choiceOf), ...others].map(({ value, name }) => ({
    value,
    label: `${value} · ${name}`,
  }))
}
