import type { FileHandOverInput } from '@ulna/contract/hand-overs/hand-overs'
import { languages } from '@ulna/contract/languages'
import { partKey, thingKey } from '@ulna/contract/patient-copies/patient-copies.reserved'
import { withoutScoresOf } from '@ulna/contract/record-class/record-class.reserved'
import { isTemporary } from '@ulna/contract/records/records.policy'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { textsOf } from '../../../platform/locale-texts.ts'
import type { PatientFile } from '../../fhir/fhir.file.service.ts'
import { placeOf } from '../../patient-copies/patient-copies.contents.service.ts'
import type { HandedSeal } from '../../signatures/signatures.attest.service.ts'
import type { HandedSeals, HandOverContents } from '../hand-overs.format.ts'

/** What leaves with a file besides what every copy of it holds. */
export interface HandedMore {
  readonly seals: readonly HandedSeal[]
  readonly packages: readonly SessionPackage[]
}

interface Leaving extends HandedMore {
  readonly file: PatientFile
  /** The same without what is kept back. */
  readonly handed: PatientFile
  readonly keptBack: ReadonlySet<string>
  /** Ids of files whose bytes are in the archive. */
  readonly there: ReadonlySet<number>
}

const patientOf = ({ patient }: PatientFile): HandOverContents['patient'] => ({
  firstName: patient.firstName,
  lastName: patient.lastName,
  birthDate: patient.birthDate,
  socialId: patient.socialId,
  phone: patient.phone,
  mobile: patient.mobile,
  email: patient.email,
  address: patient.address,
  language: patient.language,
  note: patient.note,
  clinicSummary: patient.clinicSummary,
})

const isOf =
  (ids: ReadonlySet<number>) =>
  ({ recordId }: { readonly recordId: number }): boolean =>
    ids.has(recordId)

/** What programs read: everything that is written in a file, without what is kept back. A temporary document is not. */
export const contentsOf = ({ handed, keptBack, there, packages }: Leaving): HandOverContents => {
  const isWhole = ({ uid }: { readonly uid: string }): boolean => !keptBack.has(thingKey('record', uid))
  const records = handed.records.filter((record) => !isTemporary(record) && isWhole(record))
  const isHanded = isOf(new Set(records.map(({ id }) => id)))
  return {
    records,
    patient: patientOf(handed),
    forms: handed.forms
      .filter((form) =>
        records.some((one) => one.recordClassId === form.classId && one.recordClassVersion === form.version),
      )
      .map((form) => withoutScoresOf(form, (fieldId) => keptBack.has(partKey(form.classId, fieldId)))),
    addenda: handed.addenda.filter(isHanded),
    files: handed.files
      .filter((one) => isHanded(one) && there.has(one.id))
      .map((one) => ({ ...one, path: placeOf(one) })),
    signatures: handed.signatures.filter(isHanded),
    consents: handed.consents.filter(isHanded),
    packages: packages.map(({ description, numSessions, usedSessions }) => ({
      ...{ description, sessions: numSessions, used: usedSessions },
    })),
    visits: handed.appointments.length,
  }
}

/** The name of a case stands in what was signed of its follow-ups, and wherever an answer names it. */
const namesOfCases = (file: PatientFile, keptBack: ReadonlySet<string>): boolean =>
  file.records.some(
    ({ subtype, recordClassId }) => subtype === 'case' && keptBack.has(partKey(recordClassId, 'name')),
  )

/** Seals with the texts that they cover, but for those that say what is kept back: they name the files of a record too. */
export const sealsOf = (
  { file, handed, keptBack, seals }: Leaving,
  { records }: HandOverContents,
): HandedSeals => {
  const isAnyNameKept = namesOfCases(file, keptBack)
  const withKeptFile = new Set(handed.withheldFiles?.map(({ recordId }) => recordId))
  const isWhole = ({ id, data }: HandOverContents['records'][number]): boolean => {
    const before = file.records.find((one) => one.id === id)?.data ?? {}
    const isEveryAnswerThere = Object.keys(before).length === Object.keys(data ?? {}).length
    return !isAnyNameKept && !withKeptFile.has(id) && isEveryAnswerThere
  }
  return seals.flatMap((one) => {
    const record = records.find(({ id }) => id === one.recordId)
    return record ? [{ ...one, content: isWhole(record) ? one.content : null }] : []
  })
}

/** What whoever opens the archive without Ulna reads first, in every language. */
export const readmeText = (practice: string, at: string, { recipientName }: FileHandOverInput): string =>
  [
    `${practice} → ${recipientName} · ${at} · Ulna`,
    ...languages.map((language) => textsOf(language, 'handOvers')('readme')),
    '',
  ].join('\n\n')
