import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { overfullRooms } from './room-sizes.mjs'

let root
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'ulna-rooms-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const fill = async (folder, count, ending) => {
  await mkdir(path.join(root, folder), { recursive: true })
  for (let at = 0; at < count; at += 1) await writeFile(path.join(root, folder, `file-${at}${ending}`), '')
}

it('a folder may hold 25 files of code, and any number of others', async () => {
  await fill('web/src/ui', 25, '.tsx')
  await fill('web/src/ui', 40, '.module.css')
  await fill('web/src/ui/fields', 25, '.tsx')
  expect(await overfullRooms(root)).toEqual([])
})

it('folders with more are told with how many, tests counted, the fullest first', async () => {
  await fill('server/src/visits', 20, '.ts')
  await fill('server/src/visits', 6, '.test.ts')
  await fill('scripts', 30, '.mjs')
  expect(await overfullRooms(root)).toEqual([
    'scripts: 30 files of code, at most 25',
    'server/src/visits: 26 files of code, at most 25',
  ])
})

it('what is installed or built is not looked at', async () => {
  await fill('web/node_modules/many', 60, '.ts')
  await fill('server/dist', 60, '.mjs')
  expect(await overfullRooms(root)).toEqual([])
})
