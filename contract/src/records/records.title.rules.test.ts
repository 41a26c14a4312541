import { expect, test } from 'vitest'
import { recordTitle, type TitledRecord } from './records.title.rules.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
  [key, ...Object.values(values)].join(' ')
const context = { language: 'es', t, timeZone: 'America/Bogota' } as const
const record = (part: Partial<TitledRecord>): TitledRecord => ({
  type: 'control',
  subtype: 'follow_up',
  name: null,
  sessionNumber: null,
  createdAt: '2026-11-14T02:00:00Z',
  author: { fullName: 'Laura Restrepo' },
  ...part,
})

test('a follow-up is titled by its number, its case, its author and the local day of its creation', () => {
  expect(recordTitle(record({ sessionNumber: 6 }), { ...context, caseName: 'Manguito rotador' })).toEqual({
    heading: 'title.followUp 6',
    subject: 'Manguito rotador',
    written: 'title.written 13/nov/2026',
    full: 'title.followUp 6 · Manguito rotador · Laura Restrepo · title.written 13/nov/2026',
  })
})

test.each([
  [{ subtype: 'follow_up' }, 'title.followUpUnnumbered'],
  [{ subtype: 'case', name: 'Lumbalgia' }, 'title.case Lumbalgia'],
  [{ subtype: 'case', name: null }, 'title.caseUnnamed'],
  [{ type: 'med_hist', subtype: null }, 'title.medicalHistory'],
  [{ type: 'document', subtype: 'xray', name: 'Hombro AP' }, 'title.documents.xray: Hombro AP'],
  [{ type: 'document', subtype: 'xray', name: null }, 'title.documents.xray'],
  [{ type: 'document', subtype: null, name: null }, 'title.documents.temporal'],
  [{ type: 'test', subtype: null, name: null }, 'title.documents.temporal'],
] as const)('%j is headed "%s"', (part, heading) => {
  expect(recordTitle(record(part), context).heading).toBe(heading)
})

test.each([
  // Entered at nine in the evening of the 13th in Bogotá.
  ['2026-11-12T12:00:00.000Z', 'title.enteredLater'],
  ['2026-11-13T04:00:00.000Z', 'title.enteredLater'],
  ['2026-11-13T12:00:00.000Z', 'title.written'],
  ['2026-11-13T20:00:00.000Z', 'title.written'],
  [undefined, 'title.written'],
])('a record of %s that was entered on 13/nov says %s', (date, key) => {
  const { written } = recordTitle(record({ ...(date === undefined ? {} : { date }) }), context)
  expect(written).toBe(`${key} 13/nov/2026`)
})

test('a record of a module is headed by the name of its class', () => {
  const title = recordTitle(record({ type: 'test', subtype: 'goniometry' }), {
    ...context,
    className: 'Goniometría',
  })
  expect(title.heading).toBe('Goniometría')
  expect(title.subject).toBeNull()
})

test('a record of a module that has a name is headed by both', () => {
  const title = recordTitle(record({ type: 'test', subtype: null, name: 'Rodilla' }), {
    ...context,
    className: 'Goniometría',
  })
  expect(title.heading).toBe('Goniometría: Rodilla')
})
