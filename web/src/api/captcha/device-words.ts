/** What a user agent says of the device, in names that need no translation. */
export interface Device {
  readonly browser: string | null
  readonly system: string | null
}

type Sign = readonly [name: string, pattern: RegExp]

/** In this order: most browsers also claim to be the ones after them. */
const browsers: readonly Sign[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS)\//],
  ['Safari', /^(?=.*\bVersion\/[\d.]+ ).*Safari\//],
]

const systems: readonly Sign[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (signs: readonly Sign[], userAgent: string): string | null =>
  signs.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null

/** Browser and system of a user agent; null for what is not known. */
export const deviceOf = (userAgent: string | null): Device => ({
  browser: nameIn(browsers, userAgent ?? ''),
  system: nameIn(systems, userAgent ?? ''),
})
