import { expect } from '@playwright/test'
import { latestPatient, openSignedIn, test } from '../scene/demo.ts'
import { textsIn } from '../scene/texts.ts'
import { type Travelled, visitCold } from './visit-cold.ts'

const t = textsIn('es')

const files = ({ before }: Travelled) => before.filter((path) => path.startsWith('/assets/'))
const calls = ({ before }: Travelled) => before.filter((path) => path.startsWith('/api/'))

test('a first visit asks for few files, each once, and for who it is before any code has come', async ({
  browser,
  demo,
  request,
}) => {
  const page = await openSignedIn(browser, demo, { language: 'es' }, t)
  const agenda = await visitCold(page, { path: '/app/calendar?view=week', card: '[data-event]' }, 0)
  const patient = `/app/patient/${await latestPatient(demo, request)}`
  const file = await visitCold(page, { path: patient, card: '[data-record]' }, 0)
  for (const visit of [agenda, file]) {
    expect(visit.before).toEqual([...new Set(visit.before)])
    expect(calls(visit)[0]).toBe('/api/auth/refresh')
  }
  // What is asked for in the very moment the card is drawn counts or not: dragging and marks, the words of six sections.
  expect(files(agenda).length, files(agenda).join(' ')).toBeLessThanOrEqual(17)
  expect(calls(agenda).length, calls(agenda).join(' ')).toBeLessThanOrEqual(8)
  expect(files(file).length, files(file).join(' ')).toBeLessThanOrEqual(22)
  expect(calls(file).length, calls(file).join(' ')).toBeLessThanOrEqual(9)
  await page.context().close()
})
