import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Binaries, cachedBinaries, findBinaries, packageName } from './binaries.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** Where systems put the programs of a major version. */
const usualFolders = (major: string): readonly string[] => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
]

/** The programs that an installation of Ulna brings along. */
const programsOf = (installation: string): string =>
  path.join(installation, 'node_modules', packageName, 'native/bin')

const howToGetThem = (major: string): string => {
  const folder = `former-postgres-${major}`
  return `Name the folder of PostgreSQL ${major}’s programs (“npm run postgres:upgrade -- <folder>”): of the system (Debian: apt install postgresql-${major}, then ${usualFolders(major)[0]}), or by “npm install --prefix ${folder} ${packageName}@^${major}”, then ${programsOf(folder)}.`
}

const programsIn = async (folder: string): Promise<Binaries | undefined> =>
  existsSync(path.join(folder, 'postgres')) ? findBinaries(path.resolve(folder)) : undefined

const search = async (major: string, installations: readonly string[]): Promise<Binaries> => {
  const folders = [...usualFolders(major), ...installations.map(programsOf), ...(await cachedBinaries(major))]
  for (const folder of folders) {
    const found = await programsIn(folder)
    if (found?.major === major) return found
  }
  throw new EmbeddedPostgresError(
    `The database was made by PostgreSQL ${major}, which alone reads it. ${howToGetThem(major)}`,
  )
}

/**
 * The programs of the major version that made a cluster: in the folder that was given, or else where systems put them, in other
 * installations of Ulna, or where an earlier one copied them. Throws in one sentence where there are none.
 */
export const findFormerBinaries = async (
  major: string,
  given: string | undefined,
  installations: readonly string[],
): Promise<Binaries> => {
  if (given === undefined) return search(major, installations)
  const found = await programsIn(given)
  if (found?.major === major) return found
  const holds = found ? `PostgreSQL ${found.version}` : 'no program called postgres'
  throw new EmbeddedPostgresError(
    `${given} holds ${holds}, and the database was made by PostgreSQL ${major}. ${howToGetThem(major)}`,
  )
}
