import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { root, runCommand } from '../run-command.mjs'
import { installPackages, refreshPackages } from './system-packages.mjs'

/** Not below node_modules, which npm empties at the same time. */
const kept = path.join(root, 'scripts/node/installed/deploying')
const caddy = path.join(kept, 'usr/bin/caddy')

const packages = {
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/bin/bwrap': 'bubblewrap',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/openssl': 'openssl',
  '/usr/sbin/pgbouncer': 'pgbouncer',
}

const missing = () => Object.keys(packages).filter((file) => !existsSync(file))

const download = () => runCommand('apt-get', ['download', 'caddy'], { quiet: true, directory: kept })

/** Unpacked for us alone: installed, Debian starts it on port 80. */
const fetchCaddy = async () => {
  if (existsSync(caddy) || !existsSync('/usr/bin/apt-get')) return
  console.log('Fetching caddy with apt-get…')
  await mkdir(kept, { recursive: true })
  if ((await download()).code !== 0) {
    await refreshPackages()
    await download()
  }
  const file = (await readdir(kept)).find((name) => name.endsWith('.deb'))
  if (file) await runCommand('dpkg-deb', ['-x', file, '.'], { directory: kept })
}

/** Where the programs are that `deploy/` is tried with; undefined where they are not and could not be brought. */
export const ensureDeployingPrograms = async () => {
  const wanted = missing().map((file) => packages[file])
  if (wanted.length > 0) await installPackages({ debian: wanted, brew: [] })
  await fetchCaddy()
  if (missing().length > 0 || !existsSync(caddy)) return undefined
  return { caddy, haproxy: '/usr/sbin/haproxy', bubblewrap: '/usr/bin/bwrap' }
}
