import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../run-command.mjs'
import { installPackages } from '../testing/system-packages.mjs'
import { ensureDebian } from './machine.mjs'

const kept = path.join(root, 'node_modules/.cache/deploying')

/** The most of something that a process of this machine may be given, as Linux tells it. */
const limitOf = (limits, title) => new RegExp(`^${title} +\\S+ +(\\d+)`, 'm').exec(limits)?.[1]

/** Podman would raise limits past those of this machine, and crun knows no machine with both kinds of cgroups. */
const settings = async () => {
  const limits = await readFile('/proc/self/limits', 'utf8')
  const known = { nofile: limitOf(limits, 'Max open files'), nproc: limitOf(limits, 'Max processes') }
  const shown = Object.entries(known)
    .filter(([, most]) => most !== undefined)
    .map(([name, most]) => JSON.stringify(`${name}=${Math.min(most, 16_384)}:${Math.min(most, 16_384)}`))
  return `[containers]
default_ulimits = [${shown.join()}]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`
}

/** Podman as root, with storage and settings of its own. */
export class Engine {
  constructor(env) {
    this.env = env
  }

  ask(...args) {
    const { status, stdout, stderr } = spawnSync('podman', args, {
      env: { ...process.env, ...this.env },
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
    return { status, said: `${stdout}${stderr}` }
  }

  run(...args) {
    const { status, said } = this.ask(...args)
    if (status !== 0) throw new Error(`podman ${args[0]} ended with ${status}: ${said.slice(-4000)}`)
    return said.trim()
  }

  has(image) {
    return this.ask('image', 'exists', image).status === 0
  }
}

/** An engine that runs containers on this machine, and a base of Debian 13 in it; throws why there is none. */
export const ensureEngine = async () => {
  if (process.getuid() !== 0) throw new Error('Containers are tried as root alone.')
  if (!['/usr/bin/podman', '/usr/sbin/runc', '/usr/bin/catatonit'].every(existsSync))
    await installPackages({ debian: ['podman', 'buildah', 'runc', 'catatonit'], brew: [] })
  await mkdir(kept, { recursive: true })
  const file = path.join(kept, 'containers.conf')
  await writeFile(file, await settings())
  const engine = new Engine({ CONTAINERS_CONF: file })
  const base = 'localhost/ulna-test-debian'
  if (!engine.has(base)) {
    const archive = path.join(kept, 'debian-13.tar')
    spawnSync('tar', ['-C', await ensureDebian(), '-cf', archive, '.'])
    engine.run('import', archive, base)
    await rm(archive)
  }
  engine.run('run', '--rm', '--network=none', base, 'true')
  return { engine, base }
}
