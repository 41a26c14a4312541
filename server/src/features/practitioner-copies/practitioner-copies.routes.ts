import { practitionerCopyEndpoints } from '@ulna/contract/practitioner-copies/practitioner-copies'
import { implement, type Route } from '../../platform/http/route.ts'
import type { EntriesDependencies } from './practitioner-copies.dependencies.ts'
import {
  askForEntries,
  downloadEntries,
  linkToEntries,
  listEntries,
  refuseEntries,
  removeEntries,
  signOffEntries,
} from './practitioner-copies.service.ts'

export const practitionerCopyRoutes = (dependencies: EntriesDependencies): Route[] =>
  implement(practitionerCopyEndpoints, {
    list: ({ actor }) => listEntries(dependencies.db, actor),
    ask: ({ actor, body }) => askForEntries(dependencies, actor, body),
    signOff: ({ actor, path, body }) => signOffEntries(dependencies, actor, path.id, body),
    refuse: ({ actor, path, body }) => refuseEntries(dependencies, actor, path.id, body.answer),
    link: ({ actor, path }) => linkToEntries(dependencies, actor, path.id),
    remove: ({ actor, path }) => removeEntries(dependencies, actor, path.id),
    download: ({ actor, path }) => downloadEntries(dependencies, actor, path.token),
  })
