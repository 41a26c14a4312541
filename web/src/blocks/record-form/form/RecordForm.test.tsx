import { readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import {
  type FieldType,
  fieldTypes,
  type RecordClass,
  type RecordField,
} from '@ulna/contract/record-class/record-class'
import { prerender } from 'react-dom/static'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { i18n } from '../../../i18n/i18n.ts'
import type { FormValues } from './form-values.ts'
import { RecordForm } from './RecordForm.tsx'

beforeAll(async () => {
  const textsOf = (group: string) =>
    JSON.parse(readFileSync(new URL(`../../../../../locales/es/${group}.json`, import.meta.url), 'utf8'))
  await i18n.use(initReactI18next).init({
    lng: 'es',
    resources: { es: { record: textsOf('record'), measures: textsOf('measures') } },
  })
})

const parts: Partial<Record<FieldType, Partial<RecordField>>> = {
  select: { options: [{ value: 'a', label: 'Opción de lista' }] },
  radio_group: { options: [{ value: 'a', label: 'Opción única' }] },
  checkbox_group: { options: [{ value: 'a', label: 'Opción múltiple' }] },
  section: { subfields: [{ id: 'inner', label: 'Campo interior', type: 'text', displayOrder: 10 }] },
  measure_pair: { params: { unit: '°', min: 0, max: 180 } },
  fieldgroup: { subfields: [{ id: 'inner2', label: 'Otro interior', type: 'text', displayOrder: 10 }] },
}

const field = (type: FieldType): RecordField => ({
  id: `f_${type}`,
  label: `Campo ${type}`,
  type,
  displayOrder: 10,
  ...parts[type],
})

const classOf = (fields: RecordField[]): RecordClass => ({
  classId: 'all_types',
  name: 'all',
  type: 'test',
  subType: null,
  lang: 'es',
  version: 1,
  active: true,
  recordModuleId: 'standard',
  locales: { es: {}, en: {}, it: {} },
  sections: [{ id: 'all', label: 'Todo', displayOrder: 10, fields }],
})

const markup = async (fields: RecordField[], startValues: FormValues = {}): Promise<string> => {
  const { prelude } = await prerender(
    <MantineProvider>
      <RecordForm
        recordClass={classOf(fields)}
        startValues={startValues}
        onSubmit={() => {}}
        actions={null}
        label="Prueba"
      />
    </MantineProvider>,
  )
  return new Response(prelude).text()
}

test.each(fieldTypes)('the form draws a field of type %s with its label', async (type) => {
  expect(await markup([field(type)])).toContain(`Campo ${type}`)
})

test('groups draw the fields they hold', async () => {
  const html = await markup([field('section'), field('fieldgroup')])
  expect(html).toContain('Campo interior')
  expect(html).toContain('Otro interior')
})

test('hidden fields are not drawn, and a group of hidden fields is not either', async () => {
  const hidden = { ...field('text'), displayOrder: -1 }
  const group = { ...field('fieldgroup'), subfields: [{ ...hidden, id: 'deep' }] }
  const html = await markup([hidden, group, field('number')])
  expect(html).not.toContain('Campo text')
  expect(html).not.toContain('Campo fieldgroup')
  expect(html).toContain('Campo number')
})

test('an alert of the file is asked for although summaries hide it', async () => {
  const alert: RecordField = { ...field('textarea'), displayOrder: -1, params: { alert: 'allergy' } }
  expect(await markup([alert])).toContain('Campo textarea')
})

test('a measure of both sides has two inputs with the unit, and the norm with what each side lacks', async () => {
  const norm = { value: 150, low: 140, source: 'AAOS 1965' }
  const pair = { ...field('measure_pair'), params: { unit: '°', min: -10.5, max: 180, norm } }
  const html = await markup([pair], { f_measure_pair: { left: 112.5, right: 145 } })
  for (const text of ['Derecha', 'Izquierda', 'Normal: 150° (desde 140°), según AAOS 1965', 'falta 37,5°'])
    expect(html).toContain(text)
  expect(html).toContain('dentro de lo normal')
  expect(html).toContain('value="112,5"')
  expect(html.indexOf('Derecha')).toBeLessThan(html.indexOf('Izquierda'))
})

test('the pain scale is one radio group of eleven', async () => {
  const html = await markup([field('pain_scale')])
  expect(html.match(/role="radio"/g)).toHaveLength(11)
  expect(html.match(/role="radiogroup"/g)).toHaveLength(1)
})
