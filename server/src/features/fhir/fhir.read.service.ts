import { fhirResources } from '@ulna/contract/fhir/fhir.resources'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { FhirResource } from 'fhir/r4'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson } from '../../platform/database/wire.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { mergedInto } from '../../platform/patient-aliases.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { takingTurns } from '../../platform/turns.ts'
import { type Audited, audited, lookUp, view } from '../../platform/use-case.ts'
import { wireOf as appointmentTextOf } from '../appointments/appointments.service.ts'
import { patientWireOf } from '../patients/patients.service.ts'
import { fhirAnswer } from './fhir.answers.ts'
import type { FhirDependencies } from './fhir.dependencies.ts'
import { type PatientFile, patientFileOf, provenFile } from './fhir.file.service.ts'
import { ownerOf, subjectOf } from './fhir.owner.service.ts'
import { patientResources } from './fhir.people.service.ts'
import { type PracticeType, practiceResource } from './fhir.practice.service.ts'
import { readResourceId, resourceId } from './mapping/base/fhir.names.ts'
import { type MappingContext, withholdsNothing } from './mapping/base/fhir.patient-file.ts'
import { asFhirText } from './mapping/base/fhir.said.ts'
import { type MappedType, resourcesOf } from './mapping/fhir.file-resources.ts'
import { appointmentResource } from './mapping/practice/fhir.appointment.ts'
import { mergedPatientResource } from './mapping/practice/fhir.patient.ts'

/** Kinds that stand in the file of a patient; bytes are read past it. */
export type FileType = Exclude<MappedType, PracticeType | 'Patient' | 'Appointment'>

/** One resource that is asked for, and the language that its words are wanted in. */
export interface ReadWish {
  readonly id: string
  readonly language: Language
}

/** How a file is told to somebody who works here: nothing is kept back that they may read in the app. */
export const contextFor = (appUrl: string, language: Language): MappingContext => ({
  appUrl,
  language,
  withholds: withholdsNothing,
})

const numberOf = (id: string, kind: 'patient' | 'appointment'): number => {
  const named = readResourceId(id)
  if (named?.kind !== kind || id !== `${kind}-${named.number}`) throw new AppError('not_found')
  return named.number
}

const required = (resource: FhirResource | undefined): FhirResource => {
  if (!resource) throw new AppError('not_found')
  return resource
}

export const readOfPractice = async (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  type: PracticeType,
  { id }: ReadWish,
): Promise<FileAnswer> =>
  fhirAnswer(
    await lookUp(dependencies.db, actor, async (tx) =>
      required(await practiceResource(tx, actor, dependencies, { type, id })),
    ),
  )

export const readPatientResource = async (
  { db, appUrl }: FhirDependencies,
  actor: PracticeActor,
  wish: ReadWish,
): Promise<FileAnswer> => {
  const id = numberOf(wish.id, 'patient')
  const resource = await view(db, actor, async (tx): Promise<Audited<FhirResource>> => {
    const patientId = await mergedInto(tx, actor.practiceId, id)
    if (patientId !== undefined) {
      const detail = { fhir: 'Patient', alias: id }
      return audited({ action: 'patient.read', patientId, detail }, mergedPatientResource(id, patientId))
    }
    const patient = parseJson(await patientWireOf(tx, actor, id))
    const [found] = await patientResources(tx, actor, [patient], appUrl())
    return audited({ action: 'patient.read', patientId: id, detail: { fhir: 'Patient' } }, required(found))
  })
  return fhirAnswer(resource)
}

export const readAppointmentResource = async (
  { db }: FhirDependencies,
  actor: PracticeActor,
  wish: ReadWish,
): Promise<FileAnswer> => {
  const id = numberOf(wish.id, 'appointment')
  const resource = await view(db, actor, async (tx) => {
    const found = (await appointmentTextOf(tx, actor, id)).value()
    const subject = { type: 'appointment', id }
    return audited(
      { action: 'appointment.read', patientId: found.patientId, subject, detail: { fhir: 'Appointment' } },
      asFhirText(appointmentResource(found)),
    )
  })
  return fhirAnswer(resource)
}

/** Counts the seals of a file again, or of one resource of it. */
type Prove = (tx: Tx, file: PatientFile) => Promise<PatientFile>

/** All of them, without reading the bytes of files. */
export const proveAll =
  ({ sealKeys }: FhirDependencies): Prove =>
  (tx, file) =>
    provenFile(tx, { keys: sealKeys, files: null }, file)

/** Those of the record that a resource is of, with the bytes of its files. */
const proveOne =
  ({ sealKeys, files }: FhirDependencies, id: string): Prove =>
  (tx, file) => {
    const signed = file.signatures.filter((one) => resourceId('signature', one.id) === id)
    const recordIds = signed.map(({ recordId }) => recordId)
    return provenFile(tx, { keys: sealKeys, files }, file, recordIds)
  }

interface FileWish {
  readonly patientId: number
  readonly language: Language
  readonly prove: Prove
}

/** Reads the file of a patient, and answers what tells the resources of one kind in it. Seals cost, so they are counted where they are told. */
export const fileReader = async (
  tx: Tx,
  actor: PracticeActor,
  { classes, appUrl }: FhirDependencies,
  { patientId, language, prove }: FileWish,
): Promise<(type: MappedType) => Promise<FhirResource[]>> => {
  const file = await patientFileOf(tx, actor, classes, patientId)
  return async (type) =>
    resourcesOf(type === 'Provenance' ? await prove(tx, file) : file, type, contextFor(appUrl(), language))
}

/** A seal is verified with the bytes of its files, one after the other. */
const inTurn = takingTurns()

const isSeal = (type: FileType, id: string): boolean =>
  type === 'Provenance' && readResourceId(id)?.kind === 'signature'

/** What stands in a file is read by who may read the file, and leaves the row that reading a record leaves. */
export const readOfFile = (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  type: FileType,
  wish: ReadWish,
): Promise<FileAnswer> => {
  const read = () => readInFile(dependencies, actor, type, wish)
  return isSeal(type, wish.id) ? inTurn(read) : read()
}

const readInFile = async (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  type: FileType,
  { id, language }: ReadWish,
): Promise<FileAnswer> => {
  const resource = await view(dependencies.db, actor, async (tx) => {
    const patientId = await ownerOf(tx, actor, id)
    const prove = proveOne(dependencies, id)
    const resourcesIn = await fileReader(tx, actor, dependencies, { patientId, language, prove })
    const found = required((await resourcesIn(type)).find((one) => one.id === id))
    const subject = subjectOf(id)
    const { read: action } = fhirResources[type].audit
    return audited({ action, patientId, ...(subject && { subject }), detail: { fhir: type } }, found)
  })
  return fhirAnswer(resource)
}
