import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, pageMetadata } from '../http/page.ts'
import { limits, line } from '../http/text.ts'
import { languages } from '../languages.ts'
import { permissions } from '../permissions.ts'

/** Who gives consent: the patient, or who speaks for them. The practitioner’s own hand makes none. */
export const consentGivers = ['patient', 'guardian'] as const

/** `open`: written and signed by nobody it needs. `withdrawn`: counts as none from then on. */
export const consentStates = ['open', 'given', 'withdrawn'] as const
export type ConsentState = (typeof consentStates)[number]

export const patientConsent = z.object({
  recordId: id,
  recordClassId: z.string(),
  /** Version of the text that was written, and so of the one that was signed. */
  recordClassVersion: z.int(),
  /** Version of the text there is now. */
  newestVersion: z.int(),
  state: z.enum(consentStates),
  /** Those that stand, oldest first. */
  signatures: z.array(
    z.object({
      signer: z.enum(consentGivers),
      name: z.string(),
      relation: z.nullable(z.string()),
      at: z.string(),
      /** Language in which it was read. */
      language: z.enum(languages),
    }),
  ),
  withdrawnAt: z.nullable(z.string()),
  /** Who was told. */
  withdrawnBy: z.nullable(z.string()),
  withdrawReason: z.nullable(z.string()),
})
export type PatientConsent = z.output<typeof patientConsent>

export const consentWithdrawal = z.object({
  /** Reason, if the patient gives one: none is needed. */
  reason: z.optional(line(limits.title)),
})
export type ConsentWithdrawal = z.output<typeof consentWithdrawal>

export const patientConsentEndpoints = {
  find: endpoint({
    method: 'GET',
    path: '/consent/patient/:patientId',
    summary: 'The consents of a patient that are not void, newest first, and their state',
    access: permissions.readRecords,
    audit: 'consent.list',
    params: z.object({ patientId: idParam }),
    returns: z.array(patientConsent),
    metadata: pageMetadata,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/consent/:recordId/withdraw',
    summary: 'The patient takes a consent back: from now on it counts as none; the signed document stays',
    access: permissions.writeRecords,
    audit: 'consent.withdraw',
    params: z.object({ recordId: idParam }),
    body: consentWithdrawal,
    returns: patientConsent,
    status: 201,
    errors: ['consent_not_given', 'consent_withdrawn', 'record_voided'],
  }),
}
