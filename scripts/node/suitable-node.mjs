import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

/** The oldest line of Node that every dependency runs on. Between two lines with long support several do not. */
export const leastLine = 24

/** Whether Ulna runs on a version of Node: `engines` of package.json in other words. */
export const isSuitable = (version) => {
  const [line] = version.split('.').map(Number)
  return line === leastLine || line > leastLine + 1
}

/** The oldest Node that can fetch another. */
const leastToFetch = [20, 19]

/** What is asked of a machine. `glibc` is undefined where the system has another C library, as Alpine does. */
export const ownMachine = () => ({
  version: process.versions.node,
  execPath: process.execPath,
  platform: process.platform,
  arch: process.arch,
  // Takes a moment, so only a machine that needs another Node is asked.
  get glibc() {
    return process.report.getReport().header.glibcVersionRuntime
  },
})

/** The package that carries Node for a machine, as `binaries.json` has it; undefined where npm has none. */
export const binaryFor = ({ platform, arch, glibc }, binaries) =>
  platform === 'linux' && glibc === undefined ? undefined : binaries[`${platform}-${arch}`]

const canFetch = (version) => {
  const [major, minor] = version.split('.').map(Number)
  return major > leastToFetch[0] || (major === leastToFetch[0] && minor >= leastToFetch[1])
}

/** SHA-256 of a file in hexadecimal digits; undefined when there is no such file. */
const hashOf = async (file) => {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
  return hash.digest('hex')
}

/** What is printed is the path alone, so npm says what it has to say on stderr. */
const runNpm = (directory) =>
  new Promise((resolve) => {
    const npm = process.env.npm_execpath
    const [file, ...first] = npm?.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm']
    const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const child = spawn(file, [...first, ...options], { cwd: directory, stdio: ['ignore', 2, 2] })
    child.once('error', () => resolve(127))
    child.once('close', resolve)
  })

/** Installs what the lockfile beside this module says in a folder of its own. */
const install = async (directory) => {
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(path.join(here, file), path.join(directory, file))
  if ((await runNpm(directory)) !== 0)
    throw new Error('Node could not be fetched from the npm registry: see the lines above.')
}

/** Fetches beside the place and moves it there, so that what is there is whole whenever this is ended. */
const fetchBinary = async (binary, installed, place) => {
  await mkdir(installed, { recursive: true })
  const directory = await mkdtemp(path.join(installed, 'fetching-'))
  try {
    await install(directory)
    // A package for some machines alone is optional: npm says nothing where it could not fetch it.
    if ((await hashOf(path.join(directory, 'node_modules', binary.package, binary.file))) === undefined)
      throw new Error(`Node ${binary.version} could not be fetched: the npm registry was not reached.`)
    // Another process may have been first, and may be running it.
    if ((await hashOf(path.join(place, binary.file))) === binary.sha256) return
    await rm(place, { recursive: true, force: true })
    await rename(path.join(directory, 'node_modules', binary.package), place)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** The path of a binary, fetched unless it is there; it is exactly the one that `binaries.json` knows. */
export const broughtNode = async (binary, installed = path.join(here, 'installed')) => {
  const place = path.join(installed, `${binary.package}-${binary.version}`)
  const file = path.join(place, binary.file)
  if ((await hashOf(file)) === binary.sha256) return file
  console.error(`Fetching Node ${binary.version}…`)
  await fetchBinary(binary, installed, place)
  const found = await hashOf(file)
  if (found === binary.sha256) return file
  await rm(place, { recursive: true, force: true })
  throw new Error(
    `The Node that npm brought is not the one that was expected (SHA-256 ${found ?? 'of no file'}): it is not run.`,
  )
}

/**
 * The path of a Node that Ulna runs on: the machine's own if it is new enough, else one that npm brings.
 * Throws a sentence where neither can be.
 */
export const suitableNode = async (machine) => {
  const { version, execPath } = machine
  if (isSuitable(version)) return execPath
  if (!canFetch(version))
    throw new Error(`Ulna needs Node ${leastToFetch.join('.')} or newer; this is ${version}.`)
  const binary = binaryFor(machine, JSON.parse(await readFile(path.join(here, 'binaries.json'), 'utf8')))
  if (binary) return broughtNode(binary)
  throw new Error(
    `Ulna needs Node ${leastLine}; this is ${version}, and npm has none for this machine: install it.`,
  )
}
