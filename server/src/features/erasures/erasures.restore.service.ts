import { sql } from 'kysely'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { findNumbers, numbersThatStay } from './certificates/erasures.numbers.ts'
import type { ErasureDependencies } from './erasures.dependencies.ts'
import type { ListedErasure } from './erasures.list.ts'
import { queueCarryingOut, queueCertificate } from './erasures.queue.ts'
import { digestsOfFile } from './erasures.recognition.service.ts'
import { writeBlocked } from './erasures.repository.ts'

type RestoreDependencies = Pick<ErasureDependencies, 'db' | 'digestKeys'>

/** One that is noted, or of an alias, whose erasure had no number of its own. */
interface Restored extends Omit<ListedErasure, 'erasureId'> {
  readonly erasureId: number | null
}

/** One that is done and was left without its certificate, whatever kept that from being made. */
const isUncertified = async (tx: Tx, { practiceId, erasureId }: Restored): Promise<boolean> => {
  const { rows } = await sql<{ without: boolean }>`
    select exists (select from erasures e where e.practice_id = ${practiceId} and e.id = ${erasureId} and e.state = 'done'
      and not exists (select from erasure_papers p where p.practice_id = ${practiceId} and p.erasure_id = e.id)
    ) as without`.execute(tx)
  return rows[0]?.without === true
}

/** Whether a patient is here who was erased: the same one, whom the database does not know as erased. */
const isBack = async (tx: Tx, one: Restored): Promise<boolean> => {
  const { rows } = await sql<{ back: boolean }>`
    select exists (select from patients where practice_id = ${one.practiceId} and id = ${one.patientId}
        and uid = ${one.patientUid}::uuid and (merged_at is null or ${one.erasureId}::bigint is not null))
      and not exists (select from erasures where practice_id = ${one.practiceId} and id = ${one.erasureId}
        and state = 'done') as back`.execute(tx)
  return rows[0]?.back === true
}

/**
 * The erasure that is to be carried out again: the one that the backup holds, or a new one with the same number. It was
 * carried out once, so it waits for nothing any more.
 */
const decideAgain = async (tx: Tx, key: Buffer, one: Restored): Promise<number | undefined> => {
  const { practiceId, patientId, scope } = one
  const digests = scope === 'whole' ? await digestsOfFile(tx, key, practiceId, patientId) : null
  const numbers = numbersThatStay(await findNumbers(tx, practiceId, patientId), false)
  await sql`
    update erasures set destroy_after = now(), state = 'blocked', ground = 'restored', needs_notices = false where practice_id = ${practiceId}
      and patient_id = ${patientId} and scope = ${scope} and state in ('blocked', 'destroying')`.execute(tx)
  const { rows: deciders } = await sql<{ id: number; userId: number | null }>`
    select coalesce(${one.erasureId}::bigint, nextval('global_id')) as id, coalesce(
      (select id from users where id = ${one.decidedBy}),
      (select min(user_id) from memberships where practice_id = ${practiceId} and role = 'owner')) as "userId"`.execute(
    tx,
  )
  const [decided] = deciders
  if (decided?.userId)
    await sql`
      insert into erasures (practice_id, id, patient_id, patient_uid, scope, ground, state, decided_by, destroy_after,
        document_digest, person_digest, known_digests, file_numbers)
      values (${practiceId}, ${decided.id}, ${patientId}, ${one.patientUid}::uuid, ${scope}, 'restored', 'blocked',
        ${decided.userId}, now(), ${digests?.documentDigest ?? null}, ${digests?.personDigest ?? null},
        ${[...(digests?.knownDigests ?? [])]}::bytea[], ${JSON.stringify(numbers)})
      on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from erasures where practice_id = ${practiceId} and patient_id = ${patientId} and scope = ${scope}
      and state = 'blocked' order by id limit 1`.execute(tx)
  return rows[0]?.id
}

const applyOne = ({ db, digestKeys: [key] }: RestoreDependencies, one: Restored): Promise<boolean> =>
  transaction(
    db.queries,
    { practiceId: one.practiceId, userId: 0, seesBlocked: true },
    'read write',
    async (tx) => {
      if (!(await isBack(tx, one))) {
        const { practiceId, erasureId: done } = one
        if (done !== null && (await isUncertified(tx, one)))
          await queueCertificate(tx, { practiceId, erasureId: done })
        return false
      }
      const erasureId = await decideAgain(tx, key, one)
      if (erasureId === undefined) return false
      if (one.scope === 'whole') await writeBlocked(tx, one.practiceId, one.patientId, true)
      await queueCarryingOut(tx, { practiceId: one.practiceId, erasureId }, new Date())
      return true
    },
  )

/** In a backup from before the files were merged, the others are patients of their own. */
const withAliases = ({ aliases = [], ...one }: ListedErasure): readonly Restored[] => [
  one,
  ...(one.scope === 'whole' ? aliases : []).map(({ id, uid }) => ({
    ...one,
    erasureId: null,
    patientId: id,
    patientUid: uid,
  })),
]

/**
 * Erases again who was erased before and is back: from an older backup, or by a practice that was brought in anew. They
 * are blocked when this returns, and destroyed in the background. Answers how many there were.
 */
export const applyErasures = async (
  dependencies: RestoreDependencies,
  erasures: readonly ListedErasure[],
): Promise<number> => {
  let again = 0
  for (const one of erasures.flatMap(withAliases)) if (await applyOne(dependencies, one)) again += 1
  return again
}
