import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { binaryFor, broughtNode, isSuitable, ownMachine, suitableNode } from './suitable-node.mjs'

const run = promisify(execFile)
const read = async (file) => JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8'))
const binaries = await read('binaries.json')
const old = { version: '20.19.0', execPath: '/usr/bin/node', platform: 'linux', arch: 'x64', glibc: '2.36' }

describe('the Node that Ulna runs on', () => {
  it('is the machine’s own where every dependency runs on that, as package.json says', async () => {
    for (const version of ['24.0.0', '26.10.0', '28.0.0'])
      expect(await suitableNode({ ...old, version })).toBe('/usr/bin/node')
    expect(['22.23.3', '23.4.0', '25.9.0'].filter(isSuitable)).toEqual([])
    expect((await read('../../package.json')).engines.node).toBe('^24.0.0 || >=26.0.0')
  })

  it('is told in a sentence where there can be none', async () => {
    await expect(suitableNode({ ...old, version: '20.18.3' })).rejects.toThrow(
      '20.19 or newer; this is 20.18.3',
    )
    await expect(suitableNode({ ...old, glibc: undefined })).rejects.toThrow('needs Node 24; this is 20.19.0')
    await expect(suitableNode({ ...old, arch: 'ppc64' })).rejects.toThrow('install it')
  })

  it('is carried by npm for five machines, each as the lockfile says', async () => {
    const { packages } = await read('package-lock.json')
    expect(Object.keys(binaries)).toHaveLength(5)
    for (const [machine, { package: name, version, sha256 }] of Object.entries(binaries)) {
      const [platform, arch] = machine.split('-')
      expect(binaryFor({ platform, arch, glibc: '2.36' }, binaries)).toMatchObject({ package: name })
      expect(packages[`node_modules/${name}`]).toMatchObject({ version, os: platform, cpu: arch })
      expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    }
  })

  it('is what a program is started with, in place of the shell, and what it finds as node', async () => {
    const program =
      "console.log(process.ppid, process.execPath, require('child_process').execSync('command -v node') + '')"
    const launcher = fileURLToPath(new URL('../run.sh', import.meta.url))
    const { stdout } = await run('sh', [launcher, '-e', program])
    const [parent, own, found] = stdout.trim().split(/\s+/)
    expect(parent).toBe(String(process.pid))
    expect(found).toBe(own)
  })
})

describe('a Node that npm brings', () => {
  const { glibc, platform, arch } = ownMachine()
  const binary = binaryFor({ glibc, platform, arch }, binaries)
  let installed

  beforeEach(async () => {
    installed = await mkdtemp(path.join(os.tmpdir(), 'ulna-node-'))
  })

  afterEach(() => rm(installed, { recursive: true }))

  it('is fetched once, and again when it was changed', async () => {
    const file = await broughtNode(binary, installed)
    const { ino } = await stat(file)
    expect(await broughtNode(binary, installed)).toBe(file)
    expect((await stat(file)).ino).toBe(ino)
    await writeFile(file, 'something else')
    expect(await broughtNode(binary, installed)).toBe(file)
    const { stdout } = await run(file, ['-p', 'process.versions.node'])
    expect(stdout.trim()).toBe(binary.version)
  })

  it('is told in a sentence where the registry is not reached', async () => {
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9')
    vi.stubEnv('npm_config_fetch_retries', '0')
    vi.stubEnv('npm_config_cache', path.join(installed, 'cache'))
    await expect(broughtNode(binary, installed)).rejects.toThrow(/could not be fetched/)
    vi.unstubAllEnvs()
  })

  it('is not run, nor kept, when it is another than the repository knows', async () => {
    const other = { ...binary, sha256: '0'.repeat(64) }
    await expect(broughtNode(other, installed)).rejects.toThrow('it is not run')
    await expect(stat(path.join(installed, `${binary.package}-${binary.version}`))).rejects.toThrow('ENOENT')
  })
})
