import { type AuditAction, auditActions } from '@ulna/contract/audit-actions'
import { type RawBuilder, sql } from 'kysely'
import { endpointNames } from '../../platform/http/openapi/openapi.names.ts'

const actionsOf = (isWanted: (method: string) => boolean): Set<AuditAction> =>
  new Set(
    [...endpointNames.keys()].flatMap(({ method, audit }) =>
      audit !== null && isWanted(method) ? [audit] : [],
    ),
  )

/** What is no GET, and changes nothing that an archive holds, or is done by time alone. */
const alsoNothing: readonly AuditAction[] = [
  ...(['record.print', 'signature.hand_back', 'copy.open'] as const),
  ...(['record.expire', 'package.expire'] as const),
]

const isOfLeaving = (action: AuditAction): boolean =>
  action.startsWith('account.') ||
  action.startsWith('practice.export') ||
  action.startsWith('practice.deletion_')

/**
 * Rows of the trail behind which everything that an archive holds is as it was. Whatever is not known as that counts as a
 * change, so that an archive is rather made once too often.
 */
export const unchangingActions = (): AuditAction[] => {
  const reads = actionsOf((method) => method === 'GET')
  const writes = actionsOf((method) => method !== 'GET')
  return auditActions.filter(
    (action) =>
      isOfLeaving(action) || alsoNothing.includes(action) || (reads.has(action) && !writes.has(action)),
  )
}

/**
 * Whether the trail of a practice goes on behind these heads (JSON, as `TrailHead`) with anything that an archive holds: what
 * was not in the moment that it shows stands behind, whatever the clocks say.
 */
export const goesOnBehind = (
  practiceId: number,
  heads: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`exists (
  select from (select distinct strand from audit_heads where practice_id = ${practiceId}) s
    left join json_to_recordset(${heads}::json) as h (strand smallint, seq bigint) on h.strand = s.strand
    cross join lateral (
      select from audit_events a
      where a.practice_id = ${practiceId} and a.strand = s.strand and a.seq > coalesce(h.seq, 0)
        and a.action <> all(${unchangingActions()}::text[])
      limit 1) change)`
