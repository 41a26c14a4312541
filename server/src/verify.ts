import path from 'node:path'
import { sealIdText } from '@ulna/contract/signatures/signatures.seal'
import { readConfig } from './config.ts'
import { type FileReport, verifyFiles } from './features/files/inspection/files.verify.ts'
import { deletedPractices } from './features/practice-deletions/practice-deletions.restore.service.ts'
import { createSealKeys } from './features/signatures/signatures.seals.ts'
import { type SealReport, verifySeals } from './features/signatures/signatures.verify.chain.ts'
import { openInstallation } from './installation.ts'
import { notedAfter, readNotedHeads, writeNotedHeads } from './platform/audit/audit.noted-heads.ts'
import { type ChainReport, verifyChains } from './platform/audit/audit.verify.ts'
import type { Queries } from './platform/database/database.ts'
import { type OriginReport, verifyOrigins } from './platform/origins/origins.verify.ts'
import { deriveKeys, type KeyRing, type Secrets } from './platform/tokens.ts'

const dayOf = (instant: string): string => instant.slice(0, 10)

/** What speaks for rows that our key did not write. */
const wordsOfAnchor = ({ rows, at }: NonNullable<ChainReport['anchored']>, origin?: OriginReport): string =>
  origin?.rows === rows
    ? `${rows} rows were verified at ${origin.origin} on ${dayOf(origin.at)}, which the practice came from, and anchored here on ${dayOf(at)}`
    : `${rows} rows can no longer be proved: their secret was lost. They were anchored on ${dayOf(at)}`

const print = ({ practiceId, rows, erased, faults, anchored }: ChainReport, origin?: OriginReport): void => {
  const name = practiceId === 0 ? 'installation' : `practice ${practiceId}`
  console.log(
    `${name}: ${rows} audit rows, ${faults.length === 0 ? 'chain unbroken' : `${faults.length} faults`}`,
  )
  for (const { strand, seq, through, kind } of faults)
    console.log(
      `  strand ${strand}, ${seq === through ? `row ${seq}` : `rows ${seq} to ${through}`}: ${kind}`,
    )
  if (erased > 0) console.log(`  ${erased} rows are of erased patients: their details were emptied.`)
  if (anchored)
    console.log(
      `  ${wordsOfAnchor(anchored, origin)}${faults.length === 0 ? ' and are unchanged since' : ''}.`,
    )
  for (const kind of origin?.faults ?? [])
    console.log(`  what ${origin?.origin} vouched for is not as it was: ${kind}`)
}

/** Chains must go through the heads that the last run noted; those of this one are noted for the next. Nothing is missed of a practice that was deleted. */
const verifyTrail = async (
  queries: Queries,
  [key, ...formerKeys]: KeyRing,
  notedIn: string,
  deleted: ReadonlySet<number>,
): Promise<ChainReport[]> => {
  const before = await readNotedHeads(notedIn, key, ...formerKeys)
  const noted = new Map([...before].filter(([practiceId]) => !deleted.has(practiceId)))
  const reports = await verifyChains(queries, key, noted, formerKeys)
  await writeNotedHeads(notedIn, key, notedAfter(noted, reports))
  return reports
}

const printFiles = ({ practiceId, files, faults }: FileReport): void => {
  console.log(
    `practice ${practiceId}: ${files} files, ${faults.length === 0 ? 'all as they were stored' : `${faults.length} faults`}`,
  )
  for (const { fileId, kind } of faults) console.log(`  file ${fileId}: ${kind}`)
}

const printSeals = (report: SealReport): void => {
  const { practiceId, seals, erased, superseded, unproved, anchoredAt, attested, faults } = report
  const found = faults.length === 0 ? 'all as they were signed' : `${faults.length} faults`
  console.log(`practice ${practiceId}: ${seals} signatures, ${superseded} superseded, ${found}`)
  for (const { sequence, sealId, kind } of faults)
    console.log(`  seal ${sequence}${sealId === null ? '' : ` (${sealIdText(sealId)})`}: ${kind}`)
  for (const [address, count] of attested)
    console.log(`  ${count} signatures were verified at ${address}, which the practice came from`)
  if (erased > 0) console.log(`  ${erased} seals are of erased patients: their links stay.`)
  if (unproved > 0 && anchoredAt !== null)
    console.log(
      `  ${unproved} signatures can no longer be proved: their secret was lost. They were anchored on ${dayOf(anchoredAt)}${faults.length === 0 ? ' and are unchanged since' : ''}.`,
    )
}

/**
 * `npm run verify`: exit 0 when every audit chain is unbroken, every file as it was stored and every seal as it was
 * signed, 1 when something was changed behind the product's back.
 */
const verify = async (): Promise<void> => {
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  const config = readConfig(process.env)
  const installation = await openInstallation(config, log, 2)
  try {
    const secrets: Secrets = [installation.secret, ...config.formerSecrets]
    const deleted = await deletedPractices({
      path: path.join(config.dataDirectory, 'erasures'),
      keys: deriveKeys(secrets, 'list of erasures'),
    })
    const auditKeys = deriveKeys(secrets, 'audit chain')
    const reports = await verifyTrail(
      installation.pool.queries,
      auditKeys,
      path.join(config.dataDirectory, 'audit-heads'),
      deleted,
    )
    const origins = await verifyOrigins(installation.pool.queries, auditKeys)
    const originOf = new Map(origins.map((origin) => [origin.practiceId, origin]))
    for (const report of reports) print(report, originOf.get(report.practiceId))
    const fileReports = await verifyFiles(installation.pool.queries, installation.files)
    for (const report of fileReports) printFiles(report)
    const keys = createSealKeys(installation.secret, config.formerSecrets)
    const sealReports = await verifySeals(installation.pool.queries, { keys, files: installation.files })
    for (const report of sealReports) printSeals(report)
    process.exitCode = [...reports, ...origins, ...fileReports, ...sealReports].every(
      ({ faults }) => faults.length === 0,
    )
      ? 0
      : 1
  } finally {
    await installation.close()
  }
}

verify().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
