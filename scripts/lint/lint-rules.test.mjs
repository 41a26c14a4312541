import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root, runCommand } from '../run-command.mjs'

const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')

/** A tree of its own under our rules. */
let tree
beforeEach(async () => {
  tree = await mkdtemp(path.join(tmpdir(), 'ulna-lint-'))
  await cp(path.join(root, 'biome.json'), path.join(tree, 'biome.json'))
  await cp(path.join(root, 'scripts/lint'), path.join(tree, 'scripts/lint'), { recursive: true })
})
afterEach(() => rm(tree, { recursive: true, force: true }))

/** Whether Biome takes a file at this place. */
const isTaken = async (place, code) => {
  const file = path.join(tree, place)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, code)
  const args = [biome, 'lint', '--vcs-enabled=false', place]
  const { code: status } = await runCommand(process.execPath, args, { quiet: true, directory: tree })
  return status === 0
}

const page = 'web/src/pages/room/RoomPage.tsx'
const kit = 'web/src/ui/fields/RoomField.tsx'
const repository = 'server/src/features/rooms/rooms.repository.ts'
const mantine = (names) => `import { ${names} } from '@mantine/core'\nexport const parts = { ${names} }\n`
const sheet = (name) => `import ${name} from './Room.module.css'\nexport const looks = ${name}\n`

test.each([
  ['a field of Mantine beside what may be used', page, mantine('Button, TextInput')],
  ['a stylesheet under another name', page, sheet('classes')],
  ['a key that plain HTTP does not know', page, 'export const key = crypto.randomUUID()\n'],
  ['text that becomes markup', page, "export const write = (box) => {\n  box.innerHTML = '<b>'\n}\n"],
  ['a statement with a text put in', repository, 'export const order = (sql, by) => sql.raw(by)\n'],
  ['a statement made of pieces', repository, "export const read = (db, id) => db.query('select ' + id)\n"],
  [
    'a statement with a value in its text',
    repository,
    'export const read = (db, id) => db.query(`select ${id}`)\n',
  ],
])('%s is refused', async (_, place, code) => {
  expect(await isTaken(place, code)).toBe(false)
})

test.each([
  ['a button of Mantine', page, mantine('Button')],
  ['a field of Mantine in the kit', kit, mantine('Switch')],
  ['a stylesheet under its one name', page, sheet('styles')],
  ['a statement of one piece', repository, "export const read = (db, id) => db.query('select $1', [id])\n"],
  ['a statement with its values apart', repository, 'export const read = (sql, id) => sql`select ${id}`\n'],
])('%s is taken', async (_, place, code) => {
  expect(await isTaken(place, code)).toBe(true)
})
