import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensureSecret } from './app-secret.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'ulna-secret-'))
})

afterEach(() => rm(directory, { recursive: true }))

it('makes one secret for all processes and keeps it', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => ensureSecret(directory)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await readdir(directory)).toEqual(['app-secret'])
})

it('lets nobody else read it, even after somebody opened it up', async () => {
  await ensureSecret(directory)
  await chmod(path.join(directory, 'app-secret'), 0o644)
  await ensureSecret(directory)
  expect((await stat(path.join(directory, 'app-secret'))).mode & 0o777).toBe(0o600)
})

it('refuses a damaged file instead of replacing it', async () => {
  await writeFile(path.join(directory, 'app-secret'), 'short')
  await expect(ensureSecret(directory)).rejects.toThrow('holds no secret')
})
