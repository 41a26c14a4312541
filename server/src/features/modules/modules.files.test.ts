import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadModules, ModuleRefused } from './modules.files.ts'

type Json = Record<string, unknown>

const texts = {
  module_name: 'Medidas',
  module_description: 'Medir',
  class_reach: 'Alcance',
  main: 'Medidas',
  side: 'Lado',
}

const moduleFile = {
  id: 'reach',
  name: 'module_name',
  description: 'module_description',
  category: 'measures',
  public: true,
  version: 1,
  licence: 'CC-BY-4.0',
  classes: ['reach'],
}

const classFile = {
  classId: 'reach',
  name: 'class_reach',
  type: 'test',
  subType: 'reach',
  sections: [
    {
      id: 'main',
      label: 'main',
      displayOrder: 10,
      fields: [{ id: 'side', label: 'side', type: 'text', displayOrder: 10 }],
    },
  ],
}

let directory = ''

const write = (file: string, content: Json | string) => {
  const target = path.join(directory, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content))
}

const reasons = (): readonly string[] => {
  try {
    loadModules(directory)
    return []
  } catch (error) {
    if (error instanceof ModuleRefused) return error.faults
    throw error
  }
}

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'ulna-modules-'))
  write('reach/module.json', moduleFile)
  write('reach/classes/reach.json', classFile)
  for (const language of ['es', 'en', 'it']) write(`reach/locales/${language}.json`, texts)
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('a sound module is read with the texts each class needs and the defaults of the format', () => {
  const [loaded, ...rest] = loadModules(directory)
  expect(rest).toEqual([])
  expect(loaded?.module.id).toBe('reach')
  expect(loaded?.texts.it).toEqual(texts)
  expect(loaded?.classes).toEqual([
    {
      ...classFile,
      lang: 'es',
      version: 1,
      active: true,
      recordModuleId: 'reach',
      locales: Object.fromEntries(
        ['es', 'en', 'it'].map((language) => [
          language,
          { class_reach: 'Alcance', main: 'Medidas', side: 'Lado' },
        ]),
      ),
    },
  ])
})

test('a module may say what it rests on', () => {
  write('reach/module.json', { ...moduleFile, sources: ['Duncan 1990'] })
  expect(loadModules(directory)[0]?.module.sources).toEqual(['Duncan 1990'])
})

test('modules come by folder name, and files beside them are ignored', () => {
  write('balance/module.json', { ...moduleFile, id: 'balance', classes: ['balance'] })
  write('balance/classes/balance.json', { ...classFile, classId: 'balance' })
  cpSync(path.join(directory, 'reach/locales'), path.join(directory, 'balance/locales'), { recursive: true })
  write('README.md', 'about modules')
  expect(loadModules(directory).map(({ module }) => module.id)).toEqual(['balance', 'reach'])
})

describe('a module is refused, with the reason,', () => {
  test.each<[string, () => void, RegExp]>([
    [
      'when a file is missing',
      () => rmSync(path.join(directory, 'reach/locales/it.json')),
      /it\.json is missing/,
    ],
    [
      'when a listed class is missing',
      () => write('reach/module.json', { ...moduleFile, classes: ['gone'] }),
      /gone\.json is missing/,
    ],
    [
      'when it takes an id that is for a practice’s own',
      () => write('reach/module.json', { ...moduleFile, classes: ['reach', 'own_reach'] }),
      /own_reach is for modules/,
    ],
    ['when a file is not JSON', () => write('reach/classes/reach.json', '{ "classId": '), /is not JSON/],
    [
      'when a class is not listed',
      () => write('reach/classes/extra.json', classFile),
      /extra\.json is not listed/,
    ],
    [
      'when its id is not its folder',
      () => write('reach/module.json', { ...moduleFile, id: 'other' }),
      /has the id "other"/,
    ],
    [
      'when it has a key the format does not know',
      () => write('reach/module.json', { ...moduleFile, script: 'x.js' }),
      /script/,
    ],
    [
      'when its category is unknown',
      () => write('reach/module.json', { ...moduleFile, category: 'misc' }),
      /category/,
    ],
    [
      'when a source is longer than a citation',
      () => write('reach/module.json', { ...moduleFile, sources: ['Duncan 1990', 'x'.repeat(501)] }),
      /sources\.1/,
    ],
    [
      'when its own name has no text',
      () => write('reach/module.json', { ...moduleFile, name: 'nameless' }),
      /locales\.es\.nameless: “nameless” has no text/,
    ],
    [
      'when a class says another id',
      () => write('reach/classes/reach.json', { ...classFile, classId: 'other' }),
      /instead of its file's name/,
    ],
    [
      'when a class has no known type',
      () => write('reach/classes/reach.json', { ...classFile, type: 'poem' }),
      /type/,
    ],
    [
      'when a class path leads elsewhere',
      () => write('reach/module.json', { ...moduleFile, classes: ['../../etc'] }),
      /classes\.0/,
    ],
    [
      'when a text is missing in a language',
      () => write('reach/locales/it.json', { ...texts, side: ' ' }),
      /locales\.it\.side: “side” has no text/,
    ],
  ])('%s', (_, spoil, reason) => {
    spoil()
    expect(reasons().join('\n')).toMatch(reason)
  })

  test('when a class is unsound, naming file and field', () => {
    const field = { id: 'side', label: 'side', type: 'select', displayOrder: 10 }
    const [section] = classFile.sections
    write('reach/classes/reach.json', { ...classFile, sections: [{ ...section, fields: [field] }] })
    expect(reasons()).toEqual([
      `${path.join(directory, 'reach/classes/reach.json')}: main.side: Needs options.`,
    ])
  })

  test('when a field is named like a part of every object', () => {
    const [section] = classFile.sections
    write(
      'reach/classes/reach.json',
      JSON.stringify({
        ...classFile,
        sections: [
          { ...section, fields: [{ id: 'constructor', label: 'side', type: 'text', displayOrder: 1 }] },
        ],
      }),
    )
    expect(reasons()).toHaveLength(1)
  })

  test('when two modules bring a class of the same id', () => {
    write('second/module.json', { ...moduleFile, id: 'second' })
    cpSync(path.join(directory, 'reach/classes'), path.join(directory, 'second/classes'), { recursive: true })
    cpSync(path.join(directory, 'reach/locales'), path.join(directory, 'second/locales'), { recursive: true })
    expect(reasons()).toEqual(['The class "reach" is in more than one place'])
  })
})

test('the message tells every fault on a line of its own', () => {
  write('reach/locales/it.json', {})
  expect(() => loadModules(directory)).toThrow(/cannot be used:\n- .*\n- /)
  expect(readFileSync(path.join(directory, 'reach/locales/it.json'), 'utf8')).toBe('{}')
})
