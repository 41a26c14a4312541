import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { s3FileStore } from '../../src/platform/files/file-store.s3.ts'
import { bytesOf, type FileStore } from '../../src/platform/files/file-store.ts'
import { createBucket } from './bucket.ts'

let store: FileStore
let settings: Awaited<ReturnType<typeof createBucket>>['settings']

beforeAll(async () => {
  ;({ store, settings } = await createBucket())
})

const partBytes = 5 * 1024 * 1024
const filled = (size: number, value: number): Buffer => Buffer.alloc(size, value)

describe('a bucket', () => {
  it('keeps bytes and streams, hands out ranges, and forgets', async () => {
    await store.put('a/b.jpg', Buffer.from('some bytes'))
    await store.put('a/c.jpg', {
      size: 10,
      bytes: Readable.from([Buffer.from('more '), Buffer.from('bytes')]),
    })
    expect((await store.get('a/b.jpg')).toString()).toBe('some bytes')
    const { size, bytes } = await store.open('a/c.jpg', { start: 5, end: 9 })
    expect([size, (await bytesOf(bytes)).toString()]).toEqual([10, 'bytes'])
    expect(await store.sizeOf('a/c.jpg')).toBe(10)
    await store.remove('a/c.jpg')
    await store.remove('a/c.jpg')
    expect(await store.sizeOf('a/c.jpg')).toBeUndefined()
    await expect(store.get('a/c.jpg')).rejects.toMatchObject({ key: 'file_not_found' })
    await expect(store.get('../a')).rejects.toMatchObject({ key: 'file_not_found' })
  })

  it('takes parts in any order and again, through us and by links', async () => {
    const file = await store.parts.begin('a/whole.pdf', {
      contentType: 'application/pdf',
      size: partBytes + 3,
    })
    expect(await store.parts.list(file)).toEqual([])
    const link = (await store.parts.presign(file, 2, 60)) ?? ''
    expect((await fetch(link, { method: 'PUT', body: 'abc' })).status).toBe(200)
    await store.parts.put(file, 1, filled(partBytes, 1))
    await store.parts.put(file, 1, filled(partBytes, 2))
    expect(await store.parts.list(file)).toEqual([
      { part: 1, size: partBytes },
      { part: 2, size: 3 },
    ])
    expect(await store.sizeOf('a/whole.pdf')).toBeUndefined()
    await store.parts.complete(file, 2)
    const whole = Buffer.concat([filled(partBytes, 2), Buffer.from('abc')])
    expect((await store.get('a/whole.pdf')).equals(whole)).toBe(true)
    await store.parts.abort(file)
    expect(await store.sizeOf('a/whole.pdf')).toBe(partBytes + 3)
  })

  it('forgets what is given up, and takes no more of it', async () => {
    const file = await store.parts.begin('a/given-up.pdf', { contentType: 'application/pdf', size: 3 })
    await store.parts.put(file, 1, Buffer.from('abc'))
    await store.parts.abort(file)
    expect(await store.parts.list(file)).toEqual([])
    await expect(store.parts.put(file, 2, Buffer.from('x'))).rejects.toMatchObject({ key: 'file_not_found' })
    expect(await store.sizeOf('a/given-up.pdf')).toBeUndefined()
  })

  it('refuses links that were changed, that are for another call, and that are over', async () => {
    const file = await store.parts.begin('a/links.pdf', { contentType: 'application/pdf', size: 3 })
    const link = (await store.parts.presign(file, 1, 60)) ?? ''
    const changes: readonly ((url: URL) => void)[] = [
      (url) => url.searchParams.set('partNumber', '2'),
      (url) => url.searchParams.set('X-Amz-Expires', '90000'),
      (url) => url.searchParams.set('X-Amz-Signature', 'f'.repeat(64)),
      (url) => url.searchParams.delete('X-Amz-Signature'),
      (url) => {
        url.pathname = url.pathname.replace('links', 'whole')
      },
    ]
    for (const change of changes) {
      const url = new URL(link)
      change(url)
      expect((await fetch(url, { method: 'PUT', body: 'abc' })).status, url.href).toBe(403)
    }
    expect((await fetch(link)).status).toBe(403)
    expect((await fetch(link, { method: 'DELETE' })).status).toBe(403)
    const short = (await store.parts.presign(file, 1, 1)) ?? ''
    await pause(2500)
    expect((await fetch(short, { method: 'PUT', body: 'abc' })).status).toBe(403)
    expect(await store.parts.list(file)).toEqual([])
  })

  it('lets nobody read without a key', async () => {
    await store.put('a/secret.jpg', Buffer.from('x'))
    expect((await fetch(`${settings.endpoint}/${settings.bucket}/a/secret.jpg`)).status).toBe(403)
  })
})

describe('a bucket that cannot be reached', () => {
  it.each([
    ['nobody listens', { endpoint: 'http://127.0.0.1:9' }],
    ['the key is wrong', { secretAccessKey: 'wrong' }],
    ['it is not there', { bucket: 'ulna-nothing-here' }],
  ])('is service_unavailable: %s', async (_, wrong) => {
    const away = s3FileStore({ ...settings, ...wrong })
    const unavailable = { key: 'service_unavailable' }
    await expect(away.put('a', Buffer.from('x'))).rejects.toMatchObject(unavailable)
    await expect(away.parts.begin('a', { contentType: 'x', size: 1 })).rejects.toMatchObject(unavailable)
  })
})
