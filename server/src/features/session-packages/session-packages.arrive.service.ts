import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { queueExpiry } from './session-packages.expiry.service.ts'
import { findTimezone } from './session-packages.repository.ts'

/** Queues the last days of packages of a practice that arrived from elsewhere: jobs do not travel. */
export const goOnWithExpiry = async (tx: Tx, practiceId: number): Promise<void> => {
  const timezone = await findTimezone(tx, practiceId)
  if (timezone === undefined) return
  const { rows } = await sql<{ packageId: number; expiresOn: string }>`
    select id as "packageId", expires_on::text as "expiresOn" from session_packages
    where practice_id = ${practiceId} and expires_on is not null and expiry_told_on is distinct from expires_on`.execute(
    tx,
  )
  for (const { packageId, expiresOn } of rows)
    await queueExpiry(tx, { practiceId, timezone }, packageId, expiresOn)
}
