import { erasureEndpoints } from '@ulna/contract/erasures/erasures'
import { erasureActEndpoints } from '@ulna/contract/erasures/erasures.acts'
import { implement, type Route } from '../../platform/http/route.ts'
import { readActPaper } from './acts/erasures.acts.paper.service.ts'
import { blockOnAct, listActs, noteActNotices } from './acts/erasures.acts.service.ts'
import { readErasureCertificate } from './certificates/erasures.certificates.service.ts'
import type { ErasureDependencies } from './erasures.dependencies.ts'
import { eraseRest } from './erasures.rest.service.ts'
import {
  blockPatient,
  listErasures,
  noteNotices,
  previewErasure,
  takeErasureBack,
} from './erasures.service.ts'

export const erasureRoutes = (dependencies: ErasureDependencies): Route[] => [
  ...implement(erasureEndpoints, {
    preview: ({ actor, path }) => previewErasure(dependencies, actor, path.patientId),
    block: ({ actor, path, body }) => blockPatient(dependencies, actor, path.patientId, body),
    list: ({ actor, query }) => listErasures(dependencies, actor, query),
    takeBack: ({ actor, path }) => takeErasureBack(dependencies, actor, path.id),
    notices: ({ actor, path, body }) => noteNotices(dependencies, actor, path.id, body),
    rest: ({ actor, path }) => eraseRest(dependencies, actor, path.id),
    certificate: ({ actor, path }) => readErasureCertificate(dependencies.db, actor, path.id),
  }),
  ...implement(erasureActEndpoints, {
    block: ({ actor, body }) => blockOnAct(dependencies, actor, body),
    list: ({ actor, query }) => listActs(dependencies, actor, query),
    notices: ({ actor, path, body }) => noteActNotices(dependencies, actor, path.id, body),
    paper: ({ actor, path }) => readActPaper(dependencies.db, actor, path.id),
  }),
]
