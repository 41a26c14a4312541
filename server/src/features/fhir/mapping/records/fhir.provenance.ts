import type { RecordRow } from '@ulna/contract/records/records'
import type { Signature, Signer } from '@ulna/contract/signatures/signatures'
import type { Signature as FhirSignature, Provenance } from 'fhir/r4'
import { systems } from '../base/fhir.codes.ts'
import {
  codeExtension,
  coding,
  concept,
  groupExtension,
  instantExtension,
  metaOf,
  numberExtension,
  reference,
  textExtension,
} from '../base/fhir.elements.ts'
import { resourceId } from '../base/fhir.names.ts'
import type { PatientFile } from '../base/fhir.patient-file.ts'
import { said, there } from '../base/fhir.said.ts'
import { patientReference } from '../practice/fhir.patient.ts'
import { organizationReference } from '../practice/fhir.practice.ts'
import { authorReference, recordMeta } from './fhir.record.ts'

const agentType = (code: string) => concept(coding(systems.participant, code))

/** Who wrote a record. What is coded of it was taken from its answers, so they are what is named. */
const authorshipOf = (file: PatientFile, record: RecordRow): Provenance =>
  said<Provenance>({
    resourceType: 'Provenance',
    id: resourceId('record', record.id),
    meta: recordMeta(record),
    target: [reference('QuestionnaireResponse', resourceId('record', record.id))],
    occurredDateTime: record.date,
    recorded: record.updatedAt ?? record.createdAt,
    agent: [
      {
        type: agentType('author'),
        who: authorReference(record.author),
        onBehalfOf: organizationReference(file.practice),
      },
    ],
  })

/** What a signature is (ASTM E1762-95): of whoever wrote it, or of whoever agrees to it. */
const signatureTypes: Readonly<Record<Signer, readonly [string, string]>> = {
  practitioner: ['1.2.840.10065.1.12.1.1', "Author's Signature"],
  patient: ['1.2.840.10065.1.12.1.7', 'Consent Signature'],
  guardian: ['1.2.840.10065.1.12.1.7', 'Consent Signature'],
}

const signerOf = (file: PatientFile, one: Signature) => {
  if (one.signer === 'patient') return patientReference(file.patient)
  if (one.signer === 'guardian') return { display: one.signerName }
  return reference('Practitioner', resourceId('doctor', one.practitioner.id), one.signerName)
}

/** The drawing, where it was drawn. */
const drawnOf = ({ image }: Signature): Partial<FhirSignature> =>
  image === null ? {} : { sigFormat: 'image/png', data: image.slice(image.indexOf(',') + 1) }

/** Who put their name to a record, its seal, and whether that was taken back. */
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
