import type { RecordModule } from '@ulna/contract/modules/modules'
import { moduleCategories } from '@ulna/contract/modules/record-module'
import { expect, test } from 'vitest'
import { filterModules, type ModuleFilter, moduleViews, saysAll } from './module-filter.ts'
import { listedClassName, moduleText } from './module-words.ts'

const moduleOf = (
  id: string,
  name: string,
  category: RecordModule['category'],
  forms: readonly string[] = [],
): RecordModule => ({
  id,
  name: 'module_name',
  description: 'module_description',
  category,
  own: false,
  public: true,
  version: 1,
  licence: 'CC-BY-4.0',
  sources: [],
  recordClasses: forms.map((form) => ({
    classId: `${id}_${form}`,
    version: 1,
    type: 'test',
    subType: null,
    name: `class_${form}`,
    description: null,
  })),
  locales: {
    es: {
      module_name: name,
      module_description: `Sobre ${name}`,
      ...Object.fromEntries(forms.map((form) => [`class_${form}`, `Formulario de ${form}`])),
    },
    en: {},
    it: { module_name: `${name} (it)` },
  },
})

const modules = [
  moduleOf('strength', 'Fuerza muscular', 'measures'),
  moduleOf('goniometry', 'Goniometría', 'measures', ['rodilla', 'hombro']),
  moduleOf('falls', 'Caídas', 'tests'),
  moduleOf('standard', 'Historia clínica', 'standard'),
]

const idsOf = (filter: Partial<ModuleFilter>) =>
  filterModules(modules, { view: 'all', sought: '', language: 'es', installed: new Set(), ...filter }).map(
    ({ id }) => id,
  )

test('the standard module stands first, the others by their name', () => {
  expect(idsOf({})).toEqual(['standard', 'falls', 'strength', 'goniometry'])
})

test('a view narrows to a category, or to what is installed', () => {
  expect(idsOf({ view: 'measures' })).toEqual(['strength', 'goniometry'])
  expect(idsOf({ view: 'installed', installed: new Set(['standard', 'falls']) })).toEqual([
    'standard',
    'falls',
  ])
  expect(idsOf({ view: 'scales' })).toEqual([])
})

test('every category has a view of its own but the standard one, which every file has', () => {
  const others = moduleCategories.filter((category) => category !== 'standard')
  expect([...moduleViews].sort()).toEqual(['all', 'installed', ...others].sort())
})

test('words are found without accents and case, also in the names of forms, all of them', () => {
  expect(idsOf({ sought: 'GONIOMETRIA' })).toEqual(['goniometry'])
  expect(idsOf({ sought: 'rodilla formulario' })).toEqual(['goniometry'])
  expect(idsOf({ sought: 'rodilla fuerza' })).toEqual([])
  expect(idsOf({ sought: '  ' })).toHaveLength(4)
  expect(saysAll('Amplitud articular', 'amplitud  ARTICULÁR')).toBe(true)
})

test('a text is that of the language, or of the language modules are written in', () => {
  const [, goniometry] = modules
  if (!goniometry) throw new Error('there is one')
  expect(moduleText(goniometry, 'it', 'module_name')).toBe('Goniometría (it)')
  expect(moduleText(goniometry, 'en', 'module_name')).toBe('Goniometría')
  expect(moduleText(goniometry, 'es', 'missing')).toBe('missing')
})

test('a class has the name its module lists', () => {
  expect(listedClassName(modules, 'goniometry_rodilla', 'es')).toBe('Formulario de rodilla')
  expect(listedClassName(modules, 'unknown', 'es')).toBeUndefined()
})
