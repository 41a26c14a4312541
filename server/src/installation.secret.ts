import type { AuditAction } from '@ulna/contract/audit-actions'
import { sql } from 'kysely'
import { resealAuthenticators } from './features/accounts/accounts.secret.service.ts'
import { endSecondFactors } from './features/accounts/second-factor/accounts.second-factor.repository.ts'
import { endSheetPasswords, resealSheetPasswords } from './features/day-sheets/day-sheets.secret.service.ts'
import { endHandOverKeys } from './features/hand-overs/keys/hand-overs.keys.repository.ts'
import { resealHandOverKeys } from './features/hand-overs/keys/hand-overs.keys.service.ts'
import { endSigningKeys } from './features/papers/keys/papers.keys.repository.ts'
import { resealSigningKeys } from './features/papers/papers.secret.service.ts'
import { anchorSeals } from './features/signatures/signatures.anchors.ts'
import { createSealKeys } from './features/signatures/signatures.seals.ts'
import { contentsOfStrands } from './platform/audit/audit.anchors.ts'
import { type SeamSettings, sewStrands } from './platform/audit/audit.seams.ts'
import { appendAudit } from './platform/audit/audit.strands.ts'
import {
  type ConnectionSettings,
  enterScope,
  openPool,
  type Tx,
  transaction,
} from './platform/database/database.ts'
import { installationScope } from './platform/database/entering.ts'
import { renewErasedLinks } from './platform/origins/origins.erase.ts'
import { beginEpoch, fingerprintOf } from './platform/secret/secret-epochs.ts'
import { type Standing, standingOf } from './platform/secret/secret-start.ts'
import { deriveKey, keyId, type Secrets } from './platform/tokens.ts'

/** What reads or writes everything may take a day. */
export const operatorPatience = 86_400_000

/** Work of the owner of the tables, in one transaction. */
export const asOwner = async <T>(
  connection: ConnectionSettings,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const pool = openPool(connection, {
    size: 1,
    onIdleError: () => undefined,
    patience: operatorPatience,
  })
  try {
    return await transaction(pool.queries, installationScope, 'read write', work)
  } finally {
    await pool.close()
  }
}

export const readStanding = (connection: ConnectionSettings, secrets: Secrets): Promise<Standing> =>
  asOwner(connection, (tx) => standingOf(tx, secrets))

/** Everything of the installation itself (0) and of each practice, one after the other. */
export const eachPractice = async (tx: Tx, work: (practiceId: number) => Promise<void>): Promise<void> => {
  const { rows } = await sql<{ id: number }>`select id from practices order by id`.execute(tx)
  for (const practiceId of [0, ...rows.map(({ id }) => id)]) {
    await enterScope(tx, { practiceId, userId: 0 })
    await work(practiceId)
  }
}

const readNow = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ at: string }>`select iso(now()::timestamptz(3)) as at`.execute(tx)
  return rows[0]?.at ?? ''
}

const tell = (tx: Tx, key: Buffer, practiceId: number, action: AuditAction): Promise<void> => {
  const actor = { practiceId, userId: null, sessionId: null, requestId: action, ip: null }
  return appendAudit(tx, key, practiceId, [{ actor, entry: { action } }])
}

const auditKeyOf = (secret: string): Buffer => deriveKey(secret, 'audit chain')

/** No statement may take as long as a whole trail; what is done here is. */
const takeTime = (tx: Tx): Promise<unknown> => sql`set local statement_timeout = 0`.execute(tx)

const replace = async (
  tx: Tx,
  secrets: Secrets,
  { former, epoch: known }: { readonly former: string; readonly epoch: number },
): Promise<void> => {
  await takeTime(tx)
  const [key, formerKeyId] = [auditKeyOf(secrets[0]), keyId(auditKeyOf(former))]
  if (known === 0) await beginEpoch(tx, { epoch: 1, fingerprint: fingerprintOf(former), began: 'first' })
  const epoch = Math.max(1, known) + 1
  const seams = { epoch, key, formerKeyId, at: await readNow(tx), contents: null }
  await eachPractice(tx, async (practiceId) => {
    await sewStrands(tx, { practiceId, ...seams })
    await resealSigningKeys(tx, practiceId, secrets)
    await resealHandOverKeys(tx, practiceId, secrets)
    await resealSheetPasswords(tx, practiceId, secrets)
    await tell(tx, key, practiceId, 'installation.secret_replaced')
  })
  await resealAuthenticators(tx, secrets)
  await beginEpoch(tx, { epoch, fingerprint: fingerprintOf(secrets[0]), began: 'replaced' })
}

/**
 * Makes the secret of this process the installation's: the first time, or in place of a former one, whose chains go on
 * with the new key and whose secrets are encrypted with it.
 */
export const settleSecret = (
  connection: ConnectionSettings,
  secrets: Secrets,
  standing: Exclude<Standing, { kind: 'foreign' }>,
): Promise<void> =>
  asOwner(connection, async (tx) => {
    if (standing.kind === 'first')
      await beginEpoch(tx, { epoch: 1, fingerprint: fingerprintOf(secrets[0]), began: 'first' })
    if (standing.kind === 'replaced') await replace(tx, secrets, standing)
  })

/** Named like a fingerprint, and nobody's: of a secret from before fingerprints that was lost. */
const unknownFingerprint = 'unknown'
/** A name as long as that of a key, which no key has. */
const unknownKeyId = 'lost'

/**
 * Goes on without a secret that nobody has any more. What it opened is taken away, what it proved is anchored as it is
 * now, and chains begin anew behind that.
 */
export const giveUpSecret = (
  connection: ConnectionSettings,
  secret: string,
  { epoch: known }: { readonly epoch: number },
): Promise<void> =>
  asOwner(connection, async (tx) => {
    await takeTime(tx)
    const [key, sealKeys] = [auditKeyOf(secret), createSealKeys(secret)]
    if (known === 0) await beginEpoch(tx, { epoch: 1, fingerprint: unknownFingerprint, began: 'first' })
    const epoch = Math.max(1, known) + 1
    const at = await readNow(tx)
    await eachPractice(tx, async (practiceId) => {
      const contents = await contentsOfStrands(tx, key, practiceId)
      const seams: SeamSettings = { practiceId, epoch, key, formerKeyId: unknownKeyId, at, contents }
      await sewStrands(tx, seams)
      await renewErasedLinks(tx, key, practiceId)
      await anchorSeals(tx, sealKeys, { practiceId, epoch, at })
      await endSigningKeys(tx, practiceId)
      await endHandOverKeys(tx, practiceId)
      await endSheetPasswords(tx, practiceId)
      await tell(tx, key, practiceId, 'installation.secret_lost')
    })
    await endSecondFactors(tx)
    await sql`delete from idempotency_keys`.execute(tx)
    await beginEpoch(tx, { epoch, fingerprint: fingerprintOf(secret), began: 'lost' })
  })
