import { createHash } from 'node:crypto'
import { importEndpoints } from '@ulna/contract/imports/imports'
import { importLimits } from '@ulna/contract/imports/imports.fields'
import { readBytes, withContent } from '../../platform/http/bodies/upload-body.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import type { ImportDependencies } from './imports.dependencies.ts'
import { exportFaults } from './imports.faults.service.ts'
import {
  changeImport,
  examineImport,
  listImportRows,
  listImports,
  readImport,
  removeImport,
  runImport,
  undoImport,
} from './imports.service.ts'
import { startImport } from './imports.start.service.ts'

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const importRoutes = (dependencies: ImportDependencies): Route[] => {
  const { db } = dependencies
  return implement(importEndpoints, {
    list: ({ actor, query }) => listImports(db, actor, query),
    start: async ({ actor, query, request }) => {
      const bytes = await readBytes(request, importLimits.bytes)
      return startImport(dependencies, withContent(actor, digestOf(bytes)), { ...query, bytes })
    },
    read: ({ actor, path }) => readImport(db, actor, path.id),
    update: ({ actor, path, body }) => changeImport(dependencies, actor, path.id, body),
    examine: ({ actor, path }) => examineImport(db, actor, path.id),
    rows: ({ actor, path, query }) => listImportRows(db, actor, path.id, query),
    faults: ({ actor, path }) => exportFaults(db, actor, path.id),
    run: ({ actor, path }) => runImport(db, actor, path.id),
    undo: ({ actor, path }) => undoImport(db, actor, path.id),
    remove: ({ actor, path }) => removeImport(db, actor, path.id),
  })
}
