import { copyFile, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryRoot } from '../../build-test-app.ts'
import { bundledFile } from '../server-process.ts'

/** Migrations of a version that is to come, by their names. */
export type Coming = Readonly<Record<string, string>>

/** This version and migrations that it does not know yet, or in the place of its own, in a folder of the test; answers the program of its server. */
export const layOutNewer = async (root: string, coming: Coming): Promise<string> => {
  const migrations = path.join(root, 'server/migrations')
  await mkdir(path.join(root, 'programs'), { recursive: true })
  await cp(path.join(repositoryRoot, 'server/migrations'), migrations, { recursive: true })
  for (const [name, text] of Object.entries(coming))
    await writeFile(path.join(migrations, `${name}.sql`), text)
  for (const name of ['node_modules', 'modules', 'locales'])
    await symlink(path.join(repositoryRoot, name), path.join(root, name))
  await copyFile(path.join(repositoryRoot, 'package.json'), path.join(root, 'package.json'))
  const programs = path.dirname(await bundledFile('main'))
  for (const name of (await readdir(programs)).filter((one) => one.endsWith('.js')))
    await copyFile(path.join(programs, name), path.join(root, 'programs', name))
  return path.join(root, 'programs/main.js')
}
