import { readConfig } from './config.ts'
import { openInstallation } from './installation.ts'
import { type ChainReport, verifyChains } from './platform/audit.verify.ts'
import { deriveKey } from './platform/tokens.ts'

const print = ({ practiceId, rows, faults }: ChainReport): void => {
  const name = practiceId === 0 ? 'installation' : `practice ${practiceId}`
  console.log(
    `${name}: ${rows} audit rows, ${faults.length === 0 ? 'chain unbroken' : `${faults.length} faults`}`,
  )
  for (const fault of faults) console.log(`  strand ${fault.strand}, row ${fault.seq}: ${fault.kind}`)
}

/** `npm run verify`: exit 0 when every audit chain is unbroken, 1 when something was changed behind the product's back. */
const verify = async (): Promise<void> => {
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  const installation = await openInstallation(readConfig(process.env), log, 2)
  try {
    const reports = await verifyChains(
      installation.pool.queries,
      deriveKey(installation.secret, 'audit chain'),
    )
    for (const report of reports) print(report)
    process.exitCode = reports.every((report) => report.faults.length === 0) ? 0 : 1
  } finally {
    await installation.close()
  }
}

verify().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
