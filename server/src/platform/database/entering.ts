import type { Bracket, Statement } from './statement-batch.ts'

/** Who the transaction acts for. Practice 0 is the installation: no tenant row is visible. */
export interface Scope {
  readonly practiceId: number
  readonly userId: number
  /** Also what is blocked until it is erased, which nobody else sees (decision 0057). */
  readonly seesBlocked?: true
}

/** Outside every practice. */
export const installationScope: Scope = { practiceId: 0, userId: 0 }

/** How a connection comes to act in a scope. */
export interface Entrance {
  /** In a transaction that has begun. */
  readonly inTransaction: (scope: Scope) => Statement
  /** Around statements that only read. */
  readonly aroundReading: (scope: Scope) => Bracket
  /** Around one statement that writes by itself. */
  readonly aroundWriting: (scope: Scope) => Bracket
}

export const commitStatement: Statement = { name: 'commit', text: 'commit' }

const settings = "set_config('app.practice_id', $1, true), set_config('app.user_id', $2, true)"
const sight = "set_config('app.sees_blocked', 'on', true)"
const readOnly = "set_config('transaction_read_only', 'on', true)"

const entering = ({ practiceId, userId, seesBlocked }: Scope): Statement => ({
  name: seesBlocked ? 'enter with blocked' : 'enter',
  text: `select ${settings}${seesBlocked ? `, ${sight}` : ''}`,
  values: [practiceId, userId],
})

// All of a scope: another reader's may stand before it in the same transaction.
const enteringToRead = ({ practiceId, userId, seesBlocked }: Scope): Statement => ({
  name: 'enter to read',
  text: `select ${settings}, set_config('app.sees_blocked', $3, true), ${readOnly}`,
  values: [practiceId, userId, seesBlocked ? 'on' : ''],
})

/** One PostgreSQL: statements behind one `Sync` are one transaction, and there is none to begin or end. */
export const plainEntrance: Entrance = {
  inTransaction: entering,
  aroundReading: (scope) => ({ before: [enteringToRead(scope)] }),
  aroundWriting: (scope) => ({ before: [entering(scope)] }),
}

const enteringEverywhere = ({ practiceId, userId, seesBlocked }: Scope): Statement => ({
  name: 'enter everywhere',
  text: 'select enter_everywhere($1, $2, $3)',
  values: [practiceId, userId, seesBlocked ?? false],
})

/**
 * Several machines: a setting follows a statement to where its rows lie when it was made by SET LOCAL in a transaction that
 * was begun (docs/decisions/0075-distributed-engine.md).
 */
export const distributedEntrance: Entrance = {
  inTransaction: enteringEverywhere,
  aroundReading: (scope) => ({
    before: [{ name: 'begin reading', text: 'begin transaction read only' }, enteringEverywhere(scope)],
    after: commitStatement,
  }),
  aroundWriting: (scope) => ({
    before: [{ name: 'begin writing', text: 'begin transaction read write' }, enteringEverywhere(scope)],
    after: commitStatement,
  }),
}
