import {
  isOwnId,
  type ModuleDocument,
  moduleDocumentFormat,
  moduleLimits,
} from '@ulna/contract/modules/module-document'
import type { InstalledModules } from '@ulna/contract/modules/modules'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { consentNeeds } from '@ulna/contract/record-class/record-class.consents'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import { type Fault, fault, within } from './faults/modules.fault.ts'
import { neededConsentFaults } from './faults/modules.faults.ts'
import { readDocument } from './modules.document.ts'
import { installedIn, installInto } from './modules.install.service.ts'
import { moduleOf } from './modules.listed.ts'
import {
  activateOwnClasses,
  countOtherOwnModules,
  findNewestOwnClasses,
  findOwnModule,
  lockOwnModules,
  storeOwnClass,
  storeOwnModule,
} from './modules.own.repository.ts'
import { documentOf, fileOf, nextDocument, withTexts } from './modules.own.versions.ts'
import { findConsentClasses, findShippedModule } from './modules.repository.ts'

/** What the practice already has and a document cannot know of. */
const faultsAmongOthers = (
  { module }: ModuleDocument,
  otherModules: number,
  stored: readonly RecordClass[],
): Fault[] => [
  ...(otherModules >= moduleLimits.modules
    ? [{ ...fault('tooManyModules', { max: moduleLimits.modules }), at: 'module' }]
    : []),
  ...stored
    .filter(({ recordModuleId }) => recordModuleId !== module.id)
    .map(({ classId, recordModuleId }) => ({
      ...fault('classElsewhere', { id: classId, module: recordModuleId }),
      at: `classes.${classId}`,
    })),
]

/** The classes that forms of the document may need as consents: its own, and any the practice is offered. */
const consentsMissing = async (tx: Tx, practiceId: number, { classes }: ModuleDocument): Promise<Fault[]> => {
  const needed = classes.flatMap((one) => consentNeeds(one).map(({ id }) => id))
  if (needed.length === 0) return []
  const known = [...classes, ...(await findConsentClasses(tx, practiceId, needed))]
  return classes.flatMap((one) => within(`classes.${one.classId}`, neededConsentFaults(one, known)))
}

interface Among {
  readonly faults: readonly Fault[]
  /** The newest version of each class of the document that the practice has. */
  readonly stored: readonly RecordClass[]
}

const lookAmong = async (tx: Tx, practiceId: number, document: ModuleDocument): Promise<Among> => {
  const [others, stored, missing] = await Promise.all([
    countOtherOwnModules(tx, practiceId, document.module.id),
    findNewestOwnClasses(tx, practiceId, document.module.classes),
    consentsMissing(tx, practiceId, document),
  ])
  return { stored, faults: [...faultsAmongOthers(document, others, stored), ...missing] }
}

/** What an import would be refused for; nothing is kept of the document. */
export const checkModule = async (
  db: Database,
  actor: PracticeActor,
  input: unknown,
): Promise<{ faults: Fault[] }> => {
  const { value, faults } = readDocument(input)
  if (faults) return { faults: [...faults] }
  const among = await lookUp(db, actor, (tx) => lookAmong(tx, actor.practiceId, value))
  return { faults: [...among.faults] }
}

const refuse = (faults: readonly Fault[]): never => {
  throw new AppError('module_refused', { metadata: { faults } })
}

const storedDocument = async (
  tx: Tx,
  practiceId: number,
  id: string,
): Promise<ModuleDocument | undefined> => {
  const own = await findOwnModule(tx, practiceId, id)
  if (!own) return undefined
  const classes = await findNewestOwnClasses(tx, practiceId, own.file.classes)
  return documentOf(own, classes)
}

const store = async (tx: Tx, practiceId: number, document: ModuleDocument): Promise<void> => {
  const { module, locales } = document
  const classes = withTexts(document)
  const body = moduleOf({ module, classes, texts: locales })
  await storeOwnModule(tx, practiceId, body, { file: module, texts: locales })
  for (const one of classes) await storeOwnClass(tx, practiceId, one)
  const active = classes.filter((one) => one.active).map(({ classId }) => classId)
  await activateOwnClasses(tx, practiceId, module.id, active)
}

/**
 * Makes a document a module of the practice's own, or the next version of the one it has, and installs it.
 * module_refused with every fault when anything is wrong; then nothing of it is stored.
 */
export const importModule = async (
  db: Database,
  actor: PracticeActor,
  input: unknown,
): Promise<InstalledModules> => {
  const read = readDocument(input)
  if (read.faults) return refuse(read.faults)
  const { practiceId } = actor
  return change(db, actor, async (tx) => {
    await lockOwnModules(tx, practiceId)
    const { faults, stored } = await lookAmong(tx, practiceId, read.value)
    if (faults.length > 0) refuse(faults)
    const before = await storedDocument(tx, practiceId, read.value.module.id)
    const document = nextDocument(read.value, before, stored)
    await store(tx, practiceId, document)
    const { id, version } = document.module
    await installInto(tx, actor, id)
    const detail = { module: id, version, forms: document.classes.length, known: before !== undefined }
    return audited({ action: 'module.import', detail }, await installedIn(tx, practiceId))
  })
}

const shippedDocument = async (tx: Tx, id: string): Promise<ModuleDocument | undefined> => {
  const shipped = await findShippedModule(tx, id)
  if (!shipped) return undefined
  const { module, classes } = shipped
  const { own: _, recordClasses, locales, sources, ...said } = module
  const texts = { es: { ...locales.es }, en: { ...locales.en }, it: { ...locales.it } }
  for (const one of classes) {
    Object.assign(texts.es, one.locales.es)
    Object.assign(texts.en, one.locales.en)
    Object.assign(texts.it, one.locales.it)
  }
  return {
    format: moduleDocumentFormat,
    module: {
      ...said,
      ...(sources.length > 0 ? { sources } : {}),
      classes: recordClasses.map(({ classId }) => classId),
    },
    classes: classes.map(fileOf),
    locales: texts,
  }
}

/** A module as one document: the practice's own as it was imported, or one that ships. not_found for any other. */
export const exportModule = (db: Database, actor: PracticeActor, id: string): Promise<ModuleDocument> =>
  lookUp(db, actor, async (tx) => {
    const document = isOwnId(id)
      ? await storedDocument(tx, actor.practiceId, id)
      : await shippedDocument(tx, id)
    if (!document) throw new AppError('not_found')
    return document
  })
