import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../run-command.mjs'
import { installPackages } from '../testing/system-packages.mjs'
import { Program } from './program.mjs'

const kept = path.join(root, 'node_modules/.cache/deploying')
const base = path.join(kept, 'debian-13')
const mirror = 'http://deb.debian.org/debian'
/** What the document has installed, and what a machine is made of. */
const packages = [
  'systemd',
  'systemd-sysv',
  'dbus',
  'sudo',
  'caddy',
  'openssl',
  'curl',
  'ca-certificates',
  'nftables',
]

const run = (file, args) => {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0)
    throw new Error(`${file} ${args.slice(0, 2).join(' ')}: ${error ?? `${stdout}${stderr}`.slice(-3000)}`)
  return stdout
}

/** A Debian 13 from its mirror, made once; answers where it lies. */
export const ensureDebian = async () => {
  if (existsSync(base)) return base
  await installPackages({ debian: ['debootstrap', 'systemd-container', 'iproute2'], brew: [] })
  const unfinished = `${base}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(kept, { recursive: true })
  run('debootstrap', ['--variant=minbase', `--include=${packages.join()}`, 'trixie', unfinished, mirror])
  // Packages that a container of it is given need not outlive a power cut.
  await writeFile(path.join(unfinished, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n')
  // Registries are reached from it as from this machine, which may have an authority of its own in between.
  const authorities = '/etc/ssl/certs/ca-certificates.crt'
  await copyFile(authorities, path.join(unfinished, 'root/authorities.crt'))
  await writeFile(path.join(unfinished, 'root/.npmrc'), 'cafile=/root/authorities.crt\n')
  await writeFile(path.join(unfinished, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
  await rename(unfinished, base)
  return base
}

/** Another disk, as far as anybody can tell: it goes on when a machine is lost. */
export const addDisk = async (directory) => {
  await mkdir(directory)
  run('mount', ['-t', 'tmpfs', '-o', 'size=2g', 'ulna-disk', directory])
}

export const removeDisk = (directory) => run('umount', [directory])

const addresses = { ours: '10.77.43.1', its: '10.77.43.2' }

/** A machine with systemd as its first process, on a network with this one. */
export class Machine {
  address = addresses.its

  constructor({ directory, name, tree, backups }) {
    this.directory = directory
    this.name = name
    const shown = [
      `--directory=${directory}`,
      `--machine=${name}`,
      `--bind-ro=${tree}:/root/ulna-built`,
      `--bind=${backups}:/srv/ulna-backups`,
    ]
    const alone = ['--keep-unit', '--register=no', '--network-veth', '--console=pipe', '--quiet']
    this.program = new Program('systemd-nspawn', [...shown, ...alone, '--boot'])
  }

  /** The number that its first process has here; nspawn begins another before that one. */
  async findLeader() {
    const { pid } = this.program.child
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    this.leader = children.trim().split(' ').at(-1) || undefined
  }

  /** Waits until it has booted, and joins it to the network. */
  async boot() {
    await this.program.until(async () => {
      await this.findLeader()
      return /^(running|degraded)/.test(this.ask('systemctl is-system-running').said)
    })
    const inside = ['--net', `--target=${this.leader}`, 'ip']
    run('nsenter', [...inside, 'addr', 'add', `${addresses.its}/24`, 'dev', 'host0'])
    run('nsenter', [...inside, 'link', 'set', 'host0', 'up'])
    const own = run('ip', ['-o', 'link']).match(new RegExp(`ve-${this.name}`))?.[0]
    if (own === undefined) throw new Error('the network of the machine is not there')
    run('ip', ['addr', 'add', `${addresses.ours}/24`, 'dev', own])
    run('ip', ['link', 'set', own, 'up'])
  }

  /** Runs lines of a shell in it as root: their code and everything they said. */
  ask(lines) {
    const home =
      'export HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin; cd /root\n'
    const args = ['--all', `--target=${this.leader}`, '/bin/sh', '-e', '-c', home + lines]
    const { status, stdout, stderr } = spawnSync('nsenter', args, { encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }

  /** The same, of lines that must go well. */
  run(lines) {
    const { status, said } = this.ask(lines)
    if (status !== 0) throw new Error(`${lines}\nended with ${status}: ${said.slice(-3000)}`)
    return said.trim()
  }

  /** Waits until lines go well. */
  async until(lines) {
    while (this.ask(lines).status !== 0) {
      if (!this.program.isRunning) throw new Error(`the machine is gone: ${this.program.output}`)
      await pause(500)
    }
  }

  /** As a machine is lost: its first process outlives nspawn, so it goes first. */
  async stop() {
    if (this.leader) process.kill(Number(this.leader), 'SIGKILL')
    await this.program.end('SIGKILL')
    await rm(this.directory, { recursive: true, force: true })
  }
}

/** How many there were: what is left of the network of one is not taken for the next one's. */
let machines = 0

/** A machine of its own, as Debian is after its installation; `tree` is what was assembled, `backups` the other disk. */
export const startMachine = async ({ scratch, tree, backups }) => {
  const directory = path.join(scratch, 'machine')
  run('cp', ['-a', await ensureDebian(), directory])
  machines += 1
  const name = `ulna${machines}-${process.pid % 100_000}`
  const machine = new Machine({ directory, name, tree, backups })
  try {
    await machine.boot()
  } catch (error) {
    await machine.stop()
    throw error
  }
  return machine
}
