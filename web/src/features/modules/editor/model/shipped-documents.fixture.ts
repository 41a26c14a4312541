import { readdirSync, readFileSync } from 'node:fs'
import { type ModuleDocument, moduleDocument } from '@ulna/contract/modules/module-document'

const modules = new URL('../../../../../../modules/', import.meta.url)

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, modules), 'utf8'))

const documentIn = (folder: string): ModuleDocument => {
  const module = read(`${folder}/module.json`) as { classes: string[] }
  return moduleDocument.parse({
    format: 'ulna-module/1',
    module,
    classes: module.classes.map((id) => read(`${folder}/classes/${id}.json`)),
    locales: Object.fromEntries(
      ['es', 'en', 'it'].map((language) => [language, read(`${folder}/locales/${language}.json`)]),
    ),
  })
}

/** Every module that ships, as the document it would be exported as. For tests. */
export const shippedDocuments = (): [string, ModuleDocument][] =>
  readdirSync(modules).map((folder) => [folder, documentIn(folder)])
