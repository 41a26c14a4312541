import type { ErrorKey } from '@ulna/contract/errors'
import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import type { Queries } from '../database/database.ts'
import type { SignedInActor } from './actor.ts'

interface Account {
  readonly isFirst: boolean
  readonly isProven: boolean
  readonly hasFactor: boolean
}

/**
 * Who runs the installation: the accounts that `OPERATORS` names by their mail address, once they have proved that it is
 * theirs and have a second factor. Where it names nobody, the account that was made first, which is that of whoever
 * installed it (docs/decisions/0067-operators.md). Being an owner of a practice is no part of it.
 */
export class Operators {
  private readonly queries: Queries
  private readonly addresses: ReadonlySet<string>

  constructor(queries: Queries, addresses: readonly string[]) {
    this.queries = queries
    this.addresses = new Set(addresses)
  }

  /** What keeps somebody from running the installation; null where nothing does. */
  async obstacleOf({ userId, email }: Pick<SignedInActor, 'userId' | 'email'>): Promise<ErrorKey | null> {
    const isNamed = this.addresses.has(email.toLowerCase())
    if (this.addresses.size > 0 && !isNamed) return 'operator_required'
    const account = await this.find(userId)
    if (!isNamed) return account?.isFirst ? null : 'operator_required'
    if (!account?.isProven) return 'operator_mail_unproven'
    return account.hasFactor ? null : 'operator_factor_missing'
  }

  async require(person: Pick<SignedInActor, 'userId' | 'email'>): Promise<void> {
    const obstacle = await this.obstacleOf(person)
    if (obstacle) throw new AppError(obstacle)
  }

  private async find(userId: number): Promise<Account | undefined> {
    const { rows } = await sql<Account>`
      select u.id = (select min(id) from users) as "isFirst", u.email_verified_at is not null as "isProven",
        u.totp_confirmed_at is not null or exists (select from passkeys p where p.user_id = u.id) as "hasFactor"
      from users u where u.id = ${userId}`.execute(this.queries)
    return rows[0]
  }
}
