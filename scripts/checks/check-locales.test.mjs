import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkLocales } from './check-locales.mjs'

let directory

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'ulna-texts-'))
})

afterEach(() => rm(directory, { recursive: true }))

const write = async (name, content) => {
  const file = path.join(directory, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
}

const writeGroup = (name, { es, en = es, it: italian = es }) =>
  Promise.all([
    write(`locales/es/${name}.json`, es),
    write(`locales/en/${name}.json`, en),
    write(`locales/it/${name}.json`, italian),
  ])

/** Faults besides the groups that these small trees do not have. */
const faults = async () =>
  (await checkLocales(directory)).faults.filter((fault) => !fault.startsWith('the group'))

it('finds a group that is missing altogether', async () => {
  expect((await checkLocales(directory)).faults).toContain('the group patient is missing')
})

it('finds a key that one language does not have', async () => {
  await writeGroup('patient', { es: { list: { title: 'Pacientes' } }, it: {} })
  expect(await faults()).toEqual(['patient: list.title is missing in it'])
})

it('wants the plural forms of each language and no others', async () => {
  await writeGroup('patient', {
    es: { found_one: 'a', found_many: 'b', found_other: 'c' },
    en: { found_one: 'a', found_many: 'b', found_other: 'c' },
    it: { found_one: 'a', found_other: 'c' },
  })
  expect(await faults()).toEqual([
    'patient: found_many is a plural form that en does not have',
    'patient: found_many is missing in it',
  ])
})

it('finds placeholders that differ', async () => {
  await writeGroup('patient', { es: { greeting: 'Hola {{name}}' }, en: { greeting: 'Hello {{ nam }}' } })
  expect(await faults()).toEqual(['patient: greeting has {{name}} in es and {{nam}} in en'])
})

it('finds a straight apostrophe within a word', async () => {
  await writeGroup('patient', { es: { mark: "l'ultima", quote: "'x'", right: 'l’ultima' } })
  expect(await faults()).toEqual(
    ['es', 'en', 'it'].map((one) => `patient: mark has a straight apostrophe in ${one}`),
  )
})

it('finds an empty text and a file that is no JSON', async () => {
  await writeGroup('patient', { es: { title: ' ' } })
  await write('locales/it/patient.json', '{')
  expect((await faults()).join('\n')).toMatch(/it\/patient\.json(.|\n)*title is no text in es/)
})

it('finds calls of texts that do not exist, with their group', async () => {
  await writeGroup('patient', { es: { list: { title: 'a', kind: { adult: 'b' } } } })
  await writeGroup('error', { es: { not_found: 'a' } })
  await write(
    'web/src/List.tsx',
    `const { t } = useTranslation(['patient', 'error'])
     t('list.title'); t('list.titel'); t(\`list.kind.\${kind}\`); t(\`list.sort.\${kind}\`)
     t(open ? 'list.title' : 'list.closed'); t('error:not_found'); t('error:not_fond'); t('patiens:list')`,
  )
  expect(await faults()).toEqual([
    'web/src/List.tsx:2: patient has no text list.titel',
    'web/src/List.tsx:2: patient has no text ^list\\.sort\\.[^:]+$',
    'web/src/List.tsx:3: patient has no text list.closed',
    'web/src/List.tsx:3: error has no text not_fond',
    'web/src/List.tsx:3: there is no group of texts "patiens"',
  ])
})

it('finds entries of the error catalogue without a text', async () => {
  await write(
    'contract/src/errors.ts',
    "export const errorCatalogue = { not_found: { code: '0010' }, gone: { code: '0011' } } as const",
  )
  await writeGroup('error', { es: { not_found: 'No existe' } })
  expect(await faults()).toEqual(['error: gone of the catalogue has no text'])
})

it('finds labels of a record class that its module has no text for', async () => {
  await write('modules/own/classes/form.json', {
    sections: [{ id: 's', label: 'section', fields: [{ label: 'absent' }] }],
  })
  for (const language of ['es', 'en', 'it'])
    await write(`modules/own/locales/${language}.json`, { section: 'a' })
  expect(await faults()).toEqual(['modules/own/classes/form.json: absent has no text'])
})

it('reports texts that nothing can ask for', async () => {
  await writeGroup('patient', { es: { asked: 'a', inTable: 'b', legal: { one: 'c' }, nobody: 'd' } })
  await write(
    'web/src/List.tsx',
    `const { t } = useTranslation('patient'); const table = ['inTable']
     t('asked'); t('legal', { returnObjects: true })`,
  )
  expect((await checkLocales(directory)).unused).toEqual(['patient: nobody'])
})

it('knows the mails that the server composes', async () => {
  await writeGroup('mails', {
    es: { activate: { subject: 'a', before: 'b' }, resetPassword: { subject: 'a' }, signature: 'c' },
  })
  await write(
    'server/src/features/accounts/accounts.jobs.ts',
    "composeMail(language, 'activate', { name })\ncomposeMail(language, 'goodbye', { name })\n",
  )
  expect(await faults()).toEqual([
    'server/src/features/accounts/accounts.jobs.ts:2: mails has no text goodbye',
  ])
  expect((await checkLocales(directory)).unused).toEqual(['mails: resetPassword.subject', 'mails: signature'])
})

it('knows mails whose name comes from somewhere else', async () => {
  await writeGroup('mails', { es: { activate: { subject: 'a' }, goodbye: { subject: 'a' } } })
  await write('server/src/features/accounts/accounts.jobs.ts', 'composeMail(language, name, params)\n')
  await write(
    'server/src/features/accounts/accounts.service.ts',
    "enqueue(tx, 'mail', { mail: 'activate' })\n",
  )
  expect((await checkLocales(directory)).unused).toEqual(['mails: goodbye.subject'])
})
