import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** What a file is called and whose it is, under each number that it had. */
export interface NumberedFile {
  readonly fileId: string
  readonly socialId: string | null
  readonly fullName: string
  /** YYYY-MM-DD */
  readonly birthDate: string | null
}

/** Letters and digits alone, small, without accents. */
const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Shorter pieces of a name stand in numbers by chance. */
const tellingLength = 3

const wordsOf = ({ fullName, socialId, birthDate }: NumberedFile): readonly string[] => {
  const [year = '', month = '', day = ''] = birthDate?.split('-') ?? []
  const dates = birthDate === null ? [] : [year + month + day, day + month + year]
  return [...fullName.split(/\s+/), socialId ?? '', ...dates]
    .map(bare)
    .filter((word) => word.length >= tellingLength)
}

/**
 * The numbers of an erased file that stay: what the person, a folder on the shelf and an authority know it by. One that
 * says itself whose it is (a document, a name, a day of birth) stays only where the law calls the file by it.
 */
export const numbersThatStay = (files: readonly NumberedFile[], isAskedFor: boolean): readonly string[] => {
  const telling = files.flatMap(wordsOf)
  return files
    .map(({ fileId }) => fileId)
    .filter((number) => isAskedFor || !telling.some((word) => bare(number).includes(word)))
}

/** The numbers of a file, its own first; read by who sees it. */
export const findNumbers = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<readonly NumberedFile[]> => {
  const { rows } = await sql<NumberedFile>`
    select coalesce(x.file_id, p.file_id) as "fileId", p.social_id as "socialId", p.full_name as "fullName",
      to_char(p.birth_date, 'YYYY-MM-DD') as "birthDate"
    from patients p left join patient_aliases x on x.practice_id = ${practiceId} and x.alias_id = p.id
    where p.practice_id = ${practiceId} and (p.id = ${patientId} or x.patient_id = ${patientId})
    order by x.alias_id nulls first`.execute(tx)
  return rows
}
