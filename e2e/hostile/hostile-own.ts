import { expect, type Page } from '@playwright/test'
import { textsIn } from '../scene/texts.ts'
import type { HostileApi } from './hostile-api.ts'
import type { View } from './hostile-look.ts'
import type { Turn } from './hostile-turn.ts'

// What a practice brings itself: texts that it writes again and again, and modules with forms of its own.

const t = textsIn('es')

interface Snippet {
  readonly id: number
  readonly title: string
  readonly text: string
}

/** A module as it travels. */
interface ModuleDocument {
  readonly module: { readonly licence: string; readonly sources?: readonly string[] }
  readonly locales: Readonly<Record<'es' | 'en' | 'it', Readonly<Record<string, string>>>>
}

export interface OwnThings {
  readonly snippets: readonly Snippet[]
  /** The module, as the server answers it. */
  readonly module: ModuleDocument
}

const moduleName = 'own_hostile'

/** One own text for each hostile one, and the first one changed. */
const plantSnippets = async (api: HostileApi, texts: readonly string[]): Promise<Snippet[]> => {
  const snippets: Snippet[] = []
  for (const [index, text] of texts.entries()) {
    const data = { shortcut: `h${index}`, title: text, text }
    snippets.push(await api.send<Snippet>('post', '/snippet', { data }))
  }
  const [first, ...others] = snippets
  if (!first) return []
  const data = { title: texts.at(-1), text: texts.at(-1) }
  return [await api.send<Snippet>('put', '/snippet/{id}', { path: { id: first.id }, data }), ...others]
}

const choices = (keys: readonly string[], turn: Turn) => keys.map((label) => ({ value: turn(), label }))

/** Every kind of field in which a text of the module stands; all keys are named here and translated below. */
const fieldsOf = (turn: Turn) => [
  { id: 'heading', label: 'k3', type: 'title', displayOrder: 10 },
  { id: 'line', label: 'k4', hint: 'k5', type: 'text', displayOrder: 10 },
  { id: 'long', label: 'k6', hint: 'k7', type: 'textarea', displayOrder: 20, params: { rows: 3 } },
  { id: 'amount', label: 'k8', hint: 'k9', type: 'number', displayOrder: 30, params: { unit: 'k10' } },
  {
    id: 'one',
    label: 'k11',
    type: 'select',
    displayOrder: 31,
    options: choices(['k12', 'k13'], turn),
  },
  { id: 'ring', label: 'k14', type: 'radio_group', displayOrder: 32, options: choices(['k15', 'k16'], turn) },
  {
    id: 'several',
    label: 'k17',
    type: 'checkbox_group',
    displayOrder: 33,
    options: choices(['k18', 'k19'], turn),
  },
  { id: 'on', label: 'k20', type: 'switch', displayOrder: 34 },
  { id: 'tick', label: 'k21', type: 'checkbox', displayOrder: 35 },
  {
    id: 'pair',
    label: 'k22',
    type: 'measure_pair',
    displayOrder: 36,
    params: { unit: 'k23', min: 0, max: 90, norm: { value: 45, source: 'k24' } },
  },
  {
    id: 'asked',
    label: 'k25',
    type: 'conditional_switch',
    displayOrder: 37,
    params: { valueType: 'text', valueLabel: 'k26' },
  },
  { id: 'pain', label: 'k27', type: 'pain_scale', displayOrder: 38 },
  {
    id: 'group',
    label: 'k28',
    type: 'fieldgroup',
    displayOrder: 39,
    subfields: [{ id: 'inner', label: 'k29', type: 'text', displayOrder: 40 }],
  },
]

/** Texts that stand in the form as it opens; the others need something to be chosen or written first. */
const shownKeys = [3, 4, 5, 6, 7, 8, 9, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 25, 27, 28, 29].map(
  (number) => `k${number}`,
)

const moduleDocument = (turn: Turn) => {
  const translated = () => Object.fromEntries(Array.from({ length: 30 }, (_, key) => [`k${key}`, turn(200)]))
  return {
    format: 'ulna-module/1',
    module: {
      id: moduleName,
      name: 'k0',
      description: 'k1',
      category: 'tests',
      public: false,
      version: 1,
      licence: turn(),
      sources: [turn(), turn()],
      classes: [moduleName],
    },
    classes: [
      {
        classId: moduleName,
        name: 'k0',
        description: 'k1',
        type: 'test',
        subType: moduleName,
        sections: [{ id: 'main', label: 'k2', displayOrder: 10, fields: fieldsOf(turn) }],
      },
    ],
    locales: { es: translated(), en: translated(), it: translated() },
  }
}

/** Every place that a refusal names: ids, keys and values that nobody may use. */
const brokenDocument = (texts: readonly string[]) => ({
  format: 'ulna-module/1',
  module: {
    id: moduleName,
    name: texts[0],
    description: texts[1],
    category: 'tests',
    public: false,
    version: 1,
    licence: texts[2],
    classes: [moduleName],
  },
  classes: [
    {
      classId: moduleName,
      name: texts[0],
      type: 'test',
      subType: moduleName,
      sections: [
        {
          id: 'main',
          label: texts[0],
          displayOrder: 10,
          fields: texts.map((text, index) => ({
            id: `f${index}`,
            label: text,
            type: 'select',
            displayOrder: 10,
          })),
        },
      ],
    },
  ],
  locales: { es: { [texts[0] ?? '']: texts[0] }, en: {}, it: {} },
})

interface Fault {
  readonly at: string
  readonly params: Readonly<Record<string, string | number>>
}

/** Own texts, and an own module that is looked at, taken and changed. */
export const plantOwnThings = async (
  api: HostileApi,
  texts: readonly string[],
  turn: Turn,
): Promise<OwnThings> => {
  const document = moduleDocument(turn)
  const check = (data: object) => api.send<{ faults: Fault[] }>('post', '/record_module/check', { data })
  const { faults } = await check(document)
  if (faults.length > 0) throw new Error(`the module is refused: ${JSON.stringify(faults)}`)
  await api.send('post', '/record_module/import', { data: document })
  return {
    snippets: await plantSnippets(api, texts),
    module: await api.send<ModuleDocument>('get', '/record_module/export/{id}', { path: { id: moduleName } }),
  }
}

const chooseFile = async (page: Page, content: object): Promise<void> => {
  await page.getByRole('button', { name: t('modules:import') }).click()
  await page
    .getByRole('dialog')
    .getByLabel(t('moduleEditor:import.choose'))
    .setInputFiles({
      name: 'a.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    })
}

const offerModule = (document: object) => async (page: Page) => {
  await chooseFile(page, document)
  const take = page.getByRole('button', { name: t('moduleEditor:import.take'), exact: true })
  await expect(take).toBeVisible()
}

const refuseModule = (texts: readonly string[]) => async (page: Page) => {
  await chooseFile(page, brokenDocument(texts))
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
}

const openOwnModule = async (page: Page): Promise<void> => {
  const card = page.getByRole('article').filter({ has: page.getByText(t('modules:own'), { exact: true }) })
  await card.getByRole('heading').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('listitem').getByRole('button').first().click()
  await expect(dialog.getByRole('form')).toBeVisible()
}

const openPicker = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: t('modules:picker.open') })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
}

const openSnippets = async (page: Page): Promise<void> => {
  const label = t('module:followup_patientObs')
  await page.getByRole('button', { name: t('writing:snippets.open', { label }) }).click()
  await expect(page.getByRole('listbox', { name: t('writing:snippets.list') })).toBeVisible()
}

const editSnippet = async (page: Page): Promise<void> => {
  const row = page.getByRole('listitem').filter({ hasText: '/h0' })
  await row.getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const insertSnippet = async (page: Page): Promise<void> => {
  await openSnippets(page)
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && /\/draft\//.test(answer.url()),
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // A page with text that has not arrived asks before it is left.
  await kept
}

/** The settings with the own texts and the menu over a field; everything that shows a module of the practice's own. */
export const ownViews = (
  { snippets, module }: OwnThings,
  patientId: number,
  texts: readonly string[],
): View[] => {
  const said = snippets.flatMap(({ title, text }) => [title, text])
  const words = module.locales.es
  const head = [words.k0 ?? '', words.k1 ?? '']
  const form = [words.k2 ?? '', ...shownKeys.map((key) => words[key] ?? '')]
  const { licence, sources } = module.module
  const file = `/app/patient/${patientId}`
  const editor = `/app/modules/editor?module=${moduleName}`
  return [
    { name: 'own texts', path: '/app/settings/snippets', texts: said },
    { name: 'own text', path: '/app/settings/snippets', open: editSnippet },
    { name: 'menu of own texts', path: `${file}?write=followup`, open: openSnippets, texts: said },
    { name: 'inserted own text', path: `${file}?write=followup`, open: insertSnippet },
    { name: 'own module among the others', path: '/app/modules', texts: [...head, licence] },
    {
      name: 'own module',
      path: '/app/modules',
      open: openOwnModule,
      texts: [...head, licence, ...(sources ?? []), ...form],
    },
    { name: 'own module before it is taken', path: '/app/modules', open: offerModule(module), texts: form },
    { name: 'own module that is refused', path: '/app/modules', open: refuseModule(texts.slice(0, 12)) },
    { name: 'editor of the own module', path: editor, texts: head },
    { name: 'editor of its form', path: `${editor}&form=${moduleName}` },
    ...['line', 'amount', 'one', 'ring', 'pair', 'asked'].map((field) => ({
      name: `editor of its field ${field}`,
      path: `${editor}&form=${moduleName}&field=${field}`,
    })),
    { name: 'forms to choose from', path: file, open: openPicker, texts: head },
    { name: 'own form', path: `${file}?write=${moduleName}`, texts: form },
  ]
}
