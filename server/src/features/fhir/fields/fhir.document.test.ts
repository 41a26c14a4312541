import { readFile, writeFile } from 'node:fs/promises'
import { fhirResources, fhirTypes } from '@ulna/contract/fhir/fhir.resources'
import { expect, it } from 'vitest'
import { loinc } from '../mapping/base/fhir.codes.ts'
import { fieldTables, type Place } from './fhir.fields.ts'

const document = new URL('../../../../../docs/fhir.md', import.meta.url)

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')

const placeText = (place: Place): string => (typeof place === 'string' ? place : `left out: ${place.leftOut}`)

const fieldsText = (): string =>
  fieldTables
    .map(([title, fields]) => {
      const rows = Object.entries(fields).map(([field, place]) => [`\`${field}\``, placeText(place)])
      return `### ${title}\n\n${table(['field', 'in FHIR'], rows)}`
    })
    .join('\n\n')

const searchText = (): string =>
  table(
    ['kind', 'parameters', 'row in the trail (read, search)'],
    fhirTypes.map((type) => {
      const { search, audit } = fhirResources[type]
      const names = Object.keys(search).map((name) => `\`${name}\``)
      const rows = [audit.read, audit.search].map((action) => (action === null ? 'none' : `\`${action}\``))
      return [type, names.join(' ') || 'read alone', rows.join(', ')]
    }),
  )

const parts: Readonly<Record<string, () => string>> = { search: searchText, fields: fieldsText }

const written = (text: string): string =>
  Object.entries(parts).reduce((so, [name, make]) => {
    const pattern = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`)
    expect(so).toMatch(pattern)
    return so.replace(pattern, (_, from: string, to: string) => `${from}\n${make()}\n\n${to}`)
  }, text)

it('docs/fhir.md has the tables that the code has; UPDATE_FHIR_TABLES=yes writes them', async () => {
  const text = await readFile(document, 'utf8')
  const right = written(text)
  if (process.env.UPDATE_FHIR_TABLES === 'yes') await writeFile(document, right)
  else expect(text).toBe(right)
})

it('docs/fhir.md counts the codes of LOINC that its notice is for', async () => {
  expect(Object.keys(loinc)).toHaveLength(14)
  expect(await readFile(document, 'utf8')).toContain('Fourteen of its codes are')
})
