import type { ConsentState, PatientConsent } from '@ulna/contract/patient-consents/patient-consents'
import { classText } from '@ulna/contract/record-class/record-class.fields'
import type { Consent } from 'fhir/r4'
import { systems } from '../base/fhir.codes.ts'
import {
  codeExtension,
  coding,
  concept,
  groupExtension,
  instantExtension,
  loincCoding,
  metaOf,
  numberExtension,
  reference,
  textExtension,
} from '../base/fhir.elements.ts'
import { codeSystem, resourceId } from '../base/fhir.names.ts'
import { formOf, type MappingContext, type PatientFile } from '../base/fhir.patient-file.ts'
import { said, there } from '../base/fhir.said.ts'
import { patientReference } from '../practice/fhir.patient.ts'
import { organizationReference } from '../practice/fhir.practice.ts'

const states: Readonly<Record<ConsentState, Consent['status']>> = {
  open: 'proposed',
  given: 'active',
  withdrawn: 'inactive',
}

type Hand = PatientConsent['signatures'][number]

/** Who said yes, and in which language they read it. */
const verificationOf = (hand: Hand, file: PatientFile): NonNullable<Consent['verification']>[number] => ({
  verified: true,
  verifiedWith: hand.signer === 'patient' ? patientReference(file.patient) : { display: hand.name },
  verificationDate: hand.at,
  extension: there(
    codeExtension('signer', hand.signer),
    textExtension('signer-name', hand.name),
    textExtension('relation', hand.relation),
    codeExtension('language', hand.language),
  ),
})

const consentOf = (file: PatientFile, one: PatientConsent, context: MappingContext): Consent | undefined => {
  const record = file.records.find(({ id }) => id === one.recordId)
  if (!record) return undefined
  const form = formOf(file, record)
  const title = classText(form, context.language, form.name)
  return said<Consent>({
    resourceType: 'Consent',
    id: resourceId('record', one.recordId),
    meta: metaOf(
      [record.version, one.signatures.length, ...(one.withdrawnAt === null ? [] : [1])],
      [record.updatedAt, record.createdAt, one.withdrawnAt, ...one.signatures.map(({ at }) => at)],
    ),
    status: states[one.state],
    scope: concept(coding(systems.consentScope, 'treatment')),
    category: [
      concept(loincCoding('consent')),
      {
        coding: [coding(codeSystem('form'), `${one.recordClassId}.v${one.recordClassVersion}`)],
        text: title,
      },
    ],
    patient: patientReference(file.patient),
    dateTime: record.date,
    organization: [organizationReference(file.practice)],
    sourceReference: reference('QuestionnaireResponse', resourceId('record', one.recordId)),
    policyRule: { text: title },
    verification: one.signatures.map((hand) => verificationOf(hand, file)),
    extension: there(
      numberExtension('newest-form-version', one.newestVersion),
      groupExtension('withdrawn', [
        instantExtension('at', one.withdrawnAt),
        textExtension('told-to', one.withdrawnBy),
        textExtension('reason', one.withdrawReason),
      ]),
    ),
  })
}

/** What a patient agreed to, and whether it counts. */
export const consentsOf = (file: PatientFile, context: MappingContext): Consent[] =>
  there(...file.consents.map((one) => consentOf(file, one, context)))
