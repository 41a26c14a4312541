import { randomUUID } from 'node:crypto'
import type { FilePart } from '@ulna/contract/patient-copies/patient-copies.reserved'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Bundle, FhirResource } from 'fhir/r4'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import type { SealChecks } from '../signatures/signatures.service.ts'
import { patientFileOf, provenFile } from './fhir.file.service.ts'
import { resourceId } from './mapping/base/fhir.names.ts'
import {
  type MappingContext,
  type NamedPractitioner,
  type PatientFile,
  type WithheldThings,
  type Withholds,
  withholdsNoThing,
  withholdsNothing,
} from './mapping/base/fhir.patient-file.ts'
import { fileToHandOut, type MappedType, mappedTypes, resourcesOf } from './mapping/fhir.file-resources.ts'
import { summaryBundle } from './mapping/summary/fhir.summary.ts'

/** Whose file is handed out, how, and what of it stays behind. */
export interface HandOutWish {
  readonly patientId: number
  readonly language: Language
  /** What is left out, by law or by choice; nothing where nothing is said. */
  readonly withholds?: Withholds
  /** What beside the answers stays behind; nothing where nothing is said. */
  readonly withheldParts?: ReadonlySet<FilePart>
  /** Documents, files and texts of visits that stay behind one by one; none where nothing is said. */
  readonly withheldThings?: WithheldThings
}

type Withheld = Pick<HandOutWish, 'withholds' | 'withheldParts' | 'withheldThings'>

/** A document that stays behind does with all its answers. */
const withheldIn = ({
  withholds = withholdsNothing,
  withheldParts = new Set(),
  withheldThings = withholdsNoThing,
}: Withheld) => ({
  ...{ withheldParts, withheldThings },
  withholds: ((record, field) =>
    withheldThings.records.has(record.id) || withholds(record, field)) satisfies Withholds,
})

export interface HandOutDependencies {
  readonly classes: RecordClasses
  readonly appUrl: () => string
  /** What verifies seals, with the bytes of files or without. */
  readonly seals: SealChecks
}

const prepared = async (
  tx: Tx,
  actor: PracticeActor,
  { classes, appUrl }: Pick<HandOutDependencies, 'classes' | 'appUrl'>,
  { patientId, language, ...withheld }: HandOutWish,
  seals?: SealChecks,
): Promise<{ readonly file: PatientFile; readonly context: MappingContext }> => {
  const context = { appUrl: appUrl(), language, ...withheldIn(withheld) }
  const whole = await patientFileOf(tx, actor, classes, patientId)
  return { file: fileToHandOut(seals ? await provenFile(tx, seals, whole) : whole, context), context }
}

/** Who wrote or treated: they go out last, and only those whom the rest names. */
const ofPeople: ReadonlySet<MappedType> = new Set(['Practitioner', 'PractitionerRole'])

const noteNamed = (resource: FhirResource, named: Set<string>): void => {
  for (const [, id = ''] of JSON.stringify(resource).matchAll(/"Practitioner\/([^"]+)"/g)) named.add(id)
}
/** A file as it is handed out: records without the answers that stay behind, and without what stands beside the answers where that does. */
export const fileWithout = (file: PatientFile, withheld: Withheld): PatientFile =>
  fileToHandOut(file, withheldIn(withheld))

/**
 * Every resource of the file of a patient, kind by kind, so that whoever writes them down holds one kind at a time, with what
 * is found of its seals. The row in the trail is the caller's; not_found when it is not of the practice.
 */
export const resourcesOfPatient = async function* (
  tx: Tx,
  actor: PracticeActor,
  dependencies: HandOutDependencies,
  wish: HandOutWish,
): AsyncGenerator<FhirResource> {
  const { file, context } = await prepared(tx, actor, dependencies, wish, dependencies.seals)
  const named = new Set<string>()
  for (const type of mappedTypes.filter((one) => !ofPeople.has(one)))
    for (const one of resourcesOf(file, type, context)) {
      noteNamed(one, named)
      yield one
    }
  const isNamed = ({ id }: NamedPractitioner): boolean => named.has(resourceId('doctor', id))
  const people = {
    practitioners: file.practitioners.filter(isNamed),
    ofElsewhere: file.ofElsewhere.filter(isNamed),
  }
  for (const type of ofPeople) yield* resourcesOf({ ...file, ...people }, type, context)
}

/** The International Patient Summary of a patient, as a document. The row in the trail is the caller's. */
export const summaryOfPatient = async (
  tx: Tx,
  actor: PracticeActor,
  dependencies: Pick<HandOutDependencies, 'classes' | 'appUrl'>,
  wish: HandOutWish,
): Promise<Bundle> => {
  const { file, context } = await prepared(tx, actor, dependencies, wish)
  const [patient] = resourcesOf(file, 'Patient', context)
  if (!patient) throw new Error(`the file of ${wish.patientId} has no patient`)
  const at = new Date(await databaseNow(tx)).toISOString()
  return summaryBundle(file, patient, context, { at, uuid: randomUUID() })
}
