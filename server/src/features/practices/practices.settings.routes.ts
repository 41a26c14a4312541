import { settingsEndpoints } from '@ulna/contract/settings/settings'
import type { FileStore } from '../../platform/files/file-store.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { updatePractice } from './practices.settings.service.ts'

export const practiceSettingsRoutes = ({ db, files }: { db: Database; files: FileStore }): Route[] =>
  implement(
    { updatePractice: settingsEndpoints.updatePractice },
    { updatePractice: ({ actor, body }) => updatePractice(db, files, actor, body) },
  )
