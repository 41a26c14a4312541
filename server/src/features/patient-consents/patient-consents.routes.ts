import { patientConsentEndpoints } from '@ulna/contract/patient-consents/patient-consents'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { listConsents, withdrawConsent } from './patient-consents.service.ts'

export const patientConsentRoutes = ({ db }: { db: Database }): Route[] =>
  implement(patientConsentEndpoints, {
    find: ({ actor, path }) => listConsents(db, actor, path.patientId),
    withdraw: ({ actor, path, body }) => withdrawConsent(db, actor, path.recordId, body),
  })
