import type { RecordModule } from '@ulna/contract/modules/modules'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { expect, test } from 'vitest'
import { formGroups } from './form-groups.ts'

const classOf = (recordModuleId: string, classId: string, version = 1): RecordClass => ({
  classId,
  name: 'name',
  type: 'test',
  subType: null,
  lang: 'es',
  version,
  active: true,
  recordModuleId,
  locales: { es: { name: `${classId} v${version}` }, en: {}, it: {} },
  sections: [],
})

const moduleOf = (id: string, name: string, classIds: readonly string[]): RecordModule => ({
  id,
  name: 'module_name',
  description: 'module_name',
  category: 'measures',
  own: false,
  public: true,
  version: 1,
  licence: 'CC-BY-4.0',
  sources: [],
  recordClasses: classIds.map((classId) => ({
    classId,
    version: 1,
    type: 'test',
    subType: null,
    name: 'name',
    description: null,
  })),
  locales: { es: { module_name: name }, en: {}, it: {} },
})

const modules = [
  moduleOf('goniometry', 'Goniometría', ['knee', 'hip']),
  moduleOf('falls', 'Caídas', ['falls']),
  moduleOf('standard', 'Registros', ['document']),
  moduleOf('posture', 'Postura', ['posture']),
]
const classes = [
  classOf('goniometry', 'hip'),
  classOf('goniometry', 'knee'),
  classOf('goniometry', 'knee', 3),
  classOf('goniometry', 'knee', 2),
  classOf('falls', 'falls'),
  classOf('standard', 'document'),
]

const shapeOf = (sought: string) =>
  formGroups(classes, modules, 'es', sought).map((group) => [
    group.name,
    ...group.forms.map((one) => one.name),
  ])

test('forms stand by module, the standard ones first, each in its newest version and the order of its module', () => {
  expect(shapeOf('')).toEqual([
    ['Registros', 'document v1'],
    ['Caídas', 'falls v1'],
    ['Goniometría', 'knee v3', 'hip v1'],
  ])
})

test('a search finds forms by their name or by their module', () => {
  expect(shapeOf('KNEE')).toEqual([['Goniometría', 'knee v3']])
  expect(shapeOf('goniometria')).toEqual([['Goniometría', 'knee v3', 'hip v1']])
  expect(shapeOf('nothing of this')).toEqual([])
})
