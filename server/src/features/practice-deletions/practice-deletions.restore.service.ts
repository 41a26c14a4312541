import { sql } from 'kysely'
import { type Tx, transaction } from '../../platform/database/database.ts'
import type { OutsideList } from '../../platform/outside-list.ts'
import type { Database } from '../../platform/use-case.ts'
import { type ListedDeletion, readDeletionList } from './practice-deletions.list.ts'
import { endMemberships, keepOwners } from './practice-deletions.people.repository.ts'
import { queueCarryingOut } from './practice-deletions.queue.ts'
import { writeClosing } from './practice-deletions.repository.ts'

/** Whether a practice is here that was deleted: the same one. */
const isBack = async (tx: Tx, { practiceId, practiceUid }: ListedDeletion): Promise<boolean> => {
  const { rows } = await sql`
    select from practices where id = ${practiceId} and uid = ${practiceUid}::uuid for update`.execute(tx)
  return rows.length > 0
}

interface DecidedAgain {
  readonly id: number
  /** Whom the database knows, which may be older than the account of who decided it first. */
  readonly askedBy: number
}

/** The deletion that is to be carried out again: the one that the backup holds, or a new one with the same number. */
const decideAgain = async (tx: Tx, one: ListedDeletion): Promise<DecidedAgain | undefined> => {
  const { practiceId, practiceDeletionId: id, decidedBy } = one
  await sql`
    update practice_deletions set state = 'destroying', destroy_after = least(destroy_after, now())
    where practice = ${practiceId} and state in ('closing', 'destroying')`.execute(tx)
  await sql`
    insert into practice_deletions (id, practice, practice_uid, practice_name, timezone, state, ground, language, asked_by,
      destroy_after)
    select ${id}, p.id, p.uid, p.name, p.timezone, 'destroying', 'restored', u.language, u.id, now()
    from practices p join users u on u.id = coalesce((select id from users where id = ${decidedBy}),
      (select min(user_id) from memberships where practice_id = ${practiceId} and role = 'owner'))
    where p.id = ${practiceId}
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<DecidedAgain>`
    select id, asked_by as "askedBy" from practice_deletions
    where practice = ${practiceId} and state = 'destroying'`.execute(tx)
  return rows[0]
}

const applyOne = (db: Database, one: ListedDeletion): Promise<boolean> =>
  transaction(db.queries, { practiceId: one.practiceId, userId: 0 }, 'read write', async (tx) => {
    if (!(await isBack(tx, one))) return false
    const again = await decideAgain(tx, one)
    if (again === undefined) return false
    const { id, askedBy } = again
    await writeClosing(tx, one.practiceId, true)
    await keepOwners(tx, id, one.practiceId)
    await endMemberships(tx, one.practiceId, askedBy)
    await queueCarryingOut(tx, id, new Date())
    return true
  })

/**
 * Deletes again what was deleted before and is back, from an older backup or by an import: nobody gets in any more when this
 * returns, and it is destroyed in the background. Answers how many practices there were.
 */
export const applyDeletions = async (db: Database, list: OutsideList): Promise<number> => {
  let again = 0
  for (const one of await readDeletionList(list)) if (await applyOne(db, one)) again += 1
  return again
}

/** Ids of practices that a list proves to have been deleted: nothing of their trail is missed. */
export const deletedPractices = async (list: OutsideList): Promise<ReadonlySet<number>> =>
  new Set((await readDeletionList(list)).map(({ practiceId }) => practiceId))

/** Whether a list proves that this very practice was deleted. */
export const wasDeleted = async (
  list: OutsideList,
  { id, uid }: { readonly id: number; readonly uid: string },
): Promise<boolean> =>
  (await readDeletionList(list)).some(
    ({ practiceId, practiceUid }) => practiceId === id && practiceUid === uid,
  )
