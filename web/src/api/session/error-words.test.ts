import { type ErrorKey, errorCatalogue, wireKey } from '@ulna/contract/errors'
import type { Language } from '@ulna/contract/record-class/record-class'
import { createInstance } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../locales/en/error.json'
import enImports from '../../../../locales/en/importErrors.json'
import es from '../../../../locales/es/error.json'
import esImports from '../../../../locales/es/importErrors.json'
import it_ from '../../../../locales/it/error.json'
import itImports from '../../../../locales/it/importErrors.json'
import { ApiError } from '../http/api-error.ts'
import { errorWords } from './error-words.ts'
import { reactionTo } from './report-error.ts'

const languages: readonly Language[] = ['es', 'en', 'it']
const texts = createInstance()

beforeAll(() =>
  texts.init({
    lng: 'es',
    fallbackLng: false,
    resources: {
      es: { error: es, importErrors: esImports },
      en: { error: en, importErrors: enImports },
      it: { error: it_, importErrors: itImports },
    },
    interpolation: { escapeValue: false },
  }),
)

/** What a person reads of an answer. */
const said = (language: Language, key: ErrorKey, params?: Record<string, string>): string => {
  const { status, code } = errorCatalogue[key]
  const reaction = reactionTo(
    new ApiError(status, [{ code, message: wireKey(key), ...(params && { params }) }]),
  )
  if (reaction.kind !== 'message') throw new Error(`${key} says nothing`)
  return errorWords(texts.getFixedT(language, 'error'), reaction.message.key, reaction.message.params)
}

const faults = (Object.keys(errorCatalogue) as ErrorKey[]).filter((key) => errorCatalogue[key].status >= 500)

describe('what a person reads of an error', () => {
  it.each(faults)(
    '%s of the server ends with the number that it is found by, once, in every language',
    (key) => {
      for (const language of languages) {
        const words = said(language, key, { reference: '7f3a9c21' })
        expect(words).toMatch(/\S\. \((error|errore) 7f3a9c21\)$/)
        expect(words.split('7f3a9c21')).toHaveLength(2)
        expect(words).toContain(said(language, key))
      }
    },
  )

  it('has no number where nothing failed on the server', () => {
    expect(said('en', 'not_found')).toBe('Not found. It may no longer exist.')
    expect(said('es', 'general_error')).not.toMatch(/[()]/)
  })

  it('is its own text where that is no key, whatever signs it has', () => {
    const t = texts.getFixedT('it', 'error')
    expect(errorWords(t, 'Quota exceeded: 5 of 5')).toBe('Quota exceeded: 5 of 5')
    expect(errorWords(t, 'Quota {{n}} exceeded', { reference: '7f3a9c21' })).toMatch(/\(errore 7f3a9c21\)$/)
  })
})
