import { type AuditAction, auditActions } from '@ulna/contract/audit-actions'
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
