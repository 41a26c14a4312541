import { snippetEndpoints } from '@ulna/contract/snippets/snippets'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { addSnippet, changeSnippet, listSnippets, removeSnippet } from './snippets.service.ts'

export const snippetRoutes = ({ db }: { db: Database }): Route[] =>
  implement(snippetEndpoints, {
    list: ({ actor }) => listSnippets(db, actor),
    create: ({ actor, body }) => addSnippet(db, actor, body),
    update: ({ actor, path, body }) => changeSnippet(db, actor, path.id, body),
    remove: ({ actor, path }) => removeSnippet(db, actor, path.id),
  })
