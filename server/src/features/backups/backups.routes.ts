import { backupEndpoints } from '@ulna/contract/backups/backups'
import { implement, type Route } from '../../platform/http/route.ts'
import type { BackupDependencies } from './backups.service.ts'
import {
  beginBackup,
  keepFirstRecoveryKey,
  keepRecoveryKey,
  readBackups,
  readStanding,
} from './backups.service.ts'

export const backupRoutes = (dependencies: BackupDependencies): Route[] =>
  implement(backupEndpoints, {
    standing: ({ actor }) => readStanding(dependencies, actor),
    read: () => readBackups(dependencies),
    begin: ({ actor }) => beginBackup(dependencies, actor),
    keepRecoveryKey: ({ actor, body }) => keepRecoveryKey(dependencies, actor, body),
    keepFirstRecoveryKey: ({ actor, body }) => keepFirstRecoveryKey(dependencies, actor, body),
  })
