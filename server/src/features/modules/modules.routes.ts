import { moduleEndpoints } from '@ulna/contract/modules/modules'
import { Answer, implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import {
  installModule,
  listInstalledModules,
  listModules,
  uninstallModule,
} from './modules.install.service.ts'
import { checkModule, exportModule, importModule } from './modules.own.service.ts'

export const moduleRoutes = ({ db }: { db: Database }): Route[] =>
  implement(moduleEndpoints, {
    list: async ({ actor }) => {
      const modules = await listModules(db, actor)
      return new Answer(modules, { total: modules.length, limit: modules.length, offset: 0 })
    },
    installed: ({ actor }) => listInstalledModules(db, actor),
    install: ({ actor, path }) => installModule(db, actor, path.id),
    uninstall: ({ actor, path }) => uninstallModule(db, actor, path.id),
    check: ({ actor, body }) => checkModule(db, actor, body),
    import: ({ actor, body }) => importModule(db, actor, body),
    export: ({ actor, path }) => exportModule(db, actor, path.id),
  })
