import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'

/** Who runs this installation, as privacy policy and terms name them. */
export interface Operator {
  readonly name?: string | null
  readonly address?: string | null
  readonly taxId?: string | null
  readonly email?: string | null
}

/** What the server tells the page before its first request; it stands in a `<meta>` element, as JSON. */
export interface PageSettings {
  readonly language?: string
  readonly operator?: Operator | null
  /** Third parties (product-decisions.md §1); absent: nothing of theirs is ever asked for. */
  readonly analyticsId?: string | null
  readonly socialPixelId?: string | null
  readonly chatWidgetUrl?: string | null
  /** The hosted identity service; absent: off. */
  readonly firebase?: {
    readonly projectId: string
    readonly apiKey: string
    readonly authDomain: string
    readonly emulatorHost?: string | null
  } | null
  /** Accounts count once the link in a mail was opened. */
  readonly activationByMail?: boolean
}

const readPageSettings = (): PageSettings => {
  const content = document.querySelector('meta[name="ulna-settings"]')?.getAttribute('content') ?? ''
  // Vite's own development server leaves the marker in place.
  return content.startsWith('{') ? (JSON.parse(content) as PageSettings) : {}
}

let settings: PageSettings | undefined

/** The settings of this page; they do not change while it is open. */
export const pageSettings = (): PageSettings => {
  settings ??= readPageSettings()
  return settings
}

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value)

/** The language before anybody has chosen: `DEFAULT_LANGUAGE` of the server, else Spanish (specification §9). */
export const defaultLanguage = (): Language => {
  const { language } = pageSettings()
  return isLanguage(language) ? language : 'es'
}

/** The nonce of this page's content security policy, for styles and scripts made at run time. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
