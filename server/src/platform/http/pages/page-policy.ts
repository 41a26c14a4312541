/** What the page that carries the web app is told before its first request. Everybody can read it. */
export interface PageSettings {
  readonly language?: string
  readonly firebase?: HostedIdentityPage | null
  /** Accounts count once the link in a mail was opened. */
  readonly activationByMail?: boolean
  /** Who runs the installation, as privacy policy and terms name them. */
  readonly operator?: Readonly<Record<'name' | 'address' | 'taxId' | 'email', string | null>>
  readonly analyticsId?: string | null
  readonly socialPixelId?: string | null
  readonly chatWidgetUrl?: string | null
  /** Origin of a file store that browsers send parts of files to. */
  readonly uploadsTo?: string | null
  /** Whether contact messages reach somebody by mail. */
  readonly contact?: boolean
}

export interface HostedIdentityPage {
  readonly projectId: string
  readonly apiKey: string
  readonly authDomain: string
  /** `host:port`; in development only. */
  readonly emulatorHost?: string
}

type Directive = 'script-src' | 'connect-src' | 'img-src' | 'frame-src'
type Openings = Readonly<Partial<Record<Directive, readonly string[]>>>

/** Sources of our own and none of third parties; `nonce` stands for the one of an answer. */
const own: readonly (readonly [directive: string, ...sources: string[]])[] = [
  ['default-src', "'none'"],
  ['script-src', "'self'", 'nonce'],
  ['style-src', "'self'", 'nonce'],
  ['img-src', "'self'", 'blob:', 'data:'],
  ['font-src', "'self'"],
  ['connect-src', "'self'"],
  ['manifest-src', "'self'"],
  ['worker-src', "'self'"],
  ['form-action', "'self'"],
  ['base-uri', "'none'"],
  ['frame-ancestors', "'none'"],
  ['object-src', "'none'"],
]

/** Signing in at Firebase opens a window and asks its two services; the window's frame needs Google's loader. */
const firebaseOpenings = ({ authDomain }: HostedIdentityPage): Openings => ({
  'script-src': ['https://apis.google.com'],
  'connect-src': ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  'frame-src': [`https://${authDomain}`],
})

const emulatorOpenings = (host: string): Openings => ({
  'connect-src': [`http://${host}`],
  'frame-src': [`http://${host}`],
})

/** https://developers.google.com/tag-platform/security/guides/csp#google_analytics_4_google_analytics */
const analyticsOpenings: Openings = {
  'script-src': ['https://www.googletagmanager.com'],
  'connect-src': [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://www.googletagmanager.com',
  ],
  'img-src': [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://www.googletagmanager.com',
  ],
}

/** The pixel is asked for as an image; no script of its own runs here. */
const pixelOpenings: Openings = { 'img-src': ['https://www.facebook.com'] }

const chatOpenings = (url: string): Openings => {
  const { origin, host } = new URL(url)
  return {
    'script-src': [origin],
    'connect-src': [origin, `wss://${host}`],
    'img-src': [origin],
    'frame-src': [origin],
  }
}

/**
 * No text becomes markup or code but through the one policy of the web app, which makes no element (decision 0020).
 * Scripts of third parties write as they like, so a page that runs any does without.
 */
const trustedTypes = [
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', 'default'],
]

/** What the configured third parties need, one row each. */
const openingsOf = ({
  firebase,
  analyticsId,
  socialPixelId,
  chatWidgetUrl,
  uploadsTo,
}: PageSettings): Openings[] => [
  ...(firebase ? [firebaseOpenings(firebase)] : []),
  ...(firebase?.emulatorHost ? [emulatorOpenings(firebase.emulatorHost)] : []),
  ...(analyticsId ? [analyticsOpenings] : []),
  ...(socialPixelId ? [pixelOpenings] : []),
  ...(chatWidgetUrl ? [chatOpenings(chatWidgetUrl)] : []),
  ...(uploadsTo ? [{ 'connect-src': [uploadsTo] }] : []),
]

export interface PagePolicy {
  contentSecurityPolicy(nonce: string): string
  readonly openerPolicy: 'same-origin' | 'same-origin-allow-popups'
}

/** How strictly the page is kept to itself: entirely, but for what the configuration names. */
export const pagePolicyOf = (settings: PageSettings): PagePolicy => {
  const openings = openingsOf(settings)
  const opened = (directive: string): string[] => [
    ...new Set(openings.flatMap((one) => one[directive as Directive] ?? [])),
  ]
  const frames = opened('frame-src')
  const directives = [
    ...own.map(([name, ...sources]) => [name, ...sources, ...opened(name)]),
    ...(frames.length > 0 ? [['frame-src', ...frames]] : []),
    ...(opened('script-src').length > 0 ? [] : trustedTypes),
  ]
  const text = directives.map((one) => one.join(' ')).join('; ')
  return {
    contentSecurityPolicy: (nonce) => text.replaceAll(/ nonce\b/g, ` 'nonce-${nonce}'`),
    // The window in which somebody signs in there has to tell us how that went.
    openerPolicy: settings.firebase ? 'same-origin-allow-popups' : 'same-origin',
  }
}

/** Policy of pages that need nobody else. */
export const strictPolicy: PagePolicy = pagePolicyOf({})
