import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { installPackages } from './system-packages.mjs'

const least = 15

/** Debian keeps every version in a folder of its own, Homebrew too. */
const candidates = async () => {
  const majors = (await readdir('/usr/lib/postgresql').catch(() => [])).map(Number).sort((a, b) => a - b)
  return [
    ...majors.filter((major) => major >= least).map((major) => `/usr/lib/postgresql/${major}/bin`),
    '/opt/homebrew/opt/postgresql@15/bin',
    '/usr/local/opt/postgresql@15/bin',
  ]
}

const find = async () =>
  (await candidates()).find((directory) => existsSync(path.join(directory, 'postgres')))

/** Debian would make and start a database of its own. */
const preventDefaultCluster = async () => {
  const directory = '/etc/postgresql-common/createcluster.d'
  if (process.getuid() !== 0 || !existsSync('/usr/bin/apt-get')) return
  await mkdir(directory, { recursive: true })
  await writeFile(path.join(directory, 'ulna-tests.conf'), 'create_main_cluster = false\n')
}

/** Folder of the oldest PostgreSQL ≥ 15 of this system, installed when there is none. */
export const ensurePostgres15 = async () => {
  const found = await find()
  if (found) return found
  await preventDefaultCluster()
  const wanted = { debian: ['postgresql-15'], brew: ['postgresql@15'] }
  if (!(await installPackages(wanted))) await installPackages({ ...wanted, debian: ['postgresql'] })
  return find()
}
