import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { pageMetadata } from '../http/page.ts'
import { languages } from '../languages.ts'
import { permissions } from '../permissions.ts'
import { localeTexts, recordClass } from '../record-class/record-class.ts'
import { moduleDocument, moduleFault, moduleLimits } from './module-document.ts'
import { moduleCategories, moduleId } from './record-module.ts'

/** A class as lists of modules tell of it; `name` and `description` are keys into the texts of its module. */
export const moduleClass = z.object({
  classId: recordClass.shape.classId,
  version: z.int(),
  type: recordClass.shape.type,
  subType: recordClass.shape.subType,
  name: z.string(),
  description: z.nullable(z.string()),
})

/** A record module (specification §3); `name` and `description` are keys into `locales`. */
export const recordModule = z.object({
  id: moduleId,
  /** True of one that this practice brought in itself; nobody else sees it. */
  own: z.boolean(),
  name: z.string(),
  description: z.string(),
  category: z.enum(moduleCategories),
  /** True when every practice may install it. */
  public: z.boolean(),
  version: z.int(),
  /** SPDX identifier. */
  licence: z.string(),
  /** Citations of what its content rests on. */
  sources: z.array(z.string()),
  /** Classes of the module in their newest version. */
  recordClasses: z.array(moduleClass),
  /** The texts of the keys above, in every language. */
  locales: z.record(z.enum(languages), localeTexts),
})
export type RecordModule = z.output<typeof recordModule>

/** A module as a practice has it; the standard one is always there and has no installer. */
export const installedModule = z.object({
  ...recordModule.shape,
  installedAt: z.nullable(z.string()),
  installedBy: z.nullable(z.string()),
})
export type InstalledModule = z.output<typeof installedModule>

export const installedModules = z.object({
  installed: z.array(installedModule),
  /** Ids of modules with whose classes records of this practice were written, installed or not. */
  used: z.array(moduleId),
})
export type InstalledModules = z.output<typeof installedModules>

const modulePath = z.object({ id: moduleId })

/** A document as somebody has it: what is wrong with it is told by the check of modules, with its place. */
const anyDocument = z.record(z.string(), z.unknown())

export const moduleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/record_module',
    summary: 'The modules a practice can install, by id',
    access: permissions.readModules,
    audit: null,
    returns: z.array(recordModule),
    metadata: pageMetadata,
  }),
  installed: endpoint({
    method: 'GET',
    path: '/record_module/installed',
    summary: 'The modules this practice installed, and those its records were written with',
    access: permissions.readModules,
    audit: null,
    returns: installedModules,
  }),
  install: endpoint({
    method: 'POST',
    path: '/record_module/install/:id',
    summary: 'Installs a module: new records can be written with its classes',
    access: permissions.manageModules,
    audit: 'module.install',
    params: modulePath,
    returns: installedModules,
  }),
  uninstall: endpoint({
    method: 'POST',
    path: '/record_module/uninstall/:id',
    summary: 'Uninstalls a module: no new records are written with it, those there are still show',
    access: permissions.manageModules,
    audit: 'module.uninstall',
    params: modulePath,
    returns: installedModules,
    errors: ['module_required', 'module_not_installed'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/record_module/check',
    summary: 'Says what is wrong with a module document; stores nothing',
    access: permissions.manageModules,
    audit: null,
    body: anyDocument,
    bodyLimit: moduleLimits.bytes,
    returns: z.object({ faults: z.array(moduleFault) }),
  }),
  import: endpoint({
    method: 'POST',
    path: '/record_module/import',
    summary: 'Makes a document a module of this practice, or its next version, and installs it',
    access: permissions.manageModules,
    audit: 'module.import',
    body: anyDocument,
    bodyLimit: moduleLimits.bytes,
    status: 201,
    returns: installedModules,
    errors: ['module_refused'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/record_module/export/:id',
    summary: 'A module as one document, its own or one that ships',
    access: permissions.readModules,
    audit: null,
    params: modulePath,
    returns: moduleDocument,
  }),
}
