import { backupEndpoints } from '@ulna/contract/backups/backups'
import { implement, type Route } from '../../platform/http/route.ts'
import { type FirstVisit, restoreOnFirstVisit } from './backups.first-visit.service.ts'
import type { BackupDependencies } from './backups.service.ts'
import {
  beginBackup,
  keepFirstRecoveryKey,
  keepRecoveryKey,
  readBackups,
  readStanding,
} from './backups.service.ts'

export const backupRoutes = ({
  firstVisit,
  ...dependencies
}: BackupDependencies & { readonly firstVisit: FirstVisit | undefined }): Route[] => {
  const restore = restoreOnFirstVisit(dependencies.db, firstVisit)
  return implement(backupEndpoints, {
    restore: ({ body }) => restore(body),
    standing: ({ actor }) => readStanding(dependencies, actor),
    read: () => readBackups(dependencies),
    begin: ({ actor }) => beginBackup(dependencies, actor),
    keepRecoveryKey: ({ actor, body }) => keepRecoveryKey(dependencies, actor, body),
    keepFirstRecoveryKey: ({ actor, body }) => keepFirstRecoveryKey(dependencies, actor, body),
  })
}
