import type { FileHandOverInput } from '@ulna/contract/hand-overs/hand-overs'
import { languages } from '@ulna/contract/languages'
import type { CopyPart } from '@ulna/contract/patient-copies/patient-copies'
import { filePartsIn, isFilePart, partKey } from '@ulna/contract/patient-copies/patient-copies.reserved'
import type { Language } from '@ulna/contract/record-class/record-class'
import { isTemporary } from '@ulna/contract/records/records.policy'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { textsOf } from '../../../platform/locale-texts.ts'
import type { PatientFile } from '../../fhir/fhir.file.service.ts'
import { fileWithout } from '../../fhir/fhir.service.ts'
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
export const contentsOf = ({ file, keptBack, there, packages }: Leaving): HandOverContents => {
  const withholds = (record: { recordClassId: string }, field: { id: string }): boolean =>
    keptBack.has(partKey(record.recordClassId, field.id))
  const handed = fileWithout(file, { withholds, withheldParts: filePartsIn(keptBack) })
  const records = handed.records.filter((record) => !isTemporary(record))
  const isHanded = isOf(new Set(records.map(({ id }) => id)))
  return {
    records,
    patient: patientOf(handed),
    forms: handed.forms.filter((form) =>
      records.some((one) => one.recordClassId === form.classId && one.recordClassVersion === form.version),
    ),
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

/** Seals with the texts that they cover, but for those that say what is kept back. */
export const sealsOf = ({ file, keptBack, seals }: Leaving, { records }: HandOverContents): HandedSeals => {
  const isAnyNameKept = namesOfCases(file, keptBack)
  const isWhole = ({ id, data }: HandOverContents['records'][number]): boolean => {
    const before = file.records.find((one) => one.id === id)?.data ?? {}
    return !isAnyNameKept && Object.keys(before).length === Object.keys(data ?? {}).length
  }
  return seals.flatMap((one) => {
    const record = records.find(({ id }) => id === one.recordId)
    return record ? [{ ...one, content: isWhole(record) ? one.content : null }] : []
  })
}

/** What is kept back, in words of the language that the file is written in. */
export const keptBackWords = (
  parts: readonly CopyPart[],
  keptBack: ReadonlySet<string>,
  language: Language,
): string[] =>
  parts
    .filter(({ key }) => keptBack.has(key))
    .map(({ key, form, label }) =>
      isFilePart(key) ? textsOf(language, 'copies')(`filePart.${key}`) : `${form}: ${label}`,
    )

/** What whoever opens the archive without Ulna reads first, in every language. */
export const readmeText = (practice: string, at: string, { recipientName }: FileHandOverInput): string =>
  [
    `${practice} → ${recipientName} · ${at} · Ulna`,
    ...languages.map((language) => textsOf(language, 'handOvers')('readme')),
    '',
  ].join('\n\n')
