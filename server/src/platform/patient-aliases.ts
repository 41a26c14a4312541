import { type RawBuilder, sql } from 'kysely'
import { AppError } from './app-error.ts'
import { type Queries, reading, type Tx } from './database/database.ts'
import { fromPostgres } from './database/postgres-errors.ts'
import { prepared } from './database/prepared.ts'

type Expression = RawBuilder<unknown>

/**
 * That a column names a patient, or somebody whose file became part of theirs. For what is sealed, issued or chained: it
 * says for ever whom it was made for, and is read in the file it stands in now (decision 0059).
 */
export const isOfFile = (column: Expression, practiceId: unknown, patientId: unknown): Expression => sql`
  ${column} = any(array(select ${patientId}::bigint
    union all select x.alias_id from patient_aliases x
    where x.practice_id = ${practiceId} and x.patient_id = ${patientId}))`

/** In whose file something stands now that was made for whoever a column names. */
export const fileOf = (practiceId: unknown, column: Expression): Expression => sql`
  coalesce((select x.patient_id from patient_aliases x
    where x.practice_id = ${practiceId} and x.alias_id = ${column}), ${column})`

const findFile = prepared<
  { readonly patientId: number },
  { readonly practiceId: number; readonly aliasId: number }
>(
  ({ practiceId, aliasId }) => sql`
    select patient_id as "patientId" from patient_aliases where practice_id = ${practiceId} and alias_id = ${aliasId}`,
)

/** Into whose file that of a patient was merged; undefined when it was not. */
export const mergedInto = async (tx: Tx, practiceId: number, aliasId: number): Promise<number | undefined> =>
  (await findFile(tx, { practiceId, aliasId }))[0]?.patientId

/** How a patient is named in what is asked: by an id of ours, or as FHIR calls one. */
const idOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  const [, digits] = (typeof value === 'string' && /^(?:Patient\/)?patient-(\d{1,15})$/.exec(value)) || []
  return digits === undefined ? undefined : Number(digits)
}

/** Ids of all things come from one sequence, so what is called `id` and is of something else is nobody's alias. */
const names = ['id', 'patientId', 'ownerId', 'otherId', 'patientIds', 'patient', 'subject'] as const

/** Whom a call may name, by the names that patients have in paths, queries and bodies. */
const namedPatients = (given: readonly unknown[]): readonly number[] =>
  given
    .filter((one) => typeof one === 'object' && one !== null)
    .flatMap((one) => names.flatMap((name) => (one as Record<string, unknown>)[name]))
    .map(idOf)
    .filter((id) => id !== undefined)

/** Also what a foreign key of the database says. */
const isMissing = (error: unknown): boolean =>
  (error instanceof AppError ? error : fromPostgres(error))?.key === 'not_found'

/**
 * What became of a call that found nothing: where it names somebody whose file became part of another, it is told where
 * that went, and else what it was told. Asked in one place, and only once there was nothing.
 */
export const explainMissing =
  (queries: Queries) =>
  async (error: unknown, practiceId: number | null, given: readonly unknown[]): Promise<unknown> => {
    if (practiceId === null || !isMissing(error)) return error
    for (const id of namedPatients(given)) {
      const patientId = await reading(queries, { practiceId, userId: 0 }, (tx) =>
        mergedInto(tx, practiceId, id),
      )
      if (patientId !== undefined) return new AppError('patient_merged', { params: { patientId } })
    }
    return error
  }
export type ExplainMissing = ReturnType<typeof explainMissing>
