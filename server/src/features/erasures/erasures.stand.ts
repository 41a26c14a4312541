import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { databaseToday } from '../../platform/database/database-clock.ts'
import { readConfigurations } from '../../platform/stored-configurations.ts'
import { termOfFile } from '../retention/retention.service.ts'
import { countFile } from './erasures.count.repository.ts'
import type { FileStand } from './erasures.preview.ts'

/** A practice, as far as its terms go. */
export interface Place {
  readonly practiceId: number
  readonly timezone: string
  readonly configurations: PracticeConfigurations
}

/** What stands in a file and what the law says of it today; undefined when the patient is not here. */
export const findStand = async (tx: Tx, place: Place, patientId: number): Promise<FileStand | undefined> => {
  const [file, term, today] = await Promise.all([
    countFile(tx, place.practiceId, patientId),
    termOfFile(tx, place, patientId),
    databaseToday(tx, place.timezone),
  ])
  return file && { ...file, rule: place.configurations.retention.rule, term, today }
}

/** The practice of a job, which nobody's call brings along. */
export const findPlace = async (tx: Tx, practiceId: number): Promise<Place | undefined> => {
  const { rows } = await sql<{ timezone: string; configurations: string }>`
    select timezone, configurations::text as configurations from practices where id = ${practiceId}`.execute(
    tx,
  )
  const [row] = rows
  return row && { practiceId, timezone: row.timezone, configurations: readConfigurations(row.configurations) }
}
