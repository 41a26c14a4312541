import type { Practice } from '@ulna/contract/practices/practices'
import type { Practitioner as FhirPractitioner, Organization, PractitionerRole } from 'fhir/r4'
import {
  flagExtension,
  identifier,
  identifierType,
  instantExtension,
  metaOf,
  reference,
  textExtension,
} from '../base/fhir.elements.ts'
import { resourceId } from '../base/fhir.names.ts'
import type { Member, NamedPractitioner } from '../base/fhir.patient-file.ts'
import { said, textOf, there } from '../base/fhir.said.ts'

export const organizationReference = (practice: Pick<Practice, 'id' | 'name'>) =>
  reference('Organization', resourceId('practice', practice.id), practice.name)

/** The practice. Its settings are the product's own and stay behind. */
export const organizationOf = (practice: Practice): Organization =>
  said<Organization>({
    resourceType: 'Organization',
    id: resourceId('practice', practice.id),
    meta: metaOf([practice.version], [practice.updatedAt, practice.createdAt]),
    language: practice.locale,
    identifier: [
      identifier('practice-uid', practice.uid),
      ...(textOf(practice.code) === undefined ? [] : [identifier('practice-code', practice.code ?? '')]),
    ],
    active: true,
    name: practice.name,
    extension: there(
      textExtension('slogan', practice.slogan),
      textExtension('description', practice.description),
      textExtension('time-zone', practice.timezone),
      textExtension('logo', practice.logoUrl),
      instantExtension('created-at', practice.createdAt),
    ),
  })

/** Somebody who treats here, did, or wrote elsewhere: name and licence. How to reach them is theirs and stays behind. */
export const practitionerOf = (practitioner: NamedPractitioner): FhirPractitioner =>
  said<FhirPractitioner>({
    resourceType: 'Practitioner',
    id: resourceId('doctor', practitioner.id),
    meta: metaOf([practitioner.version], [practitioner.updatedAt, practitioner.createdAt]),
    identifier:
      textOf(practitioner.licenceNumber) === undefined
        ? undefined
        : [identifier('licence-number', practitioner.licenceNumber ?? '', identifierType('LN'))],
    active: practitioner.active,
    name: [
      said<NonNullable<FhirPractitioner['name']>[number]>({
        text: textOf(practitioner.fullName),
        family: textOf(practitioner.lastName),
        given: there(textOf(practitioner.firstName)),
      }),
    ],
    extension: there(instantExtension('created-at', practitioner.createdAt)),
  })

/** What somebody is in the practice: whether they belong to it now, and whether their agenda can be booked. */
export const roleOf = (practitioner: Member, practice: Practice): PractitionerRole =>
  said<PractitionerRole>({
    resourceType: 'PractitionerRole',
    id: resourceId('doctor', practitioner.id),
    meta: metaOf([practitioner.version], [practitioner.updatedAt, practitioner.createdAt]),
    active: practitioner.active,
    practitioner: reference('Practitioner', resourceId('doctor', practitioner.id), practitioner.fullName),
    organization: organizationReference(practice),
    extension: there(flagExtension('bookable', practitioner.bookable)),
  })
