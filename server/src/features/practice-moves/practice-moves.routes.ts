import { practiceMoveEndpoints } from '@ulna/contract/practice-moves/practice-moves'
import { implement, type Route } from '../../platform/http/route.ts'
import {
  beginExport,
  downloadExport,
  type ExportDependencies,
  linkToExport,
  listExports,
  removeExport,
} from './practice-moves.exports.service.ts'

export const practiceMoveRoutes = (dependencies: ExportDependencies): Route[] =>
  implement(practiceMoveEndpoints, {
    list: ({ actor }) => listExports(dependencies.db, actor),
    begin: ({ actor, body }) => beginExport(dependencies, actor, body.recipient ?? null),
    link: ({ actor, path }) => linkToExport(dependencies, actor, path.id),
    download: ({ actor, path }) => downloadExport(dependencies, actor, path.token),
    remove: ({ actor, path }) => removeExport(dependencies, actor, path.id),
  })
