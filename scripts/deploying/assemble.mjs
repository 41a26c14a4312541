import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildChanged } from '../build.mjs'
import { installDependencies } from '../install.mjs'
import { binaryFor, broughtNode, ownMachine } from '../node/suitable-node.mjs'
import { giveUp, isEntry, root, runCommand } from '../run-command.mjs'
import { assembledFile } from './assembled.mjs'
import { listPackages } from './package-list.mjs'

/** What `ulna` runs in a folder that was assembled (deploy/ulna.sh). */
export const commands = [
  'backup',
  'demo',
  'distribute',
  'export',
  'import',
  'postgres-upgrade',
  'restore',
  'secret-lost',
  'start',
  'verify',
]

/** What runs, and what its lockfile names. Sources, tests and tools to build with stay behind. */
const parts = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'server/dist',
  'server/migrations',
  'web/dist',
  'modules',
  'locales',
  'deploy',
  'docs/deploying.md',
  'docs/operations.md',
  'scripts/deploying/assembled.mjs',
  'scripts/build.mjs',
  'scripts/install.mjs',
  'scripts/node/suitable-node.mjs',
  'scripts/run-command.mjs',
  'scripts/run-server-entry.mjs',
  'scripts/source-hash.mjs',
  ...commands.map((name) => `scripts/${name}.mjs`),
]

/** Where the list of packages stands in the folder. */
const packagesFile = 'sbom.cdx.json'

const readPackage = async () => JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))

/** What somebody keeps beside compose.yaml is theirs: a password, the key of an authority. */
const isShipped = (file) => !['.env', 'ulna-ca'].includes(path.basename(file))

/** Copies what runs and was built into a folder that is not there yet. */
export const copyWhatRuns = async (target) => {
  const { version, workspaces } = await readPackage()
  await mkdir(target, { recursive: true })
  for (const part of [...parts, ...workspaces.map((name) => `${name}/package.json`)])
    await cp(path.join(root, part), path.join(target, part), { recursive: true, filter: isShipped })
  await mkdir(path.join(target, 'bin'))
  await copyFile(path.join(root, 'deploy/ulna.sh'), path.join(target, 'bin/ulna'))
  await chmod(path.join(target, 'bin/ulna'), 0o755)
  await writeFile(path.join(target, assembledFile), `${version}\n`)
}

/** Packages that the server runs with, exactly as the lockfile says. */
const installProduction = async (target) => {
  const options = [
    '--omit=dev',
    '--workspace=server',
    '--no-engine-strict',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { code } = await runCommand('npm', ['ci', ...options], { directory: target })
  if (code !== 0) giveUp('The packages could not be installed: see the lines above.')
}

/** A Node of the tree's own, so that an update of the machine's never changes what Ulna runs on. */
const bringNode = async (target) => {
  const binaries = JSON.parse(await readFile(path.join(root, 'scripts/node/binaries.json'), 'utf8'))
  const binary = binaryFor(ownMachine(), binaries)
  if (!binary) giveUp('There is no Node that could be taken along for this machine.')
  await mkdir(path.join(target, 'node/bin'), { recursive: true })
  await copyFile(await broughtNode(binary), path.join(target, 'node/bin/node'))
  await chmod(path.join(target, 'node/bin/node'), 0o755)
}

/** Puts all that runs into one folder, which is whole from the moment it is there; what was there before lies beside it. */
export const assemble = async (target) => {
  const [unfinished, before] = [`${target}.unfinished`, `${target}.before`]
  await rm(unfinished, { recursive: true, force: true })
  await copyWhatRuns(unfinished)
  await installProduction(unfinished)
  await writeFile(path.join(unfinished, packagesFile), `${JSON.stringify(await listPackages(), null, 2)}\n`)
  await bringNode(unfinished)
  if (existsSync(target)) {
    await rm(before, { recursive: true, force: true })
    await rename(target, before)
  }
  await rename(unfinished, target)
}

if (isEntry(import.meta.url)) {
  const [target] = process.argv.slice(2)
  if (!target) giveUp('Say which folder: npm run assemble -- <folder>')
  const folder = path.resolve(target)
  if (existsSync(folder) && !existsSync(path.join(folder, assembledFile)))
    giveUp(`${folder} holds something else: it is left alone.`)
  await installDependencies()
  await buildChanged()
  await assemble(folder)
  console.log(`assembled ${folder}`)
}
