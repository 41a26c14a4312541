import type { InstalledModules, RecordModule } from '@ulna/contract/modules/modules'
import { standardModule } from '@ulna/contract/modules/record-module'
import { AppError } from '../../platform/app-error.ts'
import { authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import {
  endInstallation,
  findInstalledModules,
  findModule,
  findModulesFor,
  findUsedModules,
  type Installer,
  insertInstallation,
} from './modules.repository.ts'

/** Modules are texts and fields, nobody's data. */
export const listModules = (db: Database, actor: PracticeActor): Promise<RecordModule[]> =>
  lookUp(db, actor, (tx) => findModulesFor(tx, actor.practiceId))

/** What a practice has installed and has used. */
export const installedIn = async (tx: Tx, practiceId: number): Promise<InstalledModules> => {
  const [installed, used] = await Promise.all([
    findInstalledModules(tx, practiceId),
    findUsedModules(tx, practiceId),
  ])
  return { installed, used }
}

/** What the practice has installed, and what its records were written with: modules, no record of anybody. */
export const listInstalledModules = (db: Database, actor: PracticeActor): Promise<InstalledModules> =>
  lookUp(db, actor, (tx) => installedIn(tx, actor.practiceId))

/**
 * Lets a practice write new records with a module. Answers false when it could before: the standard module is
 * everybody's and never has a row. not_found for a module that is not there or not for this practice.
 */
export const installInto = async (tx: Tx, installer: Installer, id: string): Promise<boolean> => {
  const module = await findModule(tx, installer.practiceId, id)
  if (!module?.isOffered) throw new AppError('not_found')
  if (id === standardModule) return false
  return insertInstallation(tx, installer, authorized(module))
}

/** Installs a module; one that is installed stays as it is, and the call leaves its row in the trail all the same. */
export const installModule = (db: Database, actor: PracticeActor, id: string): Promise<InstalledModules> =>
  change(db, actor, async (tx) => {
    const isNew = await installInto(tx, actor, id)
    const detail = isNew ? { module: id } : { module: id, installedBefore: true }
    return audited({ action: 'module.install', detail }, await installedIn(tx, actor.practiceId))
  })

/**
 * Ends the writing of new records with a module; those there are stay and are corrected as ever. module_required for
 * the standard one, module_not_installed, not_found for one that is not there.
 */
export const uninstallModule = (db: Database, actor: PracticeActor, id: string): Promise<InstalledModules> =>
  change(db, actor, async (tx) => {
    if (id === standardModule) throw new AppError('module_required')
    const module = await findModule(tx, actor.practiceId, id)
    if (!module) throw new AppError('not_found')
    if (!(await endInstallation(tx, actor, authorized(module)))) throw new AppError('module_not_installed')
    return audited(
      { action: 'module.uninstall', detail: { module: id } },
      await installedIn(tx, actor.practiceId),
    )
  })
