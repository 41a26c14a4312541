import { deflateRawSync } from 'node:zlib'
import type { UploadedFile } from '@ulna/contract/files/files'
import type { RecordRow } from '@ulna/contract/records/records'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPatient } from '../../../test/factories/clinical.ts'
import {
  addFile,
  dicom,
  download,
  formBody,
  jpeg,
  pdf,
  photo,
  readBack,
  sendForm,
  uploadInParts,
  writeDocument,
} from '../../../test/factories/files.ts'
import { reportFigures } from '../../../test/faults/figures.ts'
import { sizes } from '../../../test/faults/sizes.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { localFileStore } from '../../platform/files/file-store.local.ts'

let record: RecordRow

const { app, owner } = await testPractice({ alone: true })

const newRecord = async (): Promise<void> => {
  record = await writeDocument(app, owner, (await createPatient(app, owner)).id)
}
beforeAll(newRecord)

interface Attack {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** What both ways of uploading say, and what becomes of what they took. */
const outcomesOf = async ({ name, type, bytes }: Attack): Promise<string[]> => {
  await newRecord()
  const answers = [
    await sendForm(app, owner, { recordId: record.id, body: formBody(bytes, { name, type }) }),
    await uploadInParts(app, owner, { recordId: record.id, bytes, announcing: { name, type } }),
  ]
  await app.runJobs()
  return Promise.all(
    answers.map(async ({ status, errors, payload }) => {
      if (status !== 201) return String(errors[0]?.message)
      const { state, problem } = await readBack(app, owner, (payload as UploadedFile).id)
      return problem ?? state
    }),
  )
}

const storedBytes = async (): Promise<string> => {
  const { rows } = await app.owner.raw.query('select storage_key, state from files where record_id = $1', [
    record.id,
  ])
  const store = localFileStore(app.filesDirectory)
  const sizes = await Promise.all(
    rows.map(async (row: { storage_key: string; state: string }) => [
      row.state,
      await store.sizeOf(row.storage_key),
    ]),
  )
  return JSON.stringify(sizes)
}

const zip = (): Buffer => {
  const bomb = deflateRawSync(Buffer.alloc(50_000_000))
  const head = Buffer.alloc(30)
  head.write('PK\x03\x04', 0, 'latin1')
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(bomb.length, 18)
  head.writeUInt32LE(50_000_000, 22)
  return Buffer.concat([head, bomb])
}

const script = Buffer.from('<script>alert(1)</script>')

describe('F1, F3, F5: a file that is not what it says', () => {
  const attacks: readonly (readonly [string, string, () => Attack | Promise<Attack>])[] = [
    [
      'a program',
      'file_type_unsupported',
      () => ({ name: 'a.exe', type: 'application/x-msdownload', bytes: Buffer.from('MZ..') }),
    ],
    [
      'a program called a picture',
      'file_type_unsupported',
      () => ({ name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.from(`MZ${'x'.repeat(200)}`) }),
    ],
    [
      'a page called a picture',
      'file_type_unsupported',
      () => ({ name: 'a.png', type: 'image/png', bytes: script }),
    ],
    ['a page', 'file_type_unsupported', () => ({ name: 'a.html', type: 'text/html', bytes: script })],
    [
      'a script called a document',
      'file_type_unsupported',
      () => ({ name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('<?php system($_GET[0]);') }),
    ],
    [
      'an SVG',
      'file_type_unsupported',
      () => ({
        name: 'a.svg',
        type: 'image/svg+xml',
        bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      }),
    ],
    [
      'a GIF with a script',
      'file_type_unsupported',
      () => ({ name: 'a.gif', type: 'image/gif', bytes: Buffer.from('GIF89a/*') }),
    ],
    [
      'a GIF called a PNG',
      'file_type_unsupported',
      () => ({ name: 'a.png', type: 'image/png', bytes: Buffer.from(`GIF89a${'x'.repeat(100)}`) }),
    ],
    [
      'a bomb in an archive',
      'file_type_unsupported',
      () => ({ name: 'a.zip', type: 'application/zip', bytes: zip() }),
    ],
    [
      'a bomb called a document',
      'file_type_unsupported',
      () => ({ name: 'a.pdf', type: 'application/pdf', bytes: zip() }),
    ],
    [
      'two endings',
      'file_type_unsupported',
      async () => ({ name: 'foto.php.jpg', type: 'image/jpeg', bytes: await jpeg() }),
    ],
    [
      'the ending of a program last',
      'file_type_unsupported',
      async () => ({ name: 'foto.jpg.exe', type: 'image/jpeg', bytes: await jpeg() }),
    ],
    [
      'no ending',
      'file_type_unsupported',
      async () => ({ name: 'foto', type: 'image/jpeg', bytes: await jpeg() }),
    ],
    [
      'another type than its name',
      'file_type_unsupported',
      async () => ({ name: 'foto.png', type: 'image/jpeg', bytes: await jpeg() }),
    ],
    [
      'another name than its bytes',
      'file_type_unsupported',
      async () => ({ name: 'foto.png', type: 'image/png', bytes: await jpeg() }),
    ],
    [
      'half a JPEG',
      'file_damaged',
      async () => ({ name: 'a.jpg', type: 'image/jpeg', bytes: (await jpeg(400, 400)).subarray(0, 900) }),
    ],
    [
      'half a PNG',
      'file_damaged',
      async () => ({
        name: 'a.png',
        type: 'image/png',
        bytes: (await photo(300, 300).png().toBuffer()).subarray(0, 400),
      }),
    ],
    [
      'half a WebP',
      'file_damaged',
      async () => ({
        name: 'a.webp',
        type: 'image/webp',
        bytes: (await photo(300, 300).webp().toBuffer()).subarray(0, 80),
      }),
    ],
    [
      'half a PDF',
      'file_damaged',
      () => ({ name: 'a.pdf', type: 'application/pdf', bytes: pdf(9000).subarray(0, 6000) }),
    ],
    [
      'a PDF with a page behind it',
      'file_damaged',
      () => ({
        name: 'a.pdf',
        type: 'application/pdf',
        bytes: Buffer.concat([pdf(), Buffer.alloc(5000, ' '), script]),
      }),
    ],
    [
      'half a DICOM',
      'file_damaged',
      () => ({
        name: 'a.dcm',
        type: 'application/octet-stream',
        bytes: dicom({ pixels: 4000 }).subarray(0, 2000),
      }),
    ],
    [
      'DICM and nothing',
      'file_damaged',
      () => ({
        name: 'a.dcm',
        type: 'application/octet-stream',
        bytes: Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')]),
      }),
    ],
  ]
  it.each(attacks)('is refused: %s', async (_, expected, attack) => {
    expect(await outcomesOf(await attack())).toEqual([expected, expected])
    expect(await storedBytes()).not.toMatch(/\d/)
  })

  it('is refused when it is empty', async () => {
    const answer = await sendForm(app, owner, { recordId: record.id, body: formBody(Buffer.alloc(0)) })
    expect(answer).toMatchObject({ status: 400, errors: [{ message: 'file_damaged' }] })
  })

  it('is taken with dots and languages in its name', async () => {
    await newRecord()
    for (const name of ['Resonancia 12.03.2026.jpg', 'RX v2.1 (copia).jpeg', 'Città è già.JPG', '診断.jpg'])
      expect((await addFile(app, owner, { recordId: record.id, announcing: { name } })).fileName).toBe(name)
  })
})

describe('F4: a picture that would fill the memory', () => {
  const crc = (bytes: Buffer): number => {
    let value = ~0
    for (const byte of bytes) {
      value ^= byte
      for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    }
    return ~value >>> 0
  }
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), body.length + 4)
    return out
  }
  const flood = (edge: number): Buffer => {
    const head = Buffer.alloc(13)
    head.writeUInt32BE(edge, 0)
    head.writeUInt32BE(edge, 4)
    head.set([8, 6, 0, 0, 0], 8)
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', head),
      chunk('IDAT', deflateRawSync(Buffer.alloc(100_000))),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }

  it('is refused before its decoder is stopped for being late, the process lives and the next one is rendered', async () => {
    await newRecord()
    const answer = await uploadInParts(app, owner, {
      recordId: record.id,
      bytes: flood(50_000),
      announcing: {
        name: 'a.png',
        type: 'image/png',
      },
    })
    const before = process.memoryUsage().rss
    const startedAt = performance.now()
    await app.runJobs()
    const ms = Math.round(performance.now() - startedAt)
    reportFigures('F4', { attack: '50,000 by 50,000', ms })
    expect(ms).toBeLessThan(sizes.refusalMs)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
    expect(await readBack(app, owner, (answer.payload as UploadedFile).id)).toMatchObject({
      state: 'refused',
      problem: 'file_damaged',
      rawUrl: null,
    })
    expect(await addFile(app, owner, { recordId: record.id })).toMatchObject({ state: 'ready' })
  })
})

describe('F6: the name of a file', () => {
  const names: readonly (readonly [string, string])[] = [
    ['../../etc/passwd.jpg', 'passwd.jpg'],
    ['C:\\fotos\\hombro.jpg', 'hombro.jpg'],
    ['a\u202Egpj.jpg', 'agpj.jpg'],
    ['CON.jpg', 'CON.jpg'],
    ['-rf.jpg', '-rf.jpg'],
    ['"; filename=evil.exe;".jpg', '"; filename=evil.exe;".jpg'],
    ['😀 Ñandú %41 \u00e9.jpg', '😀 Ñandú %41 \u00e9.jpg'],
    ['.jpg', 'file.jpg'],
    ['a\r\nset-cookie: x=1.jpg', 'aset-cookie: x=1.jpg'],
    ['   hueco   .jpg', 'hueco.jpg'],
  ]

  const nameIn = (header: unknown): string =>
    decodeURIComponent(/filename\*=UTF-8''([^;]+)$/.exec(String(header))?.[1] ?? '')

  it.each(names)('%j is kept as %j and comes back in a header of its own', async (given, kept) => {
    await newRecord()
    const file = await addFile(app, owner, { recordId: record.id, announcing: { name: given } })
    expect(file.fileName).toBe(kept)
    expect(file.rawStoragePath).toMatch(/^[0-9a-f-]{36}\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/image_\d+_\d+\.jpg$/)
    const { headers } = await download(app, owner, file.id)
    expect(nameIn(headers['content-disposition'])).toBe(kept)
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/,
    )
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('is refused with U+0000 and beyond 255 characters, and cut in a form', async () => {
    await newRecord()
    const bytes = await jpeg()
    for (const name of ['a\u0000.jpg', `${'x'.repeat(300)}.jpg`])
      expect(
        await uploadInParts(app, owner, { recordId: record.id, bytes, announcing: { name } }),
      ).toMatchObject({
        status: 400,
        errors: [{ field: 'fileName' }],
      })
    const answer = await sendForm(app, owner, {
      recordId: record.id,
      body: formBody(bytes, { name: `${'x'.repeat(300)}.jpg` }),
    })
    expect((answer.payload as UploadedFile).fileName).toBe(`${'x'.repeat(251)}.jpg`)
  })
})

describe('F7: what a camera adds to a photo', () => {
  /** Latitude, serial number and owner as a phone writes them. */
  const exif = {
    IFD0: { Make: 'Canary Inc', Copyright: 'canary-owner' },
    IFD2: { BodySerialNumber: 'canary-serial' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '4/1 42/1 0/1',
      GPSLongitudeRef: 'W',
      GPSLongitude: '74/1 4/1 0/1',
    },
  }

  it.each(['jpeg', 'png', 'webp'] as const)(
    'is in nothing that is kept, and the photo stands upright: %s',
    async (format) => {
      for (const orientation of [1, 3, 6, 8]) {
        await newRecord()
        const bytes = await photo(80, 40)
          .withExif(exif)
          .withMetadata({ orientation })
          .toFormat(format)
          .toBuffer()
        const file = await addFile(app, owner, {
          recordId: record.id,
          bytes,
          announcing: {
            name: `a.${format}`,
            type: `image/${format}`,
          },
        })
        const upright = orientation >= 5
        expect(file).toMatchObject({ state: 'ready', width: upright ? 40 : 80, height: upright ? 80 : 40 })
        for (const variant of ['original', 'screen', 'thumb'] as const) {
          const { rawPayload } = await download(app, owner, file.id, variant)
          const { exif: left, orientation: turned, width, height } = await sharp(rawPayload).metadata()
          expect([left, turned, width, height]).toEqual([undefined, undefined, file.width, file.height])
          expect(rawPayload.toString('latin1')).not.toContain('canary')
        }
        // The red quarter stands where it stood in the camera.
        const { data, info } = await sharp((await download(app, owner, file.id)).rawPayload)
          .raw()
          .toBuffer({ resolveWithObject: true })
        const isRed = (x: number, y: number): boolean =>
          (data[(y * info.width + x) * info.channels] ?? 0) > 180
        const corners = [
          isRed(5, 5),
          isRed(info.width - 6, 5),
          isRed(info.width - 6, info.height - 6),
          isRed(5, info.height - 6),
        ]
        expect(corners.indexOf(true)).toBe({ 1: 0, 6: 1, 3: 2, 8: 3 }[orientation])
      }
    },
  )

  it('goes, and the quality stays', async () => {
    await newRecord()
    const noise = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer()
    const file = await addFile(app, owner, { recordId: record.id, bytes: noise })
    const { rawPayload } = await download(app, owner, file.id)
    const [before, after] = await Promise.all([noise, rawPayload].map((one) => sharp(one).raw().toBuffer()))
    const differences = (before ?? Buffer.alloc(0)).map((value, at) => Math.abs(value - (after?.[at] ?? 0)))
    expect(differences.reduce((sum, one) => sum + one, 0) / differences.length).toBeLessThan(6)
  })

  it('goes from an x-ray of 16 bits, which keeps its shades', async () => {
    await newRecord()
    const shades = Uint16Array.from({ length: 64 * 64 }, (_, at) => at * 15)
    const bytes = await sharp(Buffer.from(shades.buffer), {
      raw: { width: 64, height: 64, channels: 1, depth: 'ushort' } as never,
    })
      .toColourspace('grey16')
      .png()
      .toBuffer()
    const file = await addFile(app, owner, {
      recordId: record.id,
      bytes,
      announcing: { name: 'rx.png', type: 'image/png' },
    })
    const { depth } = await sharp((await download(app, owner, file.id)).rawPayload).metadata()
    expect(depth).toBe((await sharp(bytes).metadata()).depth)
  })
})
