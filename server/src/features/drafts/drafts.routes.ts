import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import { localCopyEndpoints } from '@ulna/contract/drafts/drafts.local-copies'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { copyKeyFor, discardDraft, keepDraft, listDrafts } from './drafts.service.ts'

/** `copies`: what the keys of local copies are made from. */
export const draftRoutes = ({ db, copies }: { db: Database; copies: Buffer }): Route[] => [
  ...implement(localCopyEndpoints, { key: ({ actor }) => copyKeyFor(db, copies, actor) }),
  ...implement(draftEndpoints, {
    list: ({ actor, path }) => listDrafts(db, actor, path.patientId),
    save: ({ actor, path, body }) => keepDraft(db, actor, path, body),
    remove: ({ actor, path }) => discardDraft(db, actor, path),
  }),
]
