// Nobody's secret stands in a file of the repository (reliability I7).
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { giveUp, root } from '../run-command.mjs'
import { isSecretFile, secretsIn } from './secrets.mjs'

/** Made for tests, of nobody, and why it is kept. */
const known = {
  'server/test/releases/releases.ts':
    'opens the backups that are kept of releases, which hold the demo practice alone',
}

/** What .gitignore leaves out: a machine that tests need not have git. */
const left = new Set([
  ...['.git', 'node_modules', 'installed', 'dist', 'data'],
  ...['test-results', 'playwright-report', 'coverage', 'ulna-ca'],
])

const filesUnder = async (folder) => {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true })
  const lists = entries.map((entry) => {
    const name = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return left.has(entry.name) ? [] : filesUnder(name)
    return entry.isFile() && name !== 'deploy/compose/.env' && !name.endsWith('.log') ? [name] : []
  })
  return (await Promise.all(lists)).flat()
}

const files = await filesUnder('')
const faults = []
const spared = new Set()
for (const file of files) {
  const place = path.join(root, file)
  if ((await stat(place)).size > 5_000_000) continue
  const found = secretsIn(await readFile(place, 'latin1'))
  if (found.length > 0 && file in known) spared.add(file)
  else if (found.length > 0) faults.push(`${file}: ${found.join(', ')}`)
  if (isSecretFile(file)) faults.push(`${file}: is such a file by its name`)
}
for (const file of Object.keys(known)) if (!spared.has(file)) faults.push(`${file} has none any more`)
if (faults.length > 0) giveUp(faults.join('\n'))
console.log(`${files.length} files, none with a secret`)
