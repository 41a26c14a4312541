import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../app-error.ts'
import { isUnchanged } from '../entity-tags.ts'

/** The type of every kind of file that the build writes (web/vite.config.ts). */
const typeByEnding: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** In which codings the build has written a file too, the smallest first, and how their files end. */
const endingOfCoding: ReadonlyMap<string, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
])
const endsAsCoded = /\.(br|gz)$/

interface KeptFile {
  readonly bytes: Buffer
  readonly etag: string
}

/** A file that was there when the process started is gone where another build took the place of this one. */
const goneIsNotFound = (error: NodeJS.ErrnoException): never => {
  throw error.code === 'ENOENT' ? new AppError('not_found') : error
}

const readKept = async (file: string): Promise<KeptFile> => {
  const bytes = await readFile(file).catch(goneIsNotFound)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/**
 * Files of one folder of the built web app. Which there are is read once: a name is one of theirs, letter by letter, or
 * nothing. What is asked for is read once and kept, for forty of them make a page, and a build does not change while a
 * process serves it.
 */
export class WebFiles {
  private readonly kept = new Map<string, Promise<KeptFile>>()
  private readonly directory: string
  private readonly names: ReadonlySet<string>

  private constructor(directory: string, names: readonly string[]) {
    this.directory = directory
    this.names = new Set(names)
  }

  /** Those in a folder, not in folders beneath it. Throws where there is no such folder. */
  static async of(directory: string): Promise<WebFiles> {
    const entries = await readdir(directory, { withFileTypes: true })
    return new WebFiles(
      directory,
      entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name),
    )
  }

  has(name: string): boolean {
    return this.names.has(name) && !endsAsCoded.test(name)
  }

  /** Answers with a file, in a coding that the caller takes; refuses with not_found what is none of the build's. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    cacheControl: string,
  ): Promise<FastifyReply> {
    if (!this.has(name)) throw new AppError('not_found')
    const coding = this.codingFor(request, name)
    const { bytes, etag } = await this.keptOf(`${name}${endingOfCoding.get(coding ?? '') ?? ''}`)
    if (coding) reply.header('content-encoding', coding)
    reply.headers({ 'cache-control': cacheControl, etag, vary: 'accept-encoding' })
    if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(typeByEnding[path.extname(name)] ?? 'application/octet-stream').send(bytes)
  }

  private codingFor(request: FastifyRequest, name: string): string | null {
    const built = [...endingOfCoding].filter(([, ending]) => this.names.has(`${name}${ending}`))
    const accepted = request.headers['accept-encoding'] ?? []
    return negotiate(
      [accepted].flat().join(),
      built.map(([coding]) => coding),
    )
  }

  private keptOf(fileName: string): Promise<KeptFile> {
    const kept = this.kept.get(fileName) ?? readKept(path.join(this.directory, fileName))
    this.kept.set(fileName, kept)
    // What could not be read is read again the next time.
    kept.catch(() => this.kept.delete(fileName))
    return kept
  }
}
