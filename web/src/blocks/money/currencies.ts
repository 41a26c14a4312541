/** Currencies of the countries this is made for come first; every other of ISO 4217 after them. */
const first = ['EUR', 'COP', 'MXN', 'USD', 'ARS', 'CLP', 'PEN', 'GBP', 'CHF']

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

export const currencyChoices = (language: string): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const others = Intl.supportedValuesOf('currency').filter((code) => !first.includes(code))
  return [...first, ...others].map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))
}
