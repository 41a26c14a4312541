import type { WireError } from '@ulna/contract/errors'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../http/api-error.ts'
import { errorWords } from './error-words.ts'
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
  const entryText = (entry: WireError): string =>
    errorWords(t, String(entry.params?.reason ?? entry.message), entry.params)
  return {
    entryText,
    textOf: (error) => {
      const reaction = reactionTo(error)
      if (reaction.kind === 'message') return errorWords(t, reaction.message.key, reaction.message.params)
      return error instanceof ApiError ? errorWords(t, error.key) : ''
    },
    fieldTextsOf: (error) => {
      if (!(error instanceof ApiError)) return {}
      return Object.fromEntries(error.fieldErrors.map((entry) => [entry.field ?? '', entryText(entry)]))
    },
  }
}
