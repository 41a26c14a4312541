import { readFileSync } from 'node:fs'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { dataOf } from '@ulna/contract/record-class/record-class.data.fixture'
import { randomClass } from '@ulna/contract/record-class/record-class.random.fixture'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import type { RecordRow } from '@ulna/contract/records/records'
import { recordContents } from '@ulna/contract/records/records.summary.rules'
import type { ReadingContext } from '@ulna/contract/records/records.values.rules'
import fc from 'fast-check'
import { prerender } from 'react-dom/static'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { filledValues, startValues } from '../../../blocks/record-form/form/form-values.ts'
import { i18n } from '../../../i18n/i18n.ts'
import type { RecordWords } from '../use-record-words.ts'
import { PrintedRecord } from './PrintedRecord.tsx'

beforeAll(async () => {
  const textsOf = (group: string) =>
    JSON.parse(readFileSync(new URL(`../../../../../locales/es/${group}.json`, import.meta.url), 'utf8'))
  const groups = ['record', 'print', 'history', 'measures']
  await i18n.use(initReactI18next).init({
    lng: 'es',
    interpolation: { escapeValue: false },
    resources: { es: Object.fromEntries(groups.map((group) => [group, textsOf(group)])) },
  })
})

const words: RecordWords = {
  title: () => 'Prueba',
  written: () => '',
  writtenApart: () => undefined,
  caseName: () => '',
  cases: new Map(),
  subject: () => undefined,
  day: () => '',
  plainDay: () => '',
  moment: (instant) => instant,
  when: ({ date }) => date,
  month: () => '',
  excerpt: () => '',
  charts: () => '',
}

const context: ReadingContext = { language: 'es', t: (key) => i18n.t(`record:${key}` as 'record:title.case') }

const recordOf = (data: RecordRow['data']): RecordRow => ({
  id: 1,
  uid: '',
  version: 1,
  ownerId: 1,
  authorId: 1,
  author: { id: 1, fullName: 'Laura Restrepo' },
  type: 'test',
  subtype: null,
  recordClassId: 'random',
  recordClassVersion: 1,
  name: null,
  date: '2026-01-01T10:00:00Z',
  localDay: '2026-01-01',
  data,
  caseId: null,
  sessionNumber: null,
  caseStatus: null,
  caseOutcome: null,
  caseClosedOn: null,
  signed: false,
  voidedAt: null,
  voidReason: null,
  versions: 1,
  createdAt: '2026-01-01T10:00:00Z',
  updatedAt: null,
})

const printed = async (recordClass: RecordClass, data: RecordRow['data']): Promise<string> => {
  const { prelude } = await prerender(
    <PrintedRecord
      record={recordOf(data)}
      recordClass={recordClass}
      words={words}
      context={context}
      files={<p>Foto de la rodilla</p>}
      addenda={[{ id: 1, recordId: 1, author: { id: 1, fullName: 'Marta' }, text: 'Nota <b>', at: 'ayer' }]}
    />,
  )
  return new Response(prelude as ReadableStream).text()
}

const decode = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

/** Label and text of every line, as a reader of the page gets them. */
const linesOf = (html: string): string[][] =>
  [...html.matchAll(/<dt>([\s\S]*?)<\/dt><dd>([\s\S]*?)<\/dd>/g)].map(([, label = '', text = '']) =>
    [label, text].map(decode),
  )

const filled = randomClass('random').chain((recordClass) =>
  dataOf(recordClass).map((data) => ({
    recordClass,
    data: validateRecordData(recordClass, data).data ?? {},
  })),
)

describe('a printed record', () => {
  it('says exactly what the open record says, of any class with any data', async () => {
    let lines = 0
    await fc.assert(
      fc.asyncProperty(filled, async ({ recordClass, data }) => {
        const shown = recordContents(recordClass, data, context).flatMap(({ items }) =>
          items.map(({ label, text }) => [label, text]),
        )
        lines += shown.length
        expect(linesOf(await printed(recordClass, data))).toEqual(shown)
      }),
      { numRuns: 200 },
    )
    expect(lines).toBeGreaterThan(200)
  })

  it('carries what was added to it, as text', async () => {
    const html = await printed(
      { ...({} as RecordClass), sections: [], locales: { es: {}, en: {}, it: {} } },
      {},
    )
    expect(decode(html)).toContain('Nota <b>')
    expect(html).not.toContain('Nota <b>')
  })
})

describe('a record that is opened in its form again', () => {
  it('is sent as it was saved, of any class with any data', () => {
    fc.assert(
      fc.property(filled, ({ recordClass, data }) => {
        const sent = filledValues(recordClass, startValues(recordClass, data))
        expect(validateRecordData(recordClass, sent).data).toEqual(data)
      }),
      { numRuns: 300 },
    )
  })
})
