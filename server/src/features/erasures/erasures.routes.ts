import { erasureEndpoints } from '@ulna/contract/erasures/erasures'
import { implement, type Route } from '../../platform/http/route.ts'
import { type CertificateDependencies, issueErasureCertificate } from './erasures.certificate.service.ts'
import type { ErasureDependencies } from './erasures.dependencies.ts'
import { eraseRest } from './erasures.rest.service.ts'
import {
  blockPatient,
  listErasures,
  noteNotices,
  previewErasure,
  takeErasureBack,
} from './erasures.service.ts'

export const erasureRoutes = (dependencies: ErasureDependencies, papers: CertificateDependencies): Route[] =>
  implement(erasureEndpoints, {
    preview: ({ actor, path }) => previewErasure(dependencies, actor, path.patientId),
    block: ({ actor, path, body }) => blockPatient(dependencies, actor, path.patientId, body),
    list: ({ actor, query }) => listErasures(dependencies, actor, query),
    takeBack: ({ actor, path }) => takeErasureBack(dependencies, actor, path.id),
    notices: ({ actor, path, body }) => noteNotices(dependencies, actor, path.id, body),
    rest: ({ actor, path }) => eraseRest(dependencies, actor, path.id),
    certificate: ({ actor, path, body }) => issueErasureCertificate(papers, actor, path.id, body.language),
  })
