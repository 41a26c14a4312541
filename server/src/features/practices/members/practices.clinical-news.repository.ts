import type { Language } from '@ulna/contract/record-class/record-class'
import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** What a mail to an owner about clinical access says. */
export interface ClinicalLetter {
  readonly email: string
  readonly firstName: string
  readonly language: Language
  readonly practice: string
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
export const findClinicalLetter = async (
  tx: Tx,
  { practiceId, membershipId, by }: ClinicalSubject,
  ownerId: number,
): Promise<ClinicalLetter | undefined> => {
  const { rows } = await sql<ClinicalLetter>`
    select o.email, o.first_name as "firstName", o.language, p.name as practice, d.full_name as member, m.role,
      b.first_name || ' ' || b.last_name as by, m.clinical_asked_by is not null as waits
    from memberships m
      join practices p on p.id = m.practice_id
      join doctors d on d.practice_id = m.practice_id and d.id = m.doctor_id
      join users b on b.id = ${by}
      join memberships om on om.practice_id = m.practice_id and om.user_id = ${ownerId}
      join users o on o.id = om.user_id
    where m.practice_id = ${practiceId} and m.id = ${membershipId}
      and om.role = 'owner' and om.ended_at is null and o.activated_at is not null and o.disabled_at is null`.execute(
    tx,
  )
  return rows[0]
}
