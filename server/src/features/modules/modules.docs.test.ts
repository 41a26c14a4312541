import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { languages } from '@ulna/contract/languages'
import { moduleLimits } from '@ulna/contract/modules/module-document'
import { moduleCategories } from '@ulna/contract/modules/record-module'
import {
  type FieldType,
  fieldTypes,
  type RecordClass,
  type RecordField,
  recordClassFile,
  recordField,
  ruleKinds,
} from '@ulna/contract/record-class/record-class'
import { hasValue, valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { manyOps, pairOps, score, scoreLimits } from '@ulna/contract/record-class/record-class.scores'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { recordScores } from '@ulna/contract/record-class/scores.rules'
import { afterAll, describe, expect, test } from 'vitest'
import { classFaults } from './faults/modules.faults.ts'
import { readDocument } from './modules.document.ts'
import { loadModules } from './modules.files.ts'

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/modules.md'), 'utf8')

interface Example {
  /** What the example is of, as its fence says: `module`, `class`, `texts es`, `field` … */
  kind: string
  text: string
}

const examples: Example[] = [...page.matchAll(/^```json ?(.*)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({
  kind: kind ?? '',
  text: text ?? '',
}))

const allOf = (kind: string): unknown[] =>
  examples.filter((example) => example.kind === kind).map(({ text }) => JSON.parse(text))
const only = (kind: string): unknown => {
  const [first, ...more] = allOf(kind)
  if (first === undefined || more.length > 0) throw new Error(`docs/modules.md needs one example of ${kind}`)
  return first
}

const directory = mkdtempSync(path.join(tmpdir(), 'ulna-docs-modules-'))
afterAll(() => rmSync(directory, { recursive: true }))

const write = (file: string, content: unknown) => {
  const target = path.join(directory, 'example_balance', file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, JSON.stringify(content))
}

/** The module of the page, read as every module is. */
const exampleClass = (): RecordClass => {
  write('module.json', only('module'))
  write('classes/example_balance.json', only('class'))
  for (const language of languages) write(`locales/${language}.json`, only(`texts ${language}`))
  const [recordClass] = loadModules(directory)[0]?.classes ?? []
  if (!recordClass) throw new Error('the module of docs/modules.md has no class')
  return recordClass
}

const faultsOfField = (field: RecordField) =>
  classFaults({ sections: [{ id: 'alone', label: 'alone', displayOrder: 10, fields: [field] }] })

test('every example says what it is of', () => {
  const kinds = ['module', 'class', 'data', 'scores', 'field', 'expression', 'consent', 'document']
  const known = [...kinds, ...languages.map((language) => `texts ${language}`)]
  expect(examples.filter(({ kind }) => !known.includes(kind))).toEqual([])
  expect(page.match(/^```json/gm)).toHaveLength(examples.length)
})

describe('the example module', () => {
  test('is one the server takes, with no text too many', () => {
    const { locales, ...rest } = exampleClass()
    expect(rest).toMatchObject(only('class') as object)
    for (const language of languages) {
      const {
        module_name: _,
        module_description: __,
        ...own
      } = only(`texts ${language}`) as Record<string, string>
      expect(locales[language]).toEqual(own)
    }
  })

  test('takes the data shown, and counts the scores shown', () => {
    const recordClass = exampleClass()
    const { data } = validateRecordData(recordClass, only('data'))
    expect(data).toEqual(only('data'))
    const lines = recordScores(recordClass, data ?? {}, 'es')
    expect(lines.map(({ label, text, band }) => ({ label, text, band }))).toEqual(only('scores'))
  })
})

test('the document is one a practice can import', () => {
  const { value, faults } = readDocument(only('document'))
  expect(faults).toBeUndefined()
  expect(value?.module).toMatchObject({ id: 'own_wall_sit', classes: ['own_wall_sit'] })
})

test('the consent is one', () => {
  expect(classFaults(recordClassFile.parse(only('consent')))).toEqual([])
})

test.each(allOf('field'))('the field %j is right', (example) => {
  expect(faultsOfField(recordField.parse(example))).toEqual([])
})

test.each(allOf('expression'))('the expression %j fits the example class', (expression) => {
  const { sections } = exampleClass()
  const one = score.parse({ id: 'one', label: 'one', expression })
  expect(classFaults({ sections, scores: [one] })).toEqual([])
})

describe('the table of types', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (?:`(.*?)`)? ?\| .*\|$/gm)]
    .filter(([, type]) => fieldTypes.includes(type as FieldType))
    .map(([, type, value]) => ({ type: type as FieldType, value }))
  const options = ['a', 'b'].map((value) => ({ value, label: value }))
  const parts: Partial<Record<FieldType, Partial<RecordField>>> = {
    select: { options },
    radio_group: { options },
    checkbox_group: { options },
    measure_pair: { params: { unit: 'unit', min: 0, max: 180 } },
    conditional_switch: { params: { valueType: 'select', options } },
    section: { subfields: [{ id: 'inner', label: 'inner', type: 'text', displayOrder: 10 }] },
    fieldgroup: { subfields: [{ id: 'inner', label: 'inner', type: 'text', displayOrder: 10 }] },
  }

  test('has every type once', () => {
    expect(rows.map(({ type }) => type).toSorted()).toEqual([...fieldTypes].toSorted())
  })

  test.each(rows)('$type takes $value', ({ type, value }) => {
    const field: RecordField = { id: 'answer', label: 'answer', type, displayOrder: 10, ...parts[type] }
    expect(faultsOfField(field)).toEqual([])
    if (!hasValue(field)) {
      expect(value).toBeUndefined()
      return
    }
    const sections = [{ id: 'main', label: 'main', displayOrder: 10, fields: [field] }]
    expect(valueFieldsOf({ sections })).toHaveLength(1)
    const data = { answer: JSON.parse(value ?? '') as unknown }
    expect(validateRecordData({ sections }, data)).toEqual({ data })
  })
})

test('names every rule, category, operation and limit', () => {
  const named = [...ruleKinds, ...moduleCategories, ...manyOps, ...pairOps]
  for (const name of named) expect(page, name).toContain(`\`${name}\``)
  expect(page).toContain(`${scoreLimits.depth} levels deep and ${scoreLimits.nodes} parts`)
  expect(page).toContain(`at most ${scoreLimits.perClass}.`)
  expect(page).toContain(
    `${moduleLimits.modules} modules of its own, a module ${moduleLimits.classes} classes, a class ${moduleLimits.fields} fields`,
  )
  expect(page).toContain(`at most ${moduleLimits.id} characters`)
})
