import { draftEndpoints } from '@ulna/contract/drafts'
import { implement, type Route } from '../../platform/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { discardDraft, keepDraft, listDrafts } from './drafts.service.ts'

export const draftRoutes = ({ db }: { db: Database }): Route[] =>
  implement(draftEndpoints, {
    list: ({ actor, path }) => listDrafts(db, actor, path.patientId),
    save: ({ actor, path, body }) => keepDraft(db, actor, path, body),
    remove: ({ actor, path }) => discardDraft(db, actor, path),
  })
