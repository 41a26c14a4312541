import type { Signature } from '@ulna/contract/signatures/signatures'
import type { Extension, Signature as FhirSignature } from 'fhir/r4'
import { systems } from '../base/fhir.codes.ts'
import {
  codeExtension,
  coding,
  dayExtension,
  groupExtension,
  instantExtension,
  numberExtension,
  textExtension,
} from '../base/fhir.elements.ts'
import type { HandedOrigin } from '../base/fhir.patient-file.ts'
import { said, there } from '../base/fhir.said.ts'
import { signatureTypes } from './fhir.signature-types.ts'

/** A moment as its sender wrote it, as FHIR takes one. */
const instantOf = (text: string | null): string | null => text && new Date(text).toISOString()

/** A drawing that FHIR takes: what a sender made of it is theirs. */
const drawnOf = (image: string | null): Partial<FhirSignature> => {
  const data = image?.slice(image.indexOf(',') + 1) ?? ''
  const isBase64 = data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
  return isBase64 ? { sigFormat: 'image/png', data } : {}
}

type HandedSignature = HandedOrigin['signatures'][number]

/** Who signed a record where it was written. Only the sender can prove the seal: what they found of it is said. */
export const signedThere = (one: HandedSignature): FhirSignature =>
  said<FhirSignature>({
    type: [coding(systems.signatureType, ...signatureTypes[one.signer])],
    when: new Date(one.signedAt).toISOString(),
    who: { display: one.signerName },
    ...drawnOf(one.image),
    extension: there(
      textExtension('seal-id', one.sealId),
      textExtension('seal-found', one.found),
      numberExtension('record-version', one.recordVersion),
      codeExtension('signer', one.signer),
      textExtension('relation', one.relation),
      textExtension('typed-name', one.typedName),
      codeExtension('language', one.language),
      practitionerThere(one),
      groupExtension('withdrawn', [
        instantExtension('at', instantOf(one.withdrawnAt)),
        textExtension('by', one.withdrawnBy),
        textExtension('reason', one.withdrawReason),
      ]),
    ),
  } as FhirSignature)

const practitionerThere = ({ practitioner }: Signature): Extension | undefined =>
  groupExtension('practitioner', [
    textExtension('name', practitioner.fullName),
    textExtension('licence-number', practitioner.licenceNumber),
  ])

/**
 * Where a record comes from, and what it was there. Its name and that of its case are answers, which may be kept back: they
 * are told where the record is.
 */
export const originExtension = ({ record, ...origin }: HandedOrigin): Extension | undefined =>
  groupExtension('origin', [
    textExtension('practice', origin.practice),
    textExtension('address', origin.origin),
    instantExtension('made-at', origin.madeAt),
    instantExtension('taken-at', origin.takenAt),
    textExtension('author', origin.author),
    codeExtension('record-type', record.type),
    textExtension('record-subtype', record.subtype),
    textExtension('form', record.recordClassId),
    numberExtension('form-version', record.recordClassVersion),
    numberExtension('session-number', record.sessionNumber),
    codeExtension('case-status', record.caseStatus),
    codeExtension('case-outcome', record.caseOutcome),
    dayExtension('case-closed-on', record.caseClosedOn),
    codeExtension('consent-state', origin.consent?.state),
    instantExtension('consent-withdrawn-at', instantOf(origin.consent?.withdrawnAt ?? null)),
    textExtension('consent-withdraw-reason', origin.consent?.withdrawReason),
    instantExtension('created-at', instantOf(record.createdAt)),
    numberExtension('versions', record.versions),
  ])
