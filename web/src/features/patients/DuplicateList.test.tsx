import { readFileSync } from 'node:fs'
import type { PatientRow } from '@ulna/contract/patients/patients'
import { prerender } from 'react-dom/static'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, it } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { DuplicateList } from './DuplicateList.tsx'

const known = {
  id: 3,
  firstName: 'Mariana',
  lastName: 'Gómez Lara',
  fileId: '00467',
  birthDate: '1985-04-21',
  mobile: '310 555 9493',
} as PatientRow

beforeAll(async () => {
  const file = new URL('../../../../locales/es/patient.json', import.meta.url)
  await i18n.use(initReactI18next).init({
    lng: 'es',
    resources: { es: { patient: JSON.parse(readFileSync(file, 'utf8')) } },
  })
})

const markup = async (rows: PatientRow[]): Promise<string> => {
  const { prelude } = await prerender(
    <DuplicateList
      rows={rows}
      text="Coincide el nombre"
      moreOf={({ mobile }) => mobile}
      actionOf={({ firstName }) => <button type="button">Elegir a {firstName}</button>}
    />,
  )
  // Two texts side by side have a comment between them.
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '')
}

it('names who is there already, with what tells them apart and a way to take them', async () => {
  const html = await markup([known])
  expect(html).toContain('Puede que ya exista esta ficha')
  expect(html).toContain('Mariana Gómez Lara')
  expect(html).toContain('HC 00467 · 21/abr/1985 · 310 555 9493')
  expect(html.match(/<button/g)).toHaveLength(1)
})

it('names three of many', async () => {
  const html = await markup([1, 2, 3, 4].map((id) => ({ ...known, id })))
  expect(html.match(/<li/g)).toHaveLength(3)
})

it('is there to be spoken, and says nothing, where nobody is alike', async () => {
  const html = await markup([])
  expect(html).toContain('role="status"')
  expect(html).not.toContain('Coincide')
})
