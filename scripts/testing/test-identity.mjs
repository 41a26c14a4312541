import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installDependencies } from '../install.mjs'
import { giveUp, root, runCommand, runTool } from '../run-command.mjs'
import { freePort } from './free-port.mjs'

// The hosted identity service against Firebase's own Auth emulator, which needs no account and no network. It comes
// with firebase-tools, too large for everybody's node_modules; so it lives in a folder of its own.
const version = '15.34.2'
const project = 'demo-ulna'
const folder = path.join(root, 'node_modules/.cache/ulna-firebase-tools')
const program = path.join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js')

const installedVersion = () => {
  const file = path.join(folder, 'node_modules/firebase-tools/package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}

const installFirebaseTools = async () => {
  if (installedVersion() === version) return
  console.log(`Installing firebase-tools ${version} (once)…`)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'package.json'), '{"private":true}\n')
  // Its packages want to build and download things at installation that the Auth emulator has no use for.
  const { code } = await runCommand(
    'npm',
    ['install', '--save-exact', '--ignore-scripts', '--loglevel=error', `firebase-tools@${version}`],
    { directory: folder },
  )
  if (code !== 0 || installedVersion() !== version) giveUp('firebase-tools could not be installed.')
}

const local = async () => ({ host: '127.0.0.1', port: await freePort() })

const writeSettings = async (directory) => {
  const [auth, hub, logging] = [await local(), await local(), await local()]
  const settings = { emulators: { auth, hub, logging, ui: { enabled: false }, singleProjectMode: true } }
  const file = path.join(directory, 'firebase.json')
  await writeFile(file, JSON.stringify(settings))
  return { file, host: `${auth.host}:${auth.port}` }
}

/** Settings of the person who runs this stay out of it. */
const emulatorEnvironment = (directory) => ({
  PATH: process.env.PATH,
  HOME: directory,
  XDG_CONFIG_HOME: directory,
  XDG_CACHE_HOME: directory,
  CI: 'true',
  NO_UPDATE_NOTIFIER: '1',
})

const startEmulator = (directory, file) => {
  const child = spawn(
    process.execPath,
    [
      program,
      'emulators:start',
      '--only',
      'auth',
      '--project',
      project,
      '--config',
      file,
      '--non-interactive',
    ],
    { cwd: directory, env: emulatorEnvironment(directory), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const lines = []
  child.stdout.on('data', (chunk) => lines.push(chunk))
  child.stderr.on('data', (chunk) => lines.push(chunk))
  return { child, output: () => Buffer.concat(lines).toString('utf8') }
}

const isReady = async (host) => {
  try {
    const answer = await fetch(`http://${host}/`)
    return (await answer.json()).authEmulator?.ready === true
  } catch {
    return false
  }
}

const waitUntilReady = async ({ child, output }, host) => {
  for (let tries = 0; tries < 240; tries += 1) {
    if (child.exitCode !== null) break
    if (await isReady(host)) return
    await pause(250)
  }
  child.kill('SIGKILL')
  giveUp(`The Auth emulator did not start:\n${output()}`)
}

const stop = async (child) => {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(late)
}

await installDependencies()
await installFirebaseTools()
const directory = await mkdtemp(path.join(os.tmpdir(), 'ulna-identity-'))
const { file, host } = await writeSettings(directory)
const emulator = startEmulator(directory, file)
await waitUntilReady(emulator, host)
console.log(`The Auth emulator of firebase-tools ${version} listens on ${host}.`)
const { code } = await runTool('vitest/vitest.mjs', ['run', '--config', 'server/vitest.identity.config.ts'], {
  env: { FIREBASE_AUTH_EMULATOR_HOST: host, FIREBASE_PROJECT_ID: project },
})
await stop(emulator.child)
await rm(directory, { recursive: true, force: true })
process.exit(code)
