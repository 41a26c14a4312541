import type { ImportKind } from '@ulna/contract/imports/imports.fields'
import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'

/** Notes are content of records, in a file as well: whoever imports them has clinical access. */
export const mayImport = (actor: PracticeActor, kind: ImportKind): void => {
  if (kind === 'notes') requirePermission(actor, 'writeRecords')
}
