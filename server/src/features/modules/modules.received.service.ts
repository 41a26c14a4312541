import { createHash } from 'node:crypto'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { handedClassId } from '@ulna/contract/records/records.policy'
import { type Canonical, canonicalJson } from '@ulna/contract/signatures/signatures.seal'
import type { Tx } from '../../platform/database/database.ts'
import { findOriginalForm, keepReceivedForm } from './modules.received.repository.ts'

/** The id under which a form of elsewhere stands here; whether it took new records there makes no difference. */
export const receivedClassIdOf = ({ active: _, ...form }: RecordClass): string =>
  handedClassId(
    createHash('sha256')
      .update(canonicalJson(form as unknown as Canonical))
      .digest('hex'),
    form.classId,
  )

/** Keeps a form that came with a file which was handed over; answers false where another one has its id already. */
export const keepForm = (tx: Tx, practiceId: number, form: RecordClass): Promise<boolean> =>
  keepReceivedForm(tx, practiceId, receivedClassIdOf(form), { ...form, active: false })

/** A form as it was where it came from. */
export const originalForm = findOriginalForm
