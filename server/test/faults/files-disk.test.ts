import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCatalogue } from '@ulna/contract/errors'
import { fileEndpoints, fileLimits, type Upload, type UploadedFile } from '@ulna/contract/files/files'
import type { RecordRow } from '@ulna/contract/records/records'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storageProbe } from '../../src/features/files/files.storage.ts'
import { AppError } from '../../src/platform/app-error.ts'
import { localFileStore } from '../../src/platform/files/file-store.local.ts'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import { createPatient } from '../factories/clinical.ts'
import {
  addFile,
  complete,
  download,
  formBody,
  jpeg,
  partOf,
  pdf,
  sendForm,
  sendPart,
  start,
  uploadInParts,
  writeDocument,
} from '../factories/files.ts'
import { addMember, registerOwner, type TestPerson } from '../factories/people.ts'
import { createScratchDirectory } from '../scratch-directory.ts'

let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let directory: string
let app: TestApp
let owner: TestPerson
let record: RecordRow
/** What the next test lets happen to the store. */
let fault: (() => void) | undefined

/** A store whose every call asks `fault` first. */
const faulty = (store: FileStore): FileStore => {
  const asking = <T extends object>(inner: T): T =>
    new Proxy(inner, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (name === 'parts') return asking(value as object)
        if (typeof value !== 'function') return value
        return async (...given: unknown[]) => {
          fault?.()
          return (value as (...all: unknown[]) => unknown).apply(target, given)
        }
      },
    })
  return asking(store)
}

beforeAll(async () => {
  scratch = await createScratchDirectory()
  directory = path.join(scratch.directory, 'files')
  app = await buildTestApp({ files: faulty(localFileStore(directory)) })
  owner = await registerOwner(app)
  await localFileStore(directory).put('first/file', Buffer.from('x'))
})
afterAll(async () => {
  await app.close()
  await scratch.remove()
})
beforeEach(async () => {
  fault = undefined
  record = await writeDocument(app, owner, (await createPatient(app, owner)).id)
})

/** Everything below the store, without what uploads that go on have sent. */
const filesOnDisk = async (): Promise<string[]> => {
  const found = await readdir(directory, { recursive: true, withFileTypes: true })
  return found
    .filter((one) => one.isFile())
    .map((one) => path.relative(directory, path.join(one.parentPath, one.name)))
    .filter((name) => !name.startsWith('.parts'))
    .sort()
}

const rowsOf = async (id: number) =>
  app.owner.queries.selectFrom('files').select(['id', 'storage_key']).where('record_id', '=', id).execute()

const kept = (): string => `${directory}-away`

const takeAway = async (): Promise<void> => rename(directory, kept())
const bringBack = async (): Promise<void> => {
  await rm(directory, { recursive: true, force: true })
  await rename(kept(), directory)
}

describe('A5: a disk that fails', () => {
  const bytes = pdf(fileLimits.partBytes + 10)
  const document = { name: 'a.pdf', type: 'application/pdf', size: bytes.length }

  it.each([
    ['is taken away', async () => undefined],
    ['is something else', () => writeFile(directory, 'no directory')],
  ])(
    'is told, leaves no row and no part of a file, and the upload goes on when it is back: %s',
    async (_, instead) => {
      const before = await filesOnDisk()
      const upload = (await start(app, owner, record.id, document)).payload as Upload
      await sendPart(app, owner, { id: upload.id, part: 1, bytes: partOf(bytes, 1) })
      await takeAway()
      await instead()
      const answers = [
        await sendPart(app, owner, { id: upload.id, part: 2, bytes: partOf(bytes, 2) }),
        await complete(app, owner, upload.id),
        await start(app, owner, record.id, document),
        await sendForm(app, owner, { recordId: record.id, body: formBody(await jpeg()) }),
      ]
      for (const { status, errors } of answers)
        expect([status, errors[0]?.message]).toEqual([503, 'service_unavailable'])
      expect(await rowsOf(record.id)).toEqual([])
      await bringBack()
      expect(await filesOnDisk()).toEqual(before)
      await sendPart(app, owner, { id: upload.id, part: 2, bytes: partOf(bytes, 2) })
      expect((await complete(app, owner, upload.id)).status).toBe(201)
      await app.runJobs()
      expect((await download(app, owner, upload.id)).rawPayload.equals(bytes)).toBe(true)
    },
  )

  it('is told when it is gone while a file is looked at; the file is there again with it', async () => {
    const file = await addFile(app, owner, { recordId: record.id })
    await takeAway()
    expect((await download(app, owner, file.id)).statusCode).toBe(503)
    await bringBack()
    expect((await download(app, owner, file.id)).statusCode).toBe(200)
  })

  it('waits with what was taken until it is back', async () => {
    const answer = await uploadInParts(app, owner, { recordId: record.id, bytes: await jpeg() })
    const { id } = answer.payload as UploadedFile
    await takeAway()
    await app.runJobs()
    await bringBack()
    const { rows } = await app.owner.raw.query(
      'update graphile_worker._private_jobs set run_at = now() returning 1',
    )
    expect(rows.length).toBeGreaterThan(0)
    await app.runJobs()
    expect((await download(app, owner, id, 'thumb')).statusCode).toBe(200)
  })

  it('that has no room is told before anything is sent', async () => {
    const full = await buildTestApp({
      on: app,
      files: localFileStore(path.join(scratch.directory, 'full'), { reserve: 1e15 }),
    })
    const refused = { status: 507, errors: [{ message: 'storage_full' }] }
    expect(await start(full, owner, record.id, document)).toMatchObject(refused)
    expect(await sendForm(full, owner, { recordId: record.id, body: formBody(await jpeg()) })).toMatchObject(
      refused,
    )
    await full.close()
    expect(await rowsOf(record.id)).toEqual([])
  })
})

describe('A5: whether files can be stored', () => {
  it('is known of a disk that is there, is taken away, is something else, is full, and is back', async () => {
    const probe = storageProbe(localFileStore(directory), { keepMs: 0 })
    expect(await probe()).toBe('ready')
    await takeAway()
    expect(await probe()).toBe('away')
    await writeFile(directory, 'no directory')
    expect(await probe()).toBe('away')
    await bringBack()
    expect(await probe()).toBe('ready')
    expect(await filesOnDisk()).not.toContain('probe')
    expect(await storageProbe(localFileStore(directory, { reserve: 1e15 }))()).toBe('full')
  })

  it.each(['EROFS', 'EACCES', 'ENOSPC'])('is known of a disk that says %s', async (code) => {
    fault = () => {
      throw code === 'ENOSPC' ? new AppError('storage_full') : Object.assign(new Error('canary'), { code })
    }
    expect(await storageProbe(faulty(localFileStore(directory)))()).toBe(code === 'ENOSPC' ? 'full' : 'away')
  })

  it('is asked once for many, and a store that says nothing is away', async () => {
    let asked = 0
    fault = () => {
      asked += 1
    }
    const probe = storageProbe(faulty(localFileStore(directory)))
    expect(await Promise.all([probe(), probe(), probe()])).toEqual(['ready', 'ready', 'ready'])
    expect(await probe()).toBe('ready')
    // To begin and to forget.
    expect(asked).toBe(2)
    const store = localFileStore(directory)
    const silent = { ...store, parts: { ...store.parts, begin: () => new Promise<never>(() => undefined) } }
    expect(await storageProbe(silent, { patienceMs: 20 })()).toBe('away')
  })

  it('is told to admins and owners, and to nobody else', async () => {
    const ask = (token: string) => callEndpoint(app, fileEndpoints.storage, { token })
    expect(await ask(owner.token)).toMatchObject({ status: 200, payload: { state: 'ready' } })
    const assistant = await addMember(app, owner.practiceId, 'assistant', true)
    expect((await ask(assistant.token)).status).toBe(403)
  })
})

describe('A13: the k-th call to the file store fails', () => {
  const bytes = pdf(fileLimits.partBytes + 10)
  const ways: readonly (readonly [
    string,
    () => Promise<{ status: number; errors: readonly { message: string }[] }>,
  ])[] = [
    [
      'in parts',
      () =>
        uploadInParts(app, owner, {
          recordId: record.id,
          bytes,
          announcing: { name: 'a.pdf', type: 'application/pdf' },
        }),
    ],
    [
      'as a form',
      () =>
        sendForm(app, owner, {
          recordId: record.id,
          body: formBody(bytes, { name: 'a.pdf', type: 'application/pdf' }),
        }),
    ],
  ]
  const causes: readonly (readonly [string, Error, number])[] = [
    ['no room', new AppError('storage_full'), 507],
    ['away', new AppError('service_unavailable'), 503],
    ['a fault of ours', new Error('canary-of-a-path /srv/ulna'), 500],
  ]

  it.each(
    ways.flatMap(([way, send]) =>
      causes.map(([cause, error, status]) => [way, cause, send, error, status] as const),
    ),
  )('%s, %s: all or nothing, for every k', async (_way, _cause, send, error, status) => {
    let k = 0
    let done = false
    while (!done) {
      k += 1
      let calls = 0
      fault = () => {
        calls += 1
        if (calls === k) throw error
      }
      const answer = await send()
      done = calls < k
      fault = undefined
      const rows = await rowsOf(record.id)
      // What fails behind the commit takes nothing back.
      expect(rows.length, `k = ${k}`).toBeLessThanOrEqual(1)
      if (!done) expect([201, status]).toContain(answer.status)
      for (const one of answer.errors) expect(Object.keys(errorCatalogue)).toContain(one.message)
      expect(JSON.stringify(answer)).not.toContain('canary')
      const onDisk = await filesOnDisk()
      for (const row of rows) expect(onDisk).toContain(row.storage_key)
      await app.owner.queries.deleteFrom('files').where('record_id', '=', record.id).execute()
      await app.owner.queries.deleteFrom('uploads').where('record_id', '=', record.id).execute()
    }
    expect(k).toBeGreaterThan(4)
  })
})

describe('a process that was killed while it wrote', () => {
  it('leaves nothing for longer than a quarter of an hour', async () => {
    const store = localFileStore(directory)
    await store.put('a/b', Buffer.from('x'))
    const left = path.join(directory, '.writing', 'left')
    await mkdir(path.dirname(left), { recursive: true })
    await writeFile(left, 'half')
    await store.tidy()
    expect(await filesOnDisk()).toContain('.writing/left')
    await utimes(left, new Date(), new Date(Date.now() - 1_000_000))
    await store.tidy()
    expect(await filesOnDisk()).not.toContain('.writing/left')
    expect(await store.get('a/b')).toEqual(Buffer.from('x'))
  })
})

it('a file of a record is listed by nobody before its bytes are there', async () => {
  fault = () => {
    throw new AppError('service_unavailable')
  }
  await sendForm(app, owner, { recordId: record.id, body: formBody(await jpeg()) })
  fault = undefined
  const list = await callEndpoint(app, fileEndpoints.list, { params: { id: record.id }, token: owner.token })
  expect(list.payload).toEqual([])
})
