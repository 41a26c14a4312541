import { createHash, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { goOnWithWork } from '../../src/app.arrivals.ts'
import { wasDeleted } from '../../src/features/practice-deletions/practice-deletions.restore.service.ts'
import { type Arrived, arriveFrom } from '../../src/features/practice-moves/practice-moves.arrive.service.ts'
import type { Departed, Manifest } from '../../src/features/practice-moves/practice-moves.format.ts'
import { leaveWith } from '../../src/features/practice-moves/practice-moves.leave.service.ts'
import { transaction } from '../../src/platform/database/database.ts'
import { installationScope } from '../../src/platform/database/entering.ts'
import { localFileStore } from '../../src/platform/files/file-store.local.ts'
import { bytesOf, type FileStore } from '../../src/platform/files/file-store.ts'
import { queueGathered } from '../../src/platform/jobs/jobs.ts'
import { generateSigningKey } from '../../src/platform/papers/papers.ts'
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
    queue: (jobs) =>
      transaction(app.pool.queries, installationScope, 'read write', (tx) => queueGathered(tx, jobs)),
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

/** The key of an installation that never was: made once, as it takes a while. */
let strangersKey: ReturnType<typeof generateSigningKey> | undefined

interface Crafting {
  /** Every file of the archive by name, those that are signed for included. */
  readonly files: Map<string, Buffer>
  readonly manifest: { -readonly [K in keyof Manifest]: Manifest[K] }
}

/** An archive with other contents, signed anew as whoever makes one signs it; `zipped` is done to its bytes. */
export const craftArchive = async (
  from: string,
  to: string,
  change: (crafting: Crafting) => void,
  zipped: (zip: Buffer) => Buffer = (zip) => zip,
): Promise<string> => {
  strangersKey ??= generateSigningKey('Centro de fuera', '2026-01-01T00:00:00.000Z')
  const { privateKey, certificate } = await strangersKey
  const files = await readZip(from)
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as Crafting['manifest']
  change({ files, manifest })
  const named = Object.keys(manifest.files).map((name) => {
    const bytes = files.get(name) ?? Buffer.alloc(0)
    return [name, { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }]
  })
  const text = JSON.stringify({ ...manifest, files: Object.fromEntries(named) })
  files.set('manifest.json', Buffer.from(text))
  files.set('manifest.sig', sign('sha256', Buffer.from(text), privateKey))
  files.set('certificate.pem', Buffer.from(certificate))
  const zip = new ZipFile()
  for (const [name, bytes] of files) zip.addBuffer(bytes, name)
  zip.end()
  await writeFile(to, zipped(await bytesOf(Readable.from(zip.outputStream))))
  return to
}

/** Changes the rows of a table in an archive that is crafted. */
export const changeRows = (
  { files }: Crafting,
  table: string,
  change: (row: Record<string, unknown>, index: number) => Record<string, unknown>,
): void => {
  const name = `data/${table}.ndjson`
  const lines = (files.get(name)?.toString() ?? '').split('\n').filter((line) => line !== '')
  const rows = lines.map((line, index) => JSON.stringify(change(JSON.parse(line), index)))
  files.set(name, Buffer.from(rows.map((row) => `${row}\n`).join('')))
}
