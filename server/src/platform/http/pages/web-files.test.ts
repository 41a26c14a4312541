import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScratchDirectory } from '../../../../test/scratch-directory.ts'
import { AppError } from '../../app-error.ts'
import { WebFiles } from './web-files.ts'

const script = 'document.title = "Ulna"\n'.repeat(40)
let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let server: FastifyInstance

beforeAll(async () => {
  scratch = await createScratchDirectory()
  const file = (name: string) => path.join(scratch.directory, name)
  await writeFile(file('app-1.js'), script)
  await writeFile(file('app-1.js.br'), brotliCompressSync(script))
  await writeFile(file('app-1.js.gz'), gzipSync(script))
  await writeFile(file('figure.webp'), 'a picture')
  await writeFile(file('gone.js'), 'away by the time it is asked for')
  await writeFile(file('.hidden'), 'nobody asks for it')
  await mkdir(file('folder'))
  const files = await WebFiles.of(scratch.directory)
  await rm(file('gone.js'))
  server = Fastify({ exposeHeadRoutes: true })
  server.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    files.send(request, reply, request.params['*'], 'public, max-age=5'),
  )
  server.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof AppError ? 404 : 500).send(String(error)),
  )
})
afterAll(async () => {
  await server.close()
  await scratch.remove()
})

const ask = (name: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.inject({ method, url: `/assets/${name}`, headers })

describe('a file of the web app', () => {
  it.each([
    ['br, gzip', 'br', brotliCompressSync(script)],
    ['gzip', 'gzip', gzipSync(script)],
    ['gzip;q=1, br;q=0', 'gzip', gzipSync(script)],
    ['identity', undefined, Buffer.from(script)],
    ['', undefined, Buffer.from(script)],
  ])('comes in a coding that the caller takes: "%s"', async (accepted, coding, bytes) => {
    const answer = await ask('app-1.js', { 'accept-encoding': accepted })
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, coding])
    expect(answer.rawPayload).toEqual(bytes)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=5',
      vary: 'accept-encoding',
      'content-length': String(bytes.length),
    })
  })

  it('is not sent again to whoever has it, in the coding they have it in', async () => {
    const first = await ask('app-1.js', { 'accept-encoding': 'br' })
    const tag = String(first.headers.etag)
    const again = await ask('app-1.js', { 'accept-encoding': 'br', 'if-none-match': tag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
    expect((await ask('app-1.js', { 'if-none-match': tag })).statusCode).toBe(200)
  })

  it('is asked about without its content', async () => {
    const answer = await ask('figure.webp', {}, 'HEAD')
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'content-length': '9' })
  })

  it.each([
    'app-2.js',
    'APP-1.js',
    'app-1.js.br',
    'app-1.js.gz',
    '.hidden',
    'folder',
    '',
    '..%2fapp-1.js',
    '%2e%2fapp-1.js',
  ])('is none of the build: "%s"', async (name) => {
    expect((await ask(name)).statusCode).toBe(404)
  })

  it('that another build has removed is not found, and read anew when it is there', async () => {
    expect((await ask('gone.js')).statusCode).toBe(404)
    await writeFile(path.join(scratch.directory, 'gone.js'), 'back')
    expect((await ask('gone.js')).body).toBe('back')
  })
})
