import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { giveUp } from '../run-command.mjs'
import { freePort } from './free-port.mjs'
import { installPackages } from './system-packages.mjs'

// A real S3 server for tests: Ceph's gateway from Debian over one monitor and one store in memory, all on loopback.

const programs = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin']

const isThere = (program) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0

const install = async () => {
  if (programs.every(isThere)) return
  const found = await installPackages({ debian: ['ceph-mon', 'ceph-osd', 'radosgw'], brew: [] })
  if (!found || !programs.every(isThere)) giveUp('radosgw is not here and could not be installed.')
}

const settingsFor = ({ directory, id, monitorPort }) => `[global]
fsid = ${id}
mon initial members = a
mon host = v1:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
ms bind ipv6 = false
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc secure
run dir = ${directory}
admin socket = ${directory}/$name.$pid.asok
log file = ${directory}/$name.log
keyring = ${directory}/keyring
mon data = ${directory}/mon
osd data = ${directory}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
`

class Cluster {
  constructor(directory) {
    this.directory = directory
    this.children = []
  }

  /** Runs a program to its end; its output is told only when it fails. */
  run(program, ...args) {
    const { status, stdout, stderr } = spawnSync(program, ['-c', this.settings, ...args], {
      encoding: 'utf8',
      timeout: 30_000,
    })
    if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}: ${stdout}${stderr}`)
  }

  get settings() {
    return path.join(this.directory, 'ceph.conf')
  }

  start(program, ...args) {
    const log = openSync(path.join(this.directory, `${program}.out`), 'a')
    const child = spawn(program, ['-c', this.settings, ...args, '-f'], { stdio: ['ignore', log, log] })
    this.children.push(child)
    return child
  }

  async stop() {
    for (const child of this.children.toReversed()) {
      if (child.exitCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await rm(this.directory, { recursive: true, force: true })
  }
}

const startMonitor = async (cluster, id, monitorPort) => {
  const keyring = path.join(cluster.directory, 'keyring')
  const map = path.join(cluster.directory, 'monmap')
  const tool = (program, ...args) => {
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  }
  tool('monmaptool', '--create', '--fsid', id, '--addv', 'a', `v1:127.0.0.1:${monitorPort}`, map)
  tool('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
  const all = ['mon', 'osd', 'mgr'].flatMap((kind) => ['--cap', kind, 'allow *'])
  tool('ceph-authtool', keyring, '--gen-key', '-n', 'client.admin', ...all)
  cluster.run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
  cluster.start('ceph-mon', '-i', 'a')
}

const isUp = (cluster) => {
  const { stdout } = spawnSync('ceph', ['-c', cluster.settings, 'osd', 'stat'], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  return /\b1 up\b/.test(stdout)
}

const startStore = async (cluster) => {
  const store = randomUUID()
  cluster.run('ceph', 'osd', 'new', store)
  cluster.run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store)
  let child = cluster.start('ceph-osd', '-i', '0')
  for (let tries = 0; tries < 60; tries += 1) {
    if (isUp(cluster)) return
    await pause(500)
    // A monitor that is still young does not know its store yet, and the store gives up.
    if (child.exitCode !== null) child = cluster.start('ceph-osd', '-i', '0')
  }
  throw new Error('the store of the S3 server did not start')
}

const answers = async (endpoint) => {
  try {
    return (await fetch(endpoint)).status < 500
  } catch {
    return false
  }
}

const startGateway = async (cluster, endpoint) => {
  const frontend = `beast endpoint=${new URL(endpoint).host}`
  const child = cluster.start('radosgw', '-n', 'client.admin', `--rgw-frontends=${frontend}`)
  for (let tries = 0; tries < 240 && child.exitCode === null; tries += 1) {
    if (await answers(endpoint)) return
    await pause(250)
  }
  throw new Error('radosgw did not start')
}

/** Starts the gateway with one user; `stop` ends everything and removes what it held. */
export const startRadosgw = async () => {
  await install()
  const directory = await mkdtemp(path.join(os.tmpdir(), 'ulna-s3-'))
  const cluster = new Cluster(directory)
  const [id, monitorPort, port] = [randomUUID(), await freePort(), await freePort()]
  const endpoint = `http://127.0.0.1:${port}`
  const user = { accessKeyId: 'ulna', secretAccessKey: randomBytes(20).toString('hex') }
  try {
    await mkdir(path.join(directory, 'mon'))
    await mkdir(path.join(directory, 'osd'))
    await writeFile(cluster.settings, settingsFor({ directory, id, monitorPort }))
    await startMonitor(cluster, id, monitorPort)
    await startStore(cluster)
    await startGateway(cluster, endpoint)
    const keys = ['--access-key', user.accessKeyId, '--secret-key', user.secretAccessKey]
    cluster.run('radosgw-admin', 'user', 'create', '--uid', 'ulna', '--display-name', 'Ulna', ...keys)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return { endpoint, ...user, stop: () => cluster.stop() }
}
