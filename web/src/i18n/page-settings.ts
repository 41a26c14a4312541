import { type Language, languages } from '@ulna/contract/record-class'

/** What the server tells the page before its first request; it stands in a `<meta>` element, as JSON. */
interface PageSettings {
  readonly language?: string
}

const readPageSettings = (): PageSettings => {
  const content = document.querySelector('meta[name="ulna-settings"]')?.getAttribute('content') ?? ''
  // Vite's own development server leaves the marker in place.
  return content.startsWith('{') ? (JSON.parse(content) as PageSettings) : {}
}

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value)

/** The language before anybody has chosen: `DEFAULT_LANGUAGE` of the server, else Spanish (specification §9). */
export const defaultLanguage = (): Language => {
  const { language } = readPageSettings()
  return isLanguage(language) ? language : 'es'
}

/** The nonce of this page's content security policy, for styles made at run time. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
