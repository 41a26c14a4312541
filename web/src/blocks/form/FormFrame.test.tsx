import { readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { prerender } from 'react-dom/static'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { FormFrame, type FormFrameProps, type FrameState } from './FormFrame.tsx'

beforeAll(async () => {
  const file = new URL('../../../../locales/es/common.json', import.meta.url)
  await i18n.use(initReactI18next).init({
    lng: 'es',
    resources: { es: { common: JSON.parse(readFileSync(file, 'utf8')) } },
  })
})

const nothing = () => undefined
const quiet: FrameState = {
  form: { current: null },
  isDirty: true,
  isUnchanged: false,
  pending: false,
  problem: undefined,
  onSave: nothing,
  onDiscard: nothing,
  onSeeTheirs: nothing,
  onKeepMine: nothing,
  holdsUnsaved: () => true,
  onForget: nothing,
}

const markup = async (props: Partial<FormFrameProps>): Promise<string> => {
  const { prelude } = await prerender(
    <MantineProvider>
      <FormFrame frame={quiet} label="Sala nueva" {...props}>
        <input name="title" />
      </FormFrame>
    </MantineProvider>,
  )
  return new Response(prelude).text()
}

test('a form has a name, and says nothing while nothing is wrong', async () => {
  const html = await markup({})
  expect(html).toContain('aria-label="Sala nueva"')
  expect(html).not.toContain('role="alert"')
})

test('what is wrong with the whole stands above the fields and is spoken', async () => {
  const html = await markup({ frame: { ...quiet, problem: 'Sin conexión' } })
  expect(html).toMatch(/role="alert">.*Sin conexión<\/span><\/p><input/)
})

test('what a colleague saved stands beside what was typed, with both ways on', async () => {
  const changes = [
    { label: 'Nombre', now: 'Sala 2' },
    { label: 'Nota', now: '' },
  ]
  const html = await markup({ conflict: { by: 'colleague', changes } })
  expect(html).toContain('Alguien guardó otros cambios mientras tanto')
  expect(html).toMatch(/<dt>Nombre<\/dt><dd>Sala 2<\/dd>.*<dt>Nota<\/dt><dd>\(vacío\)<\/dd>/)
  expect(html).toMatch(/Quedarme con lo guardado.*Guardar lo mío/)
})
