import { rename } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { sql } from 'kysely'
import { readConfig } from './config.ts'
import { countSecondFactors } from './features/accounts/second-factor/accounts.second-factor.repository.ts'
import { countSuppliedKeys } from './features/papers/keys/papers.keys.repository.ts'
import { countSeals } from './features/signatures/signatures.anchors.ts'
import { asOwner, eachPractice, giveUpSecret, readStanding } from './installation.secret.ts'
import { migrate, openOwner, secretsOf } from './installation.ts'
import type { ConnectionSettings } from './platform/database/database.ts'
import { evictOthers, oneAtATime } from './platform/secret/secret-start.ts'
import type { Secrets } from './platform/tokens.ts'

interface Loss {
  readonly secondFactors: number
  readonly suppliedKeys: number
  readonly answers: number
  readonly signatures: number
  readonly auditRows: number
}

const countLoss = (connection: ConnectionSettings): Promise<Loss> =>
  asOwner(connection, async (tx) => {
    const loss = { suppliedKeys: 0, signatures: 0, auditRows: 0 }
    await eachPractice(tx, async (practiceId) => {
      loss.suppliedKeys += await countSuppliedKeys(tx, practiceId)
      loss.signatures += await countSeals(tx, practiceId)
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum(seq), 0)::int as count from audit_heads where practice_id = ${practiceId}`.execute(
        tx,
      )
      loss.auditRows += rows[0]?.count ?? 0
    })
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from idempotency_keys`.execute(tx)
    return { ...loss, secondFactors: await countSecondFactors(tx), answers: rows[0]?.count ?? 0 }
  })

const tellOf = (
  loss: Loss,
): string => `The secret that this database was used with goes for good, and with it:

  ${loss.secondFactors} second factors   authenticator apps and recovery codes end, as short codes do; passwords and passkeys stay
  ${loss.suppliedKeys} supplied keys    owners supply the certificates again that their papers are signed with
  keys that files of patients are sent with   practices make new ones and tell them to whoever sends
  ${loss.answers} stored answers   a call that is repeated with its Idempotency-Key is done again
  links in mails that were sent, and local copies of drafts in browsers

Nobody will be able to prove any more that these are as they were written:

  ${loss.signatures} links of the chains of signatures
  ${loss.auditRows} rows of the audit trail

They stay, anchored as they are now, and new strands begin behind them. If anybody has the secret, stop here: start
with it, or name it in FORMER_APP_SECRETS.`

/** Nobody is asked with `--yes`: it is for those who have read the warning before. */
const isAgreed = async (): Promise<boolean> => {
  if (process.argv.includes('--yes')) return true
  if (!process.stdin.isTTY)
    throw new Error('Nobody is there to agree: run it in a terminal, or with "-- --yes".')
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await asking.question('Type "lost" to go on: ')).trim() === 'lost'
  } finally {
    asking.close()
  }
}

/** Heads that were noted with the lost secret say nothing any more; they stay beside for whoever finds it. */
const putNotedHeadsAside = async (dataDirectory: string): Promise<void> => {
  const file = path.join(dataDirectory, 'audit-heads')
  await rename(file, `${file}.before-${new Date().toISOString().slice(0, 10)}`).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    },
  )
}

const requireLost = async (connection: ConnectionSettings, secrets: Secrets): Promise<{ epoch: number }> => {
  const standing = await readStanding(connection, secrets)
  if (standing.kind === 'foreign') return standing
  throw new Error(
    'Nothing is lost: this process has the secret of the database, or a former one. Just start it.',
  )
}

/** `npm run secret:lost`: says what goes with a secret that nobody has any more, asks, and goes on without it. */
const run = async (): Promise<void> => {
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  const config = readConfig(process.env)
  const secrets = await secretsOf(config)
  const owner = await openOwner(config, log)
  try {
    const { connection } = owner
    await requireLost(connection, secrets)
    console.log(tellOf(await countLoss(connection)))
    if (!(await isAgreed())) throw new Error('Nothing was changed.')
    await oneAtATime(connection, async () => {
      const standing = await requireLost(connection, secrets)
      await evictOthers((await migrate(owner, secrets[0], log)).app)
      await giveUpSecret(connection, secrets[0], standing)
      await putNotedHeadsAside(config.dataDirectory)
    })
    console.log('Done. Start every process with the new secret, and keep a copy of it apart from the data.')
  } finally {
    await owner.stop()
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
