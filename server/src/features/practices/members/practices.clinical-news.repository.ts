import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { letterTo, type PracticeOwner } from '../../../platform/sessions/practice-owners.ts'

/** What a mail to an owner about clinical access says. */
export interface ClinicalLetter extends PracticeOwner {
  readonly member: string
  readonly role: Role
  readonly by: string
  /** Access is asked for still. */
  readonly waits: boolean
}

export interface ClinicalSubject {
  readonly practiceId: number
  readonly membershipId: number
  /** Whose wish it was. */
  readonly by: number
}

/** Finds what to write to an owner; undefined once they are none any more, or cannot sign in. */
export const findClinicalLetter = (
  tx: Tx,
  { practiceId, membershipId, by }: ClinicalSubject,
  ownerId: number,
): Promise<ClinicalLetter | undefined> =>
  letterTo(
    tx,
    [practiceId, ownerId],
    sql<Omit<ClinicalLetter, keyof PracticeOwner>>`
      select d.full_name as member, m.role, b.first_name || ' ' || b.last_name as by,
        m.clinical_asked_by is not null as waits
      from memberships m
        join doctors d on d.practice_id = ${practiceId} and d.id = m.doctor_id
        join users b on b.id = ${by}
      where m.practice_id = ${practiceId} and m.id = ${membershipId}`.execute(tx),
  )
