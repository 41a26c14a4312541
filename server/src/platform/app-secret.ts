import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'

const shortest = 32

const readSecretFile = async (file: string): Promise<string | undefined> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const secret = text.trim()
  if (secret.length >= shortest) return secret
  throw new Error(`${file} holds no secret of at least ${shortest} characters: restore it from a backup.`)
}

const writeSynced = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Written aside and linked into place: of two processes that start at once both end up with the same secret. */
const createSecretFile = async (file: string): Promise<void> => {
  const unfinished = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeSynced(unfinished, `${randomBytes(32).toString('base64url')}\n`)
  try {
    await link(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(unfinished)
  }
}

/** A secret in a file of its own: made once (256 bits, mode 0600) and the same ever after. A damaged one is an error. */
export const ensureSecretFile = async (file: string): Promise<string> => {
  if ((await readSecretFile(file)) === undefined) await createSecretFile(file)
  await chmod(file, 0o600)
  const secret = await readSecretFile(file)
  if (secret !== undefined) return secret
  throw new Error(`${file} went away while it was read.`)
}

/**
 * The installation's secret, in `dataDirectory`. Losing it makes the audit chain unverifiable, so a damaged file is
 * never replaced.
 */
export const ensureSecret = async (dataDirectory: string): Promise<string> => {
  await mkdir(dataDirectory, { recursive: true })
  return ensureSecretFile(path.join(dataDirectory, 'app-secret'))
}

/**
 * Puts a secret where `ensureSecret` finds it. One that is there already is put aside: to be called where nobody has an
 * account, so that it proves nothing. Answers whether one was.
 */
export const putSecret = async (dataDirectory: string, secret: string): Promise<boolean> => {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const file = path.join(dataDirectory, 'app-secret')
  const there = await readSecretFile(file)
  if (there === secret) return false
  if (there !== undefined) await rename(file, `${file}.before-restore`)
  await writeSynced(file, `${secret}\n`)
  return there !== undefined
}
