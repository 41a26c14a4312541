import { configuredThirdParties } from '../../features/consent/third-parties.ts'
import type { PageSettings } from '../../i18n/page-settings.ts'

/** What a part of a legal text depends on: how this installation is configured. */
export type Condition =
  | 'operatorNamed'
  | 'operatorUnnamed'
  | 'operatorAddress'
  | 'operatorTaxId'
  | 'operatorEmail'
  | 'noOperatorEmail'
  | 'thirdParties'
  | 'noThirdParties'
  | 'analytics'
  | 'socialPixel'
  | 'chat'
  | 'hostedIdentity'
  | 'abroad'

interface Conditional {
  readonly when?: Condition
}

export interface Paragraph extends Conditional {
  readonly text: string
  /** `notice` stands out; after `consent` comes the button that changes the choice. */
  readonly kind?: 'notice' | 'consent'
}

export interface ListBlock extends Conditional {
  readonly list: readonly Paragraph[]
}

interface TableRow extends Conditional {
  readonly cells: readonly string[]
}

export interface TableBlock extends Conditional {
  readonly table: { readonly head: readonly string[]; readonly rows: readonly TableRow[] }
}

export type Block = Paragraph | ListBlock | TableBlock

export interface LegalPart {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

/** Since when the texts hold, `YYYY-MM-DD`; changes with them. */
export const legalVersion = '2026-11-21'

/** Which parts of the texts hold for this installation. */
export const conditionsOf = (settings: PageSettings): ReadonlySet<Condition> => {
  const { operator } = settings
  const third = configuredThirdParties(settings)
  const hasGoogleOrMeta =
    third.includes('analytics') || third.includes('socialPixel') || Boolean(settings.firebase)
  const holds: readonly [Condition, boolean][] = [
    ['operatorNamed', Boolean(operator?.name)],
    ['operatorUnnamed', !operator?.name],
    ['operatorAddress', Boolean(operator?.address)],
    ['operatorTaxId', Boolean(operator?.taxId)],
    ['operatorEmail', Boolean(operator?.email)],
    ['noOperatorEmail', !operator?.email],
    ['thirdParties', third.length > 0],
    ['noThirdParties', third.length === 0],
    ['analytics', third.includes('analytics')],
    ['socialPixel', third.includes('socialPixel')],
    ['chat', third.includes('chat')],
    ['hostedIdentity', Boolean(settings.firebase)],
    ['abroad', hasGoogleOrMeta],
  ]
  return new Set(holds.flatMap(([condition, isTrue]) => (isTrue ? [condition] : [])))
}

/** What the texts name: `{{operatorName}}` and so on. */
export const valuesOf = ({ operator, chatWidgetUrl }: PageSettings, origin: string) => ({
  site: new URL(origin).host,
  contactUrl: `${origin}/#contact`,
  operatorName: operator?.name ?? '',
  operatorAddress: operator?.address ?? '',
  operatorTaxId: operator?.taxId ?? '',
  operatorEmail: operator?.email ?? '',
  chatHost: chatWidgetUrl ? new URL(chatWidgetUrl).host : '',
})

/** Leaves only what holds. */
export const holding = <Part extends Conditional>(
  parts: readonly Part[],
  conditions: ReadonlySet<Condition>,
): Part[] => parts.filter(({ when }) => when === undefined || conditions.has(when))

export interface TextPiece {
  readonly text: string
  readonly href: string | null
}

const addresses = /(https?:\/\/[^\s,;.]+(?:\.+[^\s,;.]+)*|[^\s<>(),;:]+@[^\s<>(),;:]+\.[^\s<>(),;:.]+)/

const hrefOf = (text: string): string => (text.includes('@') ? `mailto:${text}` : text)

/** A sentence cut at its web and mail addresses, which become links. */
export const piecesOf = (sentence: string): TextPiece[] =>
  sentence
    .split(addresses)
    .map((text, index) => ({ text, href: index % 2 === 1 ? hrefOf(text) : null }))
    .filter(({ text }) => text !== '')
