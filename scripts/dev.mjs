import { spawn } from 'node:child_process'
import { installDependencies } from './install.mjs'
import { root } from './run-command.mjs'

await installDependencies()

const apiPort = process.env.PORT || '3000'
const webPort = '5173'
const env = {
  ...process.env,
  NODE_ENV: 'development',
  PORT: apiPort,
  APP_URL: process.env.APP_URL || `http://localhost:${webPort}`,
  ULNA_API: `http://127.0.0.1:${apiPort}`,
}

const start = (script, args) =>
  spawn(process.execPath, [`node_modules/${script}`, ...args], { cwd: root, env, stdio: 'inherit' })

// The server restarts at every change; vite serves the pages and hands /api on to it.
const children = [
  start('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/src/main.ts']),
  start('vite/bin/vite.js', ['web', '--config', 'web/vite.config.ts', '--port', webPort, '--strictPort']),
]

const endAll = () => {
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll)
for (const child of children) child.once('exit', endAll)
