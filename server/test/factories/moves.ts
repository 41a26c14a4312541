import path from 'node:path'
import { openPromise } from 'yauzl'
import { goOnWithWork } from '../../src/app.arrivals.ts'
import { wasDeleted } from '../../src/features/practice-deletions/practice-deletions.restore.service.ts'
import { type Arrived, arriveFrom } from '../../src/features/practice-moves/practice-moves.arrive.service.ts'
import type { Departed } from '../../src/features/practice-moves/practice-moves.format.ts'
import { leaveWith } from '../../src/features/practice-moves/practice-moves.leave.service.ts'
import { installationScope, transaction } from '../../src/platform/database/database.ts'
import { localFileStore } from '../../src/platform/files/file-store.local.ts'
import { bytesOf, type FileStore } from '../../src/platform/files/file-store.ts'
import { deriveKeys, type Secrets } from '../../src/platform/tokens.ts'
import { type TestApp, testSecret } from '../build-test-app.ts'

export const filesOf = ({ filesDirectory }: TestApp): FileStore => localFileStore(filesDirectory)

interface ExportOptions {
  readonly recipients?: readonly string[]
  readonly secrets?: Secrets
  readonly files?: FileStore
}

/** Writes an archive of a practice, as `npm run export` does. */
export const exportPractice = (
  app: TestApp,
  practiceId: number,
  target: string,
  { recipients = [], secrets = [testSecret], files = filesOf(app) }: ExportOptions = {},
): Promise<Departed> =>
  leaveWith({
    queries: app.pool.queries,
    files,
    secrets,
    practiceId,
    product: '0.0.0-test',
    origin: 'https://origin.test',
    target,
    folder: `${target}.work`,
    recipients,
    userId: null,
    tell: () => undefined,
  })

interface ImportOptions {
  readonly identity?: string
  readonly secret?: string
  readonly files?: FileStore
}

/** Takes an archive in, as `npm run import` does. */
export const importPractice = (
  app: TestApp,
  file: string,
  { identity, secret = testSecret, files = filesOf(app) }: ImportOptions = {},
): Promise<Arrived> =>
  arriveFrom({
    file,
    workDirectory: path.join(path.dirname(app.outbox), 'leaving'),
    identity,
    files,
    secret,
    asOwner: (work) => transaction(app.owner.queries, installationScope, 'read write', work),
    goOnWithWork,
    wasDeleted: (practice) =>
      wasDeleted({ path: app.erasuresFile, keys: deriveKeys([testSecret], 'list of erasures') }, practice),
    eraseAgain: app.eraseAgain,
    tell: () => undefined,
  })

/** Every file of a zip, by name. */
export const readZip = async (file: string): Promise<Map<string, Buffer>> => {
  const zip = await openPromise(file)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await bytesOf(await zip.openReadStreamPromise(entry)))
  return files
}

const mayDiffer =
  /^(README\.txt|manifest\.json|manifest\.sig|certificate\.pem|proof\/(trail\.json|origins\.ndjson))$/
const trail = /^(data|tables)\/audit_events\./
const ownRows = /practice\.(export|arrive)/

/** What two archives of one practice must have in common: all but what tells of the exports and the import themselves. */
export const comparable = async (file: string): Promise<Map<string, string>> => {
  const files = [...(await readZip(file))].filter(([name]) => !mayDiffer.test(name))
  return new Map(
    files.map(([name, bytes]) => {
      const text = bytes.toString('latin1')
      const lines = trail.test(name) ? text.split(/\r?\n/).filter((line) => !ownRows.test(line)) : [text]
      return [name, lines.join('\n')]
    }),
  )
}
