import { createHash } from 'node:crypto'
import { languages } from '@ulna/contract/languages'
import { type RecordClass, recordClass } from '@ulna/contract/record-class/record-class'
import { handedClassId } from '@ulna/contract/records/records.policy'
import { type Canonical, canonicalJson } from '@ulna/contract/signatures/signatures.seal'
import type { Tx } from '../../platform/database/database.ts'
import { classFaults } from './faults/modules.faults.ts'
import { sizeFaults } from './faults/modules.size.faults.ts'
import { highestVersion, mostTexts } from './modules.document.ts'
import { findOriginalForm, keepReceivedForm } from './modules.received.repository.ts'

/** The id under which a form of elsewhere stands here; whether it took new records there makes no difference. */
export const receivedClassIdOf = ({ active: _, ...form }: RecordClass): string =>
  handedClassId(
    createHash('sha256')
      .update(canonicalJson(form as unknown as Canonical))
      .digest('hex'),
    form.classId,
  )

/**
 * Keeps a form that came with a file which was handed over; answers the id under which it stands here, null where another one
 * has it already.
 */
export const keepForm = async (tx: Tx, practiceId: number, form: RecordClass): Promise<string | null> => {
  const classId = receivedClassIdOf(form)
  return (await keepReceivedForm(tx, practiceId, classId, { ...form, active: false })) ? classId : null
}

const isFew = (texts: unknown): boolean =>
  typeof texts === 'object' && texts !== null && Object.keys(texts).length <= mostTexts

/** Whether a form is small enough to be looked at. */
const isModest = (input: unknown): boolean => {
  if (typeof input !== 'object' || input === null) return false
  const { locales, ...form } = input as { readonly locales?: unknown }
  return (
    sizeFaults(form).length === 0 &&
    typeof locales === 'object' &&
    Object.keys(locales ?? {}).length <= languages.length &&
    Object.values(locales ?? {}).every(isFew)
  )
}

/** A form of elsewhere, held to what holds for every form that is installed here; undefined for what is none. */
export const readReceivedForm = (input: unknown): RecordClass | undefined => {
  if (!isModest(input)) return undefined
  const { data: form } = recordClass.safeParse(input)
  return form && form.version <= highestVersion && classFaults(form).length === 0 ? form : undefined
}

/** A form as it was where it came from. */
export const originalForm = findOriginalForm
