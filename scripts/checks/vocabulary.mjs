import { languages } from './locale-files.mjs'

const languageNames = { Español: 'es', English: 'en', Italiano: 'it' }
const heading = '## Not said any more'

/** The rows of the glossary's last table: `{ language, unsaid, said }`. */
export const readUnsaid = (glossary) => {
  const [, section = ''] = glossary.split(heading)
  return section.split('\n').flatMap((line) => {
    const [, name, unsaid, said] = line.split('|').map((cell) => cell.trim())
    const language = languageNames[name]
    return language ? unsaid.split(', ').map((words) => ({ language, words, said })) : []
  })
}

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** As whole words; `en ningún caso` is no diagnosis. */
const finds = (words) => new RegExp(`(?<![\\p{L}-])(?<!(ningún|in) )${escaped(words)}(?![\\p{L}-])`, 'iu')

/** Written for readers of the law. */
const isLegal = (file) => ['privacyPolicy', 'termsConditions'].includes(file.label)

/** What people may type to find something, whatever it is called. */
const isSearchedBy = (file, key) => file.label === 'palette' && /\bwords$|^pageWords\./.test(key)

const entriesOf = (file, language) =>
  isLegal(file) ? [] : [...file[language]].filter(([key]) => !isSearchedBy(file, key))

/** Texts that say what is called otherwise by now. */
export const vocabularyFaults = (file, unsaid) =>
  unsaid.flatMap(({ language, words, said }) =>
    entriesOf(file, language)
      .filter(([, text]) => finds(words).test(String(text)))
      .map(([key]) => `${file.label}: ${key} says "${words}" in ${language}; the glossary says "${said}"`),
  )

const infinitive = /^\p{Lu}\p{Ll}*(are|ere|ire|arsi|ersi|irsi|arlo|arla|erlo|erla)(?!\p{L})/u
const isNoVerb = /^(Titolare|Cellulare|Anulare|Compare|Lettere)\b/
/** What a role may do is a list, not a button. */
const isList = (key) => key.startsWith('members.permissions.')

/** Italian texts that begin with an infinitive where others say what to do; a question may. */
export const verbFaults = (file) =>
  entriesOf(file, 'it')
    .filter(([key, text]) => infinitive.test(text) && !isNoVerb.test(text) && !isList(key))
    .filter(([, text]) => !text.endsWith('?'))
    .map(([key, text]) => `${file.label}: ${key} begins with an infinitive in it: "${text}"`)

/** Languages of the table that nobody writes in, and rows without another word: the table itself is wrong. */
export const unsaidFaults = (unsaid) =>
  languages
    .filter((language) => !unsaid.some((row) => row.language === language && row.said))
    .map((language) => `docs/glossary.md: nothing is named that is not said any more in ${language}`)
