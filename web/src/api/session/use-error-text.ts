import type { WireError } from '@ulna/contract/errors'
import { useTranslation } from 'react-i18next'
import { errorGroups } from '../../i18n/text-groups.ts'
import { ApiError } from '../http/api-error.ts'
import { reactionTo } from './report-error.ts'

export interface ErrorTexts {
  /** One sentence for any error; empty for those that say nothing. */
  readonly textOf: (error: unknown) => string
  /** Texts of the fields an answer complains about, by dotted path. */
  readonly fieldTextsOf: (error: unknown) => Readonly<Record<string, string>>
  /** The text of one entry: of its reason when it names one. */
  readonly entryText: (entry: WireError) => string
}

/** Words for errors, from their groups as far as the page has them. Text that is no key there is shown as it is. */
export const useErrorText = (): ErrorTexts => {
  const { t } = useTranslation('error')
  const text = (key: string, params: Record<string, unknown> = {}): string =>
    t(key, { ...params, ns: errorGroups, nsSeparator: false, defaultValue: key })
  const entryText = (entry: WireError): string =>
    text(String(entry.params?.reason ?? entry.message), entry.params)
  return {
    entryText,
    textOf: (error) => {
      const reaction = reactionTo(error)
      if (reaction.kind === 'message') return text(reaction.message.key, reaction.message.params)
      return error instanceof ApiError ? text(error.key) : ''
    },
    fieldTextsOf: (error) => {
      if (!(error instanceof ApiError)) return {}
      return Object.fromEntries(error.fieldErrors.map((entry) => [entry.field ?? '', entryText(entry)]))
    },
  }
}
