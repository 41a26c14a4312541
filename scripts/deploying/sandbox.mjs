import { spawnSync } from 'node:child_process'
import { chownSync, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { root } from '../run-command.mjs'
import { freePort } from '../testing/free-port.mjs'
import { copyWhatRuns } from './assemble.mjs'
import { Program } from './program.mjs'

const isRoot = process.getuid() === 0
/** The user `nobody` and its group, as Debian numbers them. */
const nobody = 65534

/** Packages and Node of this repository in place of those that `npm run assemble` installs. */
const installed = [
  ['node_modules', 'node_modules'],
  ['server/node_modules', 'server/node_modules'],
].filter(([source]) => existsSync(path.join(root, source)))

/** A machine on which nothing can be written but `data`, and nobody gets more rights than an ordinary user. */
const machine = ({ tree, data, env }) => [
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/opt'],
  ...['--ro-bind', tree, '/opt/ulna', '--ro-bind', path.dirname(process.execPath), '/opt/ulna/node/bin'],
  ...installed.flatMap(([source, place]) => ['--ro-bind', path.join(root, source), `/opt/ulna/${place}`]),
  ...['--tmpfs', '/var/lib', '--bind', data, '/var/lib/ulna', '--unshare-ipc', '--unshare-uts'],
  ...['--die-with-parent', '--clearenv', '--setenv', 'PATH', '/usr/bin:/bin'],
  ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
  ...(isRoot ? ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'] : []),
]

/** From root to an ordinary user, once everything is in its place. */
const asNobody = isRoot
  ? [
      'setpriv',
      `--reuid=${nobody}`,
      `--regid=${nobody}`,
      '--clear-groups',
      '--no-new-privs',
      '--inh-caps=-all',
    ]
  : []

/** Whether this machine lets anybody make such a machine: some containers do not. */
const mayConfine = (bubblewrap) =>
  spawnSync(bubblewrap, ['--ro-bind', '/', '/', '--tmpfs', '/tmp', '--dev', '/dev', 'true']).status === 0

/** Where no such machine can be made, the same tree runs as whoever runs the tests. */
const unconfined = async ({ tree, data, env }) => {
  await mkdir(path.join(tree, 'node'), { recursive: true })
  await symlink(path.dirname(process.execPath), path.join(tree, 'node/bin'))
  for (const [source, place] of installed) await symlink(path.join(root, source), path.join(tree, place))
  return new Program(path.join(tree, 'bin/ulna'), ['start'], { ...env, DATA_DIR: data })
}

const confined = async ({ tree, data, env, bubblewrap }) => {
  await mkdir(path.join(tree, 'node/bin'), { recursive: true })
  for (const [, place] of installed) await mkdir(path.join(tree, place), { recursive: true })
  const args = machine({ tree, data, env: { ...env, DATA_DIR: '/var/lib/ulna' } })
  return new Program(bubblewrap, [...args, ...asNobody, '/opt/ulna/bin/ulna', 'start'])
}

/** The number of the server itself: bubblewrap waits for its end beside it. */
const ownPid = async ({ child: { pid } }, isConfined) =>
  isConfined ? Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')) : pid

/** What runs, started as the unit starts it: as an ordinary user, from a tree that is only read. `env` is its settings. */
export const startConfined = async ({ env, bubblewrap }) => {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'ulna-deploying-'))
  await chmod(scratch, 0o755)
  const [tree, data] = [path.join(scratch, 'tree'), path.join(scratch, 'data')]
  await copyWhatRuns(tree)
  await mkdir(data, { mode: 0o700 })
  if (isRoot) chownSync(data, nobody, nobody)
  const isConfined = mayConfine(bubblewrap)
  if (!isConfined) console.warn('This machine lets nobody make a mount namespace: the tree could be written.')
  const port = await freePort()
  const start = isConfined ? confined : unconfined
  const server = await start({ tree, data, bubblewrap, env: { ...env, PORT: String(port) } })
  return {
    ...{ server, tree, data, isConfined },
    pid: () => ownPid(server, isConfined),
    /** Tells the server to stop, and answers the code that it ended with. */
    stop: async () => {
      process.kill(await ownPid(server, isConfined), 'SIGTERM')
      return server.ended()
    },
    url: `http://127.0.0.1:${port}`,
    remove: () => rm(scratch, { recursive: true, force: true }),
  }
}
