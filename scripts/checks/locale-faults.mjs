import { languages } from './locale-files.mjs'

const pluralSuffix = /_(zero|one|two|few|many|other)$/

/** `found_one` belongs to the plural `found` when some language has `found_other` beside it. */
const pluralBases = (file) => {
  const keys = new Set(languages.flatMap((language) => [...file[language].keys()]))
  const bases = [...keys].filter((key) => key.endsWith('_one')).map((key) => key.slice(0, -'_one'.length))
  return new Set(bases.filter((base) => keys.has(`${base}_other`)))
}

/** The key that code asks for: without the ending of a plural form. */
export const baseOf = (key, bases) => {
  const base = key.replace(pluralSuffix, '')
  return bases.has(base) ? base : key
}

/** All keys of a file as code asks for them. */
export const askedKeys = (file) => {
  const bases = pluralBases(file)
  return new Set(languages.flatMap((language) => [...file[language].keys()].map((key) => baseOf(key, bases))))
}

const categoriesOf = (language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories

/** i18next shows `_zero` for none in every language; it is allowed, not required, and then in all three. */
const formsOf = (file, language, base) => {
  const hasZero = languages.some((one) => file[one].has(`${base}_zero`))
  return [...(hasZero ? ['zero'] : []), ...categoriesOf(language)].map((category) => `${base}_${category}`)
}

/** The keys a language must have: every plain key of any language, and its own forms of every plural. */
const wantedKeys = (file, language) => {
  const bases = pluralBases(file)
  const wanted = [...askedKeys(file)].flatMap((key) =>
    bases.has(key) ? formsOf(file, language, key) : [key],
  )
  return new Set(wanted)
}

const keyFaults = (file) =>
  languages.flatMap((language) => {
    const wanted = wantedKeys(file, language)
    const missing = [...wanted].filter((key) => !file[language].has(key))
    const surplus = [...file[language].keys()].filter((key) => !wanted.has(key))
    return [
      ...missing.map((key) => `${file.label}: ${key} is missing in ${language}`),
      ...surplus.map((key) => `${file.label}: ${key} is a plural form that ${language} does not have`),
    ]
  })

const placeholders = (text) =>
  [...new Set(text.match(/{{\s*[\w.]+/g) ?? [])].map((found) => found.replace(/{{\s*/, '')).sort()

/** Plural forms are compared together: "one" may say "a patient" where "other" counts. */
const placeholdersByKey = (file, language) => {
  const bases = pluralBases(file)
  const found = new Map()
  for (const [key, text] of file[language]) {
    const base = baseOf(key, bases)
    found.set(base, new Set([...(found.get(base) ?? []), ...placeholders(String(text))]))
  }
  return found
}

const placeholderFaults = (file) => {
  const [first, ...others] = languages.map((language) => [language, placeholdersByKey(file, language)])
  return others.flatMap(([language, found]) =>
    [...found].flatMap(([key, names]) => {
      const expected = [...(first[1].get(key) ?? names)].sort().join(', ')
      const actual = [...names].sort().join(', ')
      return expected === actual
        ? []
        : [`${file.label}: ${key} has {{${expected}}} in ${first[0]} and {{${actual}}} in ${language}`]
    }),
  )
}

const textFaults = (file) =>
  languages.flatMap((language) =>
    [...file[language]]
      .filter(([, text]) => typeof text !== 'string' || text.trim() === '')
      .map(([key]) => `${file.label}: ${key} is no text in ${language}`),
  )

/** Typewriter apostrophes in texts of ours: ’ is the sign of all three languages. Modules keep what was signed with them. */
export const apostropheFaults = (file) =>
  languages.flatMap((language) =>
    [...file[language]]
      .filter(([, text]) => /\p{L}'\p{L}/u.test(String(text)))
      .map(([key]) => `${file.label}: ${key} has a straight apostrophe in ${language}`),
  )

/** What is wrong between the three languages of one file. */
export const faultsOfFile = (file) => [
  ...file.faults,
  ...keyFaults(file),
  ...placeholderFaults(file),
  ...textFaults(file),
]

/** A call with `returnObjects` names a whole branch. */
const matches = ({ key, branch }, keys) => {
  if (key instanceof RegExp) return [...keys].some((one) => key.test(one))
  return keys.has(key) || (branch && [...keys].some((one) => one.startsWith(`${key}.`)))
}

const splitGroup = ({ key, group }) => {
  if (key instanceof RegExp) {
    const [, prefix, rest] = /^\^(\w+):(.*)$/.exec(key.source) ?? []
    return prefix ? { group: prefix, key: new RegExp(`^${rest}`) } : { group, key }
  }
  const colon = key.indexOf(':')
  return colon > 0 ? { group: key.slice(0, colon), key: key.slice(colon + 1) } : { group, key }
}

/** Calls of `t` whose text does not exist; a `t` of unknown group may find its key in any. */
export const faultsOfCalls = (calls, keysByGroup) =>
  calls.flatMap((call) => {
    const { group, key } = splitGroup(call)
    if (group !== undefined && !keysByGroup.has(group))
      return [`${call.where}: there is no group of texts "${group}"`]
    const places = group === undefined ? [...keysByGroup.values()] : [keysByGroup.get(group)]
    if (places.some((keys) => matches({ key, branch: call.branch }, keys))) return []
    return [`${call.where}: ${group ?? 'no group'} has no text ${key instanceof RegExp ? key.source : key}`]
  })

/** Texts that no call, table or template string in the code can ask for. */
export const unusedTexts = (sources, keysByGroup) => {
  const literals = new Set(sources.flatMap((source) => [...source.literals]))
  const patterns = sources.flatMap((source) => source.patterns)
  const branches = sources.flatMap((source) =>
    source.calls.filter((call) => call.branch).map((call) => `${call.key}.`),
  )
  // Where the name of a mail is a variable, its value is a string somewhere else.
  const namesMails = sources.some((source) => source.namesMails)
  const isMail = (group, key) => namesMails && group === 'mails' && literals.has(key.split('.')[0])
  const isUsed = (name) =>
    literals.has(name) ||
    patterns.some((pattern) => pattern.test(name)) ||
    branches.some((branch) => name.startsWith(branch))
  return [...keysByGroup].flatMap(([group, keys]) =>
    [...keys]
      .filter((key) => !isUsed(key) && !isUsed(`${group}:${key}`) && !isMail(group, key))
      .map((key) => `${group}: ${key}`),
  )
}
