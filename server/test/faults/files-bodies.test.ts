import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { fileLimits, type Upload } from '@ulna/contract/files/files'
import type { RecordRow } from '@ulna/contract/records/records'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPatient } from '../factories/clinical.ts'
import { start, writeDocument } from '../factories/files.ts'
import { listen } from '../sweeps/scene/raw-request.ts'
import { testPractice } from '../test-practice.ts'

let record: RecordRow

const { app, owner } = await testPractice({ alone: true })
const port = await listen(app.server)
beforeEach(async () => {
  record = await writeDocument(app, owner, (await createPatient(app, owner)).id)
})

interface Answered {
  /** Undefined: the connection was cut. */
  readonly status: number | undefined
  /** How many bytes it took. */
  readonly sent: number
}

const answerOf = (asked: ClientRequest): Promise<number | undefined> =>
  new Promise((resolve) => {
    asked.on('response', (response: IncomingMessage) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', () => resolve(undefined))
    asked.on('close', () => resolve(undefined))
  })

const piece = Buffer.alloc(64 * 1024, 'x')

/** Sends pieces until `most` bytes are gone or the server has answered. */
const pour = async (
  path: string,
  headers: Record<string, string>,
  { head = Buffer.alloc(0), most, cut = false }: { head?: Buffer; most: number; cut?: boolean },
): Promise<Answered> => {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    method: path.includes('/part/') ? 'PUT' : 'POST',
    headers: { authorization: `Bearer ${owner.token}`, ...headers },
  })
  let over = false
  const answered = answerOf(asked).finally(() => {
    over = true
  })
  let sent = head.length
  if (head.length > 0) asked.write(head)
  while (!over && sent < most) {
    const next = piece.subarray(0, most - sent)
    sent += next.length
    if (!asked.write(next)) await Promise.race([once(asked, 'drain').catch(() => undefined), answered])
  }
  if (cut) asked.destroy()
  else if (!over) asked.end()
  const status = await answered
  asked.destroy()
  return { status, sent }
}

const boundary = 'xx'
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const bytes = { 'content-type': 'application/octet-stream' }
const head = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="document"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n`,
)
const formPath = (): string => `/api/record/uploadDocument/${record.id}`

const partPath = async (): Promise<string> => {
  const announced = { name: 'a.pdf', type: 'application/pdf', size: fileLimits.partBytes * 2 }
  const { id } = (await start(app, owner, record.id, announced)).payload as Upload
  return `/api/upload/${id}/part/1`
}

/** Files of the store but for whole parts of uploads that go on. */
const leftovers = async (): Promise<string[]> => {
  const found = await readdir(app.filesDirectory, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((one) => one.isFile()).map((one) => `${one.parentPath}/${one.name}`)
}

const eventually = async (check: () => Promise<void>): Promise<void> => {
  for (let turn = 0; turn < 100; turn += 1) {
    try {
      return await check()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await check()
}

const nothingIsLeft = () => eventually(async () => expect(await leftovers()).toEqual([]))

describe('F2, E8: a body that is too large', () => {
  it('is refused by what it announces, before it is sent', async () => {
    const path = await partPath()
    const announced = { ...bytes, 'content-length': String(fileLimits.partBytes + 1) }
    const part = await pour(path, announced, { most: 64 * 1024 })
    expect(part.status).toBe(413)
    const long = { ...form, 'content-length': String(fileLimits.bytes + 1_000_000) }
    expect((await pour(formPath(), long, { head, most: 64 * 1024 })).status).toBe(413)
    await nothingIsLeft()
  })

  it('is cut off at the limit of a part when it announces nothing and never ends', async () => {
    const path = await partPath()
    const { status, sent } = await pour(path, bytes, { most: 100 * 1024 * 1024 })
    expect([413, undefined]).toContain(status)
    expect(sent).toBeLessThan(fileLimits.partBytes + 30 * 1024 * 1024)
    await nothingIsLeft()
  })

  it('is cut off at the limit of a file, and needs no memory for it', async () => {
    const before = process.memoryUsage().rss
    let highest = 0
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss)
    }, 20)
    const { status, sent } = await pour(formPath(), form, { head, most: 400 * 1024 * 1024 })
    clearInterval(watch)
    expect([413, undefined]).toContain(status)
    expect(sent).toBeGreaterThan(fileLimits.bytes)
    // What both kernels hold besides.
    expect(sent).toBeLessThan(fileLimits.bytes * 1.5)
    // Both ends of the connection are in this process, and nothing makes it collect what they let go.
    expect(highest - before).toBeLessThan(fileLimits.bytes)
    await nothingIsLeft()
  })
})

describe('F2: a body that breaks off', () => {
  it('leaves nothing: a form at 99 %, a part at 99 %', async () => {
    const size = 20 * 1024 * 1024
    await pour(
      formPath(),
      { ...form, 'content-length': String(size) },
      { head, most: Math.floor(size * 0.99), cut: true },
    )
    const path = await partPath()
    await pour(
      path,
      { ...bytes, 'content-length': String(fileLimits.partBytes) },
      { most: Math.floor(fileLimits.partBytes * 0.99), cut: true },
    )
    await nothingIsLeft()
    const rows = await app.owner.queries
      .selectFrom('files')
      .select('id')
      .where('record_id', '=', record.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('is refused when it is shorter than the part it should be', async () => {
    expect((await pour(await partPath(), bytes, { most: 1000 })).status).toBe(400)
    await nothingIsLeft()
  })

  it('is refused when the form does not end, or holds no file', async () => {
    expect((await pour(formPath(), form, { head, most: 100_000 })).status).toBe(400)
    expect((await pour(formPath(), form, { head: Buffer.from(`--${boundary}--\r\n`), most: 0 })).status).toBe(
      400,
    )
    expect(
      (await pour(formPath(), { 'content-type': 'multipart/form-data' }, { head, most: 0 })).status,
    ).toBe(400)
    expect((await pour(formPath(), bytes, { head, most: 0 })).status).toBe(415)
    await nothingIsLeft()
    expect(app.log).toEqual([])
  })
})
