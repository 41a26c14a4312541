import type { RecordRow } from '@ulna/contract/records/records'
import { isFromElsewhere } from '@ulna/contract/records/records.policy'
import type { Signature } from '@ulna/contract/signatures/signatures'
import type { Signature as FhirSignature, Provenance, ProvenanceAgent } from 'fhir/r4'
import { systems } from '../base/fhir.codes.ts'
import {
  codeExtension,
  coding,
  concept,
  flagExtension,
  groupExtension,
  instantExtension,
  metaOf,
  numberExtension,
  reference,
  textExtension,
} from '../base/fhir.elements.ts'
import { resourceId } from '../base/fhir.names.ts'
import type { FoundSeal, HandedOrigin, PatientFile } from '../base/fhir.patient-file.ts'
import { said, there } from '../base/fhir.said.ts'
import { patientReference } from '../practice/fhir.patient.ts'
import { organizationReference } from '../practice/fhir.practice.ts'
import { originExtension, signedThere } from './fhir.origins.ts'
import { authorReference, recordMeta } from './fhir.record.ts'
import { signatureTypes } from './fhir.signature-types.ts'

const agentType = (code: string) => concept(coding(systems.participant, code))

/** For whom somebody wrote: what came from elsewhere nobody wrote for this practice. */
const onBehalfOf = (file: PatientFile, record: RecordRow, origin: HandedOrigin | undefined) => {
  if (origin) return { display: origin.practice }
  return isFromElsewhere(record.recordClassId) ? undefined : organizationReference(file.practice)
}

/** The file that a record came in, and who signed it where it was written. */
const handedOver = (origin: HandedOrigin | undefined): Partial<Provenance> =>
  origin === undefined
    ? {}
    : {
        entity: [{ role: 'source', what: { display: origin.practice } }],
        signature: origin.signatures.map(signedThere),
        extension: there(originExtension(origin)),
      }

/** Who wrote a record. What is coded of it was taken from its answers, so they are what is named. */
const authorshipOf = (file: PatientFile, record: RecordRow): Provenance => {
  const origin = file.origins.find(({ recordId }) => recordId === record.id)
  const author = said<ProvenanceAgent>({
    type: agentType('author'),
    who: authorReference(record.author),
    onBehalfOf: onBehalfOf(file, record, origin),
  })
  const custodian = { type: agentType('custodian'), who: organizationReference(file.practice) }
  return said<Provenance>({
    resourceType: 'Provenance',
    id: resourceId('record', record.id),
    meta: recordMeta(record),
    target: [reference('QuestionnaireResponse', resourceId('record', record.id))],
    occurredDateTime: record.date,
    recorded: record.updatedAt ?? record.createdAt,
    agent: origin ? [author, custodian] : [author],
    ...handedOver(origin),
  })
}

const signerOf = (file: PatientFile, one: Signature) => {
  if (one.signer === 'patient') return patientReference(file.patient)
  if (one.signer === 'guardian') return { display: one.signerName }
  return reference('Practitioner', resourceId('doctor', one.practitioner.id), one.signerName)
}

/** The drawing, where it was drawn. */
const drawnOf = ({ image }: Signature): Partial<FhirSignature> =>
  image === null ? {} : { sigFormat: 'image/png', data: image.slice(image.indexOf(',') + 1) }

/** Whether what was signed is what is there, as `/verify` says it. */
const verdictOf = (found: FoundSeal | undefined) =>
  found &&
  groupExtension('seal-verdict', [
    codeExtension('state', found.state),
    ...found.places.map((place) => codeExtension('place', place)),
    numberExtension('addenda', found.addenda),
    flagExtension('bytes-read', found.bytesRead),
    textExtension('origin-address', found.origin?.address),
    instantExtension('origin-at', found.origin?.at),
    textExtension('origin-certificate', found.origin?.certificate),
  ])

/** Who put their name to a record, its seal and what was found of it, and whether that was taken back. */
const sealOf = (file: PatientFile, one: Signature): Provenance =>
  said<Provenance>({
    resourceType: 'Provenance',
    id: resourceId('signature', one.id),
    meta: metaOf([one.withdrawnAt === null ? 1 : 2], [one.signedAt, one.withdrawnAt]),
    language: one.language,
    target: [reference('QuestionnaireResponse', resourceId('record', one.recordId))],
    recorded: one.signedAt,
    agent: [{ type: agentType('attester'), who: signerOf(file, one) }],
    signature: [
      {
        type: [coding(systems.signatureType, ...signatureTypes[one.signer])],
        when: one.signedAt,
        who: signerOf(file, one),
        ...drawnOf(one),
      },
    ],
    extension: there(
      textExtension('seal-id', one.sealId),
      verdictOf(file.foundSeals?.get(one.sealId)),
      numberExtension('record-version', one.recordVersion),
      codeExtension('signer', one.signer),
      textExtension('signer-name', one.signerName),
      textExtension('relation', one.relation),
      textExtension('typed-name', one.typedName),
      groupExtension('practitioner', [
        textExtension('id', resourceId('doctor', one.practitioner.id)),
        textExtension('name', one.practitioner.fullName),
        textExtension('licence-number', one.practitioner.licenceNumber),
      ]),
      groupExtension('withdrawn', [
        instantExtension('at', one.withdrawnAt),
        textExtension('by', one.withdrawnBy),
        textExtension('reason', one.withdrawReason),
      ]),
    ),
  })

export const provenancesOf = (file: PatientFile): Provenance[] => [
  ...file.records.map((record) => authorshipOf(file, record)),
  ...file.signatures.map((one) => sealOf(file, one)),
]
