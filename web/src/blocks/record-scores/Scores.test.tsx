import { readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import type { RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import type { FormValues } from '../record-form/form/form-values.ts'
import { RecordForm } from '../record-form/form/RecordForm.tsx'
import { RecordScores } from './RecordScores.tsx'

beforeAll(async () => {
  const textsOf = (group: string) =>
    JSON.parse(readFileSync(new URL(`../../../../locales/es/${group}.json`, import.meta.url), 'utf8'))
  await i18n.use(initReactI18next).init({
    lng: 'es',
    resources: { es: { record: textsOf('record'), measures: textsOf('measures') } },
  })
})

const field = (id: string): RecordField => ({ id, label: `Campo ${id}`, type: 'number', displayOrder: 10 })

const recordClass: RecordClass = {
  classId: 'sample',
  name: 'sample',
  type: 'test',
  subType: null,
  lang: 'es',
  version: 1,
  active: true,
  recordModuleId: 'sample',
  locales: { es: {}, en: {}, it: {} },
  sections: [
    { id: 'one', label: 'Sección uno', displayOrder: 10, fields: [field('a'), field('b')] },
    { id: 'two', label: 'Sección dos', displayOrder: 20, fields: [field('c')] },
  ],
  scores: [
    {
      id: 'ratio',
      label: 'Cociente',
      unit: '%',
      decimals: 1,
      expression: { op: 'divide', of: [{ field: 'a' }, { field: 'b' }] },
      bands: [
        { upTo: 2, label: 'Riesgo bajo' },
        { upTo: null, label: 'Riesgo alto' },
      ],
    },
  ],
}

const markup = async (content: ReactNode): Promise<string> => {
  const { prelude } = await prerender(<MantineProvider>{content}</MantineProvider>)
  return new Response(prelude).text()
}

const form = (startValues: FormValues) =>
  markup(
    <RecordForm
      recordClass={recordClass}
      startValues={startValues}
      onSubmit={() => {}}
      actions={null}
      label="Prueba"
    />,
  )

describe('in the form a score', () => {
  test('stands below the section of its last field, with its band in words, and is read out politely', async () => {
    const html = await form({ a: 5, b: 2 })
    for (const text of ['Cociente', '2,5 %', 'Riesgo alto', 'aria-live="polite"'])
      expect(html).toContain(text)
    expect(html.indexOf('Campo b')).toBeLessThan(html.indexOf('Cociente'))
    expect(html.indexOf('Cociente')).toBeLessThan(html.indexOf('Campo c'))
    expect(html.match(/Cociente/g)).toHaveLength(1)
  })

  test('says how many questions are open, or that it cannot be worked out', async () => {
    expect(await form({ a: 5 })).toContain('Queda 1 pregunta sin responder')
    expect(await form({})).toContain('Quedan 2 preguntas sin responder')
    expect(await form({ a: 5, b: 0 })).toContain('No se puede calcular con estas respuestas')
  })
})

describe('in a record a score', () => {
  const shown = (data: FormValues) =>
    markup(<RecordScores recordClass={recordClass} data={data} language="es" />)

  test('is a line with its band', async () => {
    const html = await shown({ a: 3, b: 2 })
    for (const text of ['Cociente', '1,5 %', 'Riesgo bajo']) expect(html).toContain(text)
  })

  test('is not there when it cannot be counted', async () => {
    expect(await shown({ a: 3 })).not.toContain('Cociente')
  })
})
