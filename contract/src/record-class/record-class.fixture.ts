import type { RecordClass, RecordField } from './record-class.ts'

/** A field for tests: only what the test is about has to be said. */
export const fieldOf = (part: Partial<RecordField> & Pick<RecordField, 'type'>): RecordField => ({
  id: 'answer',
  label: `label_${part.id ?? 'answer'}`,
  displayOrder: 50,
  ...part,
})

/** A class for tests with one section that holds the fields given. */
export const classOf = (...fields: RecordField[]): RecordClass => ({
  classId: 'sample',
  name: 'sample',
  type: 'test',
  subType: null,
  lang: 'es',
  version: 1,
  active: true,
  recordModuleId: 'sample',
  locales: { es: {}, en: {}, it: {} },
  sections: [{ id: 'main', label: 'section_main', displayOrder: 10, fields }],
})

export const optionsOf = (...values: string[]) => values.map((value) => ({ value, label: `option_${value}` }))
