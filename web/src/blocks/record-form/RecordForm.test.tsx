import { readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { type FieldType, fieldTypes, type RecordClass, type RecordField } from '@ulna/contract/record-class'
import { prerender } from 'react-dom/static'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { RecordForm } from './RecordForm.tsx'

beforeAll(async () => {
  const file = new URL('../../../../locales/es/record.json', import.meta.url)
  await i18n.use(initReactI18next).init({
    lng: 'es',
    resources: { es: { record: JSON.parse(readFileSync(file, 'utf8')) } },
  })
})

const parts: Partial<Record<FieldType, Partial<RecordField>>> = {
  select: { options: [{ value: 'a', label: 'Opción de lista' }] },
  radio_group: { options: [{ value: 'a', label: 'Opción única' }] },
  checkbox_group: { options: [{ value: 'a', label: 'Opción múltiple' }] },
  section: { subfields: [{ id: 'inner', label: 'Campo interior', type: 'text', displayOrder: 10 }] },
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

const markup = async (fields: RecordField[]): Promise<string> => {
  const { prelude } = await prerender(
    <MantineProvider>
      <RecordForm
        recordClass={classOf(fields)}
        startValues={{}}
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

test('the pain scale is one radio group of eleven', async () => {
  const html = await markup([field('pain_scale')])
  expect(html.match(/role="radio"/g)).toHaveLength(11)
  expect(html.match(/role="radiogroup"/g)).toHaveLength(1)
})
