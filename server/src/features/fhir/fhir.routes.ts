import { negotiate } from '@fastify/accept-negotiator'
import { fhirEndpoints, fhirResourceEndpoints } from '@ulna/contract/fhir/fhir'
import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { FastifyRequest } from 'fastify'
import { implement, type Route } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { fhirAnswer } from './fhir.answers.ts'
import { readBinary, wantsResource } from './fhir.binary.service.ts'
import { capabilityStatement } from './fhir.capability.ts'
import type { FhirDependencies } from './fhir.dependencies.ts'
import { readEverythingOf, readSummaryOf } from './fhir.operations.service.ts'
import type { PracticeType } from './fhir.practice.service.ts'
import {
  type FileType,
  readAppointmentResource,
  readOfFile,
  readOfPractice,
  readPatientResource,
} from './fhir.read.service.ts'
import {
  type SearchWish,
  searchAppointments,
  searchOfFile,
  searchOfPractice,
  searchPatients,
} from './fhir.search.service.ts'
import { readHistoryOf, readVersionOf } from './history/fhir.history.service.ts'
import { isStrict } from './search/fhir.parameters.ts'

interface Called {
  readonly actor: PracticeActor
  readonly request: FastifyRequest
}

/** The language that is asked for, of those there are; else that of whoever asks. */
const languageOf = ({ actor, request }: Called): Language => {
  const asked = request.headers['accept-language']
  if (asked === undefined) return actor.language
  const simple = asked.replaceAll(/-[A-Za-z0-9]+(?=[;,\s]|$)/g, '')
  return languages.find((one) => one === negotiate(simple, [...languages])) ?? actor.language
}

const searchWish = (call: Called): SearchWish => ({
  query: call.request.query as SearchWish['query'],
  strict: isStrict(call.request.headers.prefer),
  language: languageOf(call),
})

interface ReadCall extends Called {
  readonly path: { readonly id: string }
}

/** When this statement was made: with the process that makes it. */
const startedAt = new Date().toISOString()

export const fhirRoutes = (dependencies: FhirDependencies & { readonly version: string }): Route[] => {
  const wishOf = (call: ReadCall) => ({ id: call.path.id, language: languageOf(call) })
  const readPractice = (type: PracticeType) => (call: ReadCall) =>
    readOfPractice(dependencies, call.actor, type, wishOf(call))
  const searchPractice = (type: PracticeType) => (call: Called) =>
    searchOfPractice(dependencies, call.actor, type, searchWish(call))
  const readFile = (type: FileType) => (call: ReadCall) =>
    readOfFile(dependencies, call.actor, type, wishOf(call))
  const searchFile = (type: FileType) => (call: Called) =>
    searchOfFile(dependencies, call.actor, type, searchWish(call))
  return [
    ...implement(fhirEndpoints, {
      metadata: async () =>
        fhirAnswer(
          capabilityStatement(dependencies.appUrl(), { version: dependencies.version, date: startedAt }),
        ),
      everything: (call) => readEverythingOf(dependencies, call.actor, call.path.id, searchWish(call)),
      summary: (call) => readSummaryOf(dependencies, call.actor, call.path.id, languageOf(call)),
      history: (call) => readHistoryOf(dependencies, call.actor, call.path.id, searchWish(call)),
      version: (call) =>
        readVersionOf(dependencies, call.actor, { ...wishOf(call), version: call.path.version }),
    }),
    ...implement(fhirResourceEndpoints, {
      readOrganization: readPractice('Organization'),
      searchOrganization: searchPractice('Organization'),
      readPractitioner: readPractice('Practitioner'),
      searchPractitioner: searchPractice('Practitioner'),
      readPractitionerRole: readPractice('PractitionerRole'),
      searchPractitionerRole: searchPractice('PractitionerRole'),
      readQuestionnaire: readPractice('Questionnaire'),
      searchQuestionnaire: searchPractice('Questionnaire'),
      readPatient: (call) => readPatientResource(dependencies, call.actor, wishOf(call)),
      searchPatient: (call) => searchPatients(dependencies, call.actor, searchWish(call)),
      readAppointment: (call) => readAppointmentResource(dependencies, call.actor, wishOf(call)),
      searchAppointment: (call) => searchAppointments(dependencies, call.actor, searchWish(call)),
      readBinary: ({ actor, path, request }) =>
        readBinary(dependencies, actor, path.id, wantsResource(request.headers.accept)),
      readEpisodeOfCare: readFile('EpisodeOfCare'),
      searchEpisodeOfCare: searchFile('EpisodeOfCare'),
      readEncounter: readFile('Encounter'),
      searchEncounter: searchFile('Encounter'),
      readCondition: readFile('Condition'),
      searchCondition: searchFile('Condition'),
      readAllergyIntolerance: readFile('AllergyIntolerance'),
      searchAllergyIntolerance: searchFile('AllergyIntolerance'),
      readMedicationStatement: readFile('MedicationStatement'),
      searchMedicationStatement: searchFile('MedicationStatement'),
      readProcedure: readFile('Procedure'),
      searchProcedure: searchFile('Procedure'),
      readObservation: readFile('Observation'),
      searchObservation: searchFile('Observation'),
      readFlag: readFile('Flag'),
      searchFlag: searchFile('Flag'),
      readQuestionnaireResponse: readFile('QuestionnaireResponse'),
      searchQuestionnaireResponse: searchFile('QuestionnaireResponse'),
      readDocumentReference: readFile('DocumentReference'),
      searchDocumentReference: searchFile('DocumentReference'),
      readConsent: readFile('Consent'),
      searchConsent: searchFile('Consent'),
      readProvenance: readFile('Provenance'),
      searchProvenance: searchFile('Provenance'),
      readComposition: readFile('Composition'),
      searchComposition: searchFile('Composition'),
    }),
  ]
}
