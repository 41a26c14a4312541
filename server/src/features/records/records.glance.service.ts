import { mostOfNote, type PatientGlance } from '@ulna/contract/patient-file/patient-file'
import { recordAlerts, recordNote } from '@ulna/contract/records/records.summary.rules'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import type { RecordClasses } from '../modules/modules.service.ts'

type ClinicalGlance = Pick<PatientGlance, 'alerts' | 'lastNote'>

interface NewestRow {
  readonly kind: 'history' | 'followUp'
  readonly id: number
  readonly classId: string
  readonly classVersion: number
  readonly data: string
  readonly date: Date
  readonly sessionNumber: number | null
  readonly author: string
}

/** The newest medical history and the newest follow-up of a patient that stand. */
const newest = prepared<NewestRow, { readonly practiceId: number; readonly patientId: number }>(
  ({ practiceId, patientId }) => {
    const one = (kind: string, condition: ReturnType<typeof sql>) => sql`(
      select ${sql.lit(kind)} as kind, r.id, r.class_id as "classId", r.class_version as "classVersion", r.data,
        r.occurred_at as date, r.session_number as "sessionNumber", d.full_name as author
      from records r join doctors d on d.practice_id = ${practiceId} and d.id = r.author_id
      where r.practice_id = ${practiceId} and r.patient_id = ${patientId} and r.voided_at is null and ${condition}
      order by r.occurred_at desc, r.id desc limit 1)`
    return sql`${one('history', sql`r.type = 'med_hist' and not r.former`)} union all ${one('followUp', sql`r.subtype = 'follow_up'`)}`
  },
)

const cut = (text: string): string => {
  const letters = [...text]
  return letters.length <= mostOfNote ? text : `${letters.slice(0, mostOfNote - 1).join('')}…`
}

/** Alerts and last note of a patient; nothing for members without clinical access. */
export const clinicalGlanceOf = async (
  tx: Tx,
  { practiceId, clinical }: PracticeActor,
  classes: RecordClasses,
  patientId: number,
): Promise<ClinicalGlance> => {
  if (!clinical) return { alerts: [], lastNote: null }
  const rows = await newest(tx, { practiceId, patientId })
  const read = async (kind: NewestRow['kind']) => {
    const row = rows.find((one) => one.kind === kind)
    if (!row) return undefined
    const recordClass = await classes.version(tx, practiceId, row.classId, row.classVersion)
    return { row, recordClass, data: JSON.parse(row.data) as Record<string, unknown> }
  }
  const [history, followUp] = [await read('history'), await read('followUp')]
  return {
    alerts: history
      ? recordAlerts(history.recordClass, history.data).map(({ kind, text }) => ({ kind, text }))
      : [],
    lastNote: followUp
      ? {
          recordId: followUp.row.id,
          date: followUp.row.date.toISOString(),
          sessionNumber: followUp.row.sessionNumber,
          author: followUp.row.author,
          text: cut(recordNote(followUp.recordClass, followUp.data)),
        }
      : null,
  }
}
