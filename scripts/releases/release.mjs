import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildChanged } from '../build.mjs'
import { giveUp, root, runCommand } from '../run-command.mjs'
import { withRelease } from './changelog.mjs'

/** More than this a release does not bring into the repository. */
const mostBytes = 2 * 1024 * 1024

const at = (...names) => path.join(root, ...names)

const run = async (file, args, options) => {
  const { code, output } = await runCommand(file, args, options)
  if (code !== 0) giveUp(output || `${file} ended with ${code}.`)
  return output
}

const sizeOf = async (folder) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Nothing is released that runs with a package known to be unsafe; where the registry says nothing of that, only on purpose. */
const requireSafePackages = async (isUnaudited) => {
  const { code, output } = await runCommand('npm', ['audit', '--omit=dev', '--audit-level=high'], {
    quiet: true,
  })
  if (code === 0) return
  if (!output.includes('audit endpoint')) giveUp(output)
  if (isUnaudited) console.log('No registry said whether a package is known to be unsafe.')
  else
    giveUp(
      'The registry does not say whether a package is known to be unsafe: ask another one, or add --unaudited.',
    )
}

/** `npm run release -- 0.2.0`: the version, its section of the changelog, and its backup that later versions are tried on. */
const release = async (version, isUnaudited) => {
  if ((await run('git', ['status', '--porcelain'], { quiet: true })) !== '')
    giveUp('There are changes that are not committed: a release is made of what is.')
  await requireSafePackages(isUnaudited)
  const changelog = await readFile(at('CHANGELOG.md'), 'utf8')
  await writeFile(at('CHANGELOG.md'), withRelease(changelog, version, new Date().toISOString().slice(0, 10)))
  const set = ['version', version, '--workspaces', '--include-workspace-root', '--no-git-tag-version']
  await run('npm', set, { quiet: true })
  await buildChanged()
  await run(process.execPath, [at('server/test/releases/make-release.ts'), version])
  const size = await sizeOf(at('server/test/releases', version))
  if (size > mostBytes) giveUp(`What is kept of ${version} has ${size} bytes, more than ${mostBytes}.`)
  console.log(`${version} is ready to be committed; ${size} bytes are kept of it.`)
}

const { values, positionals } = parseArgs({
  options: { unaudited: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [version, ...rest] = positionals
if (version === undefined || rest.length > 0) giveUp('npm run release -- 0.2.0')
await release(version, values.unaudited).catch((error) => giveUp(error.message))
