/** The longest id of a field, a class or a module. */
export const longestId = 64

/** Ids that mean something of their own: summaries leave some out, and two are no names for keys. */
const reserved: ReadonlySet<string> = new Set([
  'constructor',
  'prototype',
  'case',
  'name',
  'sessionPackage',
  'covidInfo',
  'personal',
  'background',
  'environment',
])

/** The words of a label as an id: lower case, without accents, with underscores; empty where it has no letters. */
export const slugOf = (label: string): string =>
  label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_\d]+|_$/g, '')
    .slice(0, 48)
    .replace(/_$/, '')

/** An id that nobody has yet: the wanted one, or with the first number that is free. */
export const uniqueId = (wanted: string, isTaken: (id: string) => boolean): string => {
  const isFree = (id: string) => !reserved.has(id) && !isTaken(id)
  if (isFree(wanted)) return wanted
  const base = wanted.slice(0, longestId - 6)
  let number = 2
  while (!isFree(`${base}_${number}`)) number += 1
  return `${base}_${number}`
}
