import type { Addendum } from '@ulna/contract/records/records'
import { AppError } from '../../../platform/app-error.ts'
import { answerText, type ListText, listText, type WireText } from '../../../platform/database/wire.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, type Database, view } from '../../../platform/use-case.ts'
import { tellPatientFile } from '../../patients/patients.news.service.ts'
import { authorize, openRecord } from '../records.open.service.ts'
import { findRecordState } from '../records.repository.ts'
import { findAddenda, insertAddendum } from './records.addenda.repository.ts'

export const listAddenda = (db: Database, actor: PracticeActor, id: number): Promise<ListText<Addendum>> =>
  view(db, actor, async (tx) => {
    const record = await findRecordState(tx, actor.practiceId, id)
    if (!record) throw new AppError('not_found')
    const addenda = await findAddenda(tx, actor.practiceId, id)
    const subject = { type: 'record', id }
    const detail = { addenda: addenda.total }
    return audited({ action: 'record.read', patientId: record.patientId, subject, detail }, listText(addenda))
  })

/** Adds to a record, signed or not, in a locked file too: what it says stays as it is (product-decisions.md §5). */
export const addAddendum = (
  db: Database,
  actor: PracticeActor,
  id: number,
  text: string,
): Promise<WireText<Addendum>> =>
  change(db, actor, async (tx) => {
    const open = await openRecord(tx, actor, id)
    authorize(actor, 'addendum', open)
    const written = await insertAddendum(tx, {
      practiceId: actor.practiceId,
      recordId: id,
      authorId: actor.doctorId,
      text,
    })
    await tellPatientFile(tx, actor, open.record.patientId)
    const detail = { addendum: written.id }
    return audited(
      {
        action: 'record.addendum',
        patientId: open.record.patientId,
        subject: { type: 'record', id },
        detail,
      },
      answerText(written.wire),
    )
  })
