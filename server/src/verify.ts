import { readConfig } from './config.ts'
import { type FileReport, verifyFiles } from './features/files/files.verify.ts'
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

const printFiles = ({ practiceId, files, faults }: FileReport): void => {
  console.log(
    `practice ${practiceId}: ${files} files, ${faults.length === 0 ? 'all as they were stored' : `${faults.length} faults`}`,
  )
  for (const { fileId, kind } of faults) console.log(`  file ${fileId}: ${kind}`)
}

/**
 * `npm run verify`: exit 0 when every audit chain is unbroken and every file as it was stored, 1 when something was
 * changed behind the product's back.
 */
const verify = async (): Promise<void> => {
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  const installation = await openInstallation(readConfig(process.env), log, 2)
  try {
    const reports = await verifyChains(
      installation.pool.queries,
      deriveKey(installation.secret, 'audit chain'),
    )
    for (const report of reports) print(report)
    const fileReports = await verifyFiles(installation.pool.queries, installation.files)
    for (const report of fileReports) printFiles(report)
    process.exitCode = [...reports, ...fileReports].every(({ faults }) => faults.length === 0) ? 0 : 1
  } finally {
    await installation.close()
  }
}

verify().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
