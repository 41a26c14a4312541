import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installDependencies } from './install.mjs'
import { giveUp, runCommand, runTool } from './run-command.mjs'

// The file store against Ceph's RADOS Gateway, a real and strict speaker of S3 that Debian packages:
// apt-get install ceph-mon ceph-osd radosgw. One monitor, one disk in memory, on loopback, gone afterwards.
const programs = ['monmaptool', 'ceph-mon', 'ceph-osd', 'ceph', 'radosgw', 'radosgw-admin']
const key = { id: 'ulna-test-key', secret: 'ulna-test-secret' }

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const configuration = (directory, cluster, monitor, gateway) => `[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${monitor}
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc secure
osd pool default size = 1
osd pool default min size = 1
mon allow pool size one = true
osd pool default pg num = 8
osd crush chooseleaf type = 0
mon max pg per osd = 1000
mon data = ${directory}/mon
osd data = ${directory}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
run dir = ${directory}
admin socket = ${directory}/$name.asok
pid file = ${directory}/$name.pid
log file = ${directory}/$name.log
keyring = ${directory}/keyring
public addr = 127.0.0.1
cluster addr = 127.0.0.1

[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw data = ${directory}/rgw
`

const run = async (directory, program, args) => {
  const { code, output } = await runCommand(program, args, { directory, quiet: true })
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`)
  return output
}

const start = (directory, running, program, args) => {
  const child = spawn(program, [...args, '-f'], { cwd: directory, stdio: 'ignore' })
  child.on('error', () => undefined)
  running.push(child)
}

const answers = async (url) => {
  try {
    return (await fetch(url)).status === 200
  } catch {
    return false
  }
}

const startStore = async (directory, running) => {
  const [monitor, gateway] = [await freePort(), await freePort()]
  const [cluster, disk] = [randomUUID(), randomUUID()]
  const file = path.join(directory, 'ceph.conf')
  await writeFile(file, configuration(directory, cluster, monitor, gateway))
  await writeFile(path.join(directory, 'keyring'), '')
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(path.join(directory, name))
  const settings = ['-c', file]
  const address = `[v2:127.0.0.1:${monitor}]`
  await run(directory, 'monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', address, 'monmap'])
  await run(directory, 'ceph-mon', [...settings, '-i', 'a', '--mkfs', '--monmap', 'monmap'])
  start(directory, running, 'ceph-mon', [...settings, '-i', 'a'])
  await run(directory, 'ceph', [...settings, '--connect-timeout', '60', 'osd', 'new', disk, '0'])
  await run(directory, 'ceph-osd', [...settings, '-i', '0', '--mkfs', '--osd-uuid', disk])
  start(directory, running, 'ceph-osd', [...settings, '-i', '0'])
  start(directory, running, 'radosgw', [...settings, '-n', 'client.rgw'])
  const endpoint = `http://127.0.0.1:${gateway}`
  for (let tries = 0; !(await answers(endpoint)); tries += 1) {
    if (tries === 240)
      throw new Error(`the gateway did not start:\n${await readFile(`${directory}/client.rgw.log`, 'utf8')}`)
    await pause(250)
  }
  const user = ['user', 'create', '--uid=ulna', '--display-name=ulna']
  const keys = [`--access-key=${key.id}`, `--secret-key=${key.secret}`]
  await run(directory, 'radosgw-admin', [...settings, '-n', 'client.rgw', ...user, ...keys])
  return endpoint
}

const stop = async (child) => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

for (const program of programs) {
  const { code } = await runCommand(program, ['--version'], { quiet: true })
  if (code === 127) giveUp(`${program} is missing: apt-get install ceph-common ceph-mon ceph-osd radosgw`)
}
await installDependencies()
const directory = await mkdtemp(path.join(os.tmpdir(), 'ulna-s3-'))
const running = []
let code = 1
try {
  const endpoint = await startStore(directory, running)
  console.log(`Ceph's gateway listens on ${endpoint}.`)
  const answer = await runTool('vitest/vitest.mjs', ['run', '--config', 'server/vitest.s3.config.ts'], {
    env: {
      TEST_S3_ENDPOINT: endpoint,
      TEST_S3_ACCESS_KEY_ID: key.id,
      TEST_S3_SECRET_ACCESS_KEY: key.secret,
    },
  })
  code = answer.code
} catch (error) {
  console.error(error.message)
} finally {
  for (const child of running.reverse()) await stop(child)
  await rm(directory, { recursive: true, force: true })
}
process.exit(code)
