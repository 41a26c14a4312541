import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { repositoryRoot } from './build-test-app.ts'
import { createTestDatabase } from './postgres-database.ts'
import { createScratchDirectory } from './scratch-directory.ts'

const committed = path.join(repositoryRoot, 'server/src/platform/database/database.generated.ts')
const program = path.join(repositoryRoot, 'node_modules/.bin/kysely-codegen')

/** Types of the migrated schema, as kysely-codegen writes them. */
const generate = async (): Promise<string> => {
  const database = await createTestDatabase()
  const scratch = await createScratchDirectory()
  try {
    const { host, port, user, password, database: name } = database.ownerConnection
    const file = path.join(scratch.directory, 'database.generated.ts')
    const url = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`
    const settings = ['--date-parser', 'string', '--type-mapping', '{"int8":"number","json":"string"}']
    await promisify(execFile)(program, [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      file,
      ...settings,
    ])
    return await readFile(file, 'utf8')
  } finally {
    await scratch.remove()
    await database.drop()
  }
}

it('the types of the database are those of the migrated schema (npm run generate:database)', async () => {
  const generated = await generate()
  if (process.env.UPDATE_DATABASE_TYPES === 'yes') await writeFile(committed, generated)
  expect(await readFile(committed, 'utf8')).toBe(generated)
})
