import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { UploadedFile } from '@ulna/contract/files/files'
import type { RecordRow } from '@ulna/contract/records/records'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPatient } from '../../../../test/factories/clinical.ts'
import {
  addFile,
  download,
  jpeg,
  readBack,
  uploadInParts,
  writeDocument,
} from '../../../../test/factories/files.ts'
import { type HeicWish, heic, heicBomb, heicFile } from '../../../../test/factories/heic.ts'
import { reportFigures } from '../../../../test/faults/figures.ts'
import { sizes } from '../../../../test/faults/sizes.ts'
import { testPractice } from '../../../../test/test-practice.ts'

let record: RecordRow

const { app, owner } = await testPractice({ alone: true })

const newRecord = async (): Promise<void> => {
  record = await writeDocument(app, owner, (await createPatient(app, owner)).id)
}
beforeAll(newRecord)

const asPhoto = { name: 'IMG_1.HEIC', type: 'image/heic' }

const colours = { red: [216, 58, 47], teal: [42, 146, 135], sand: [244, 228, 208], ink: [32, 50, 74] }
type Colour = keyof typeof colours

/** Which of the four tiles stands in each corner: above left and right, below left and right. */
const cornersOf = async (bytes: Buffer): Promise<(Colour | undefined)[]> => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): Colour | undefined => {
    const start = (y * info.width + x) * info.channels
    const isNear = (colour: Colour) =>
      colours[colour].every((value, index) => Math.abs(value - (data[start + index] ?? -99)) < 12)
    return (Object.keys(colours) as Colour[]).find(isNear)
  }
  const [right, below] = [info.width - 6, info.height - 6]
  return [at(5, 5), at(right, 5), at(5, below), at(right, below)]
}

const turns: readonly (readonly [string, HeicWish, Colour[]])[] = [
  ['upright', {}, ['red', 'teal', 'sand', 'ink']],
  ['turned to the left', { turned: 1 }, ['teal', 'ink', 'red', 'sand']],
  ['upside down', { turned: 2 }, ['ink', 'sand', 'teal', 'red']],
  ['turned to the right', { turned: 3 }, ['sand', 'red', 'ink', 'teal']],
  ['mirrored', { mirrored: true }, ['teal', 'red', 'ink', 'sand']],
]

describe('F9: a photo of an iPhone', () => {
  it.each(turns)('is kept as JPEG and stands as it was taken: %s', async (_, wish, expected) => {
    await newRecord()
    const file = await addFile(app, owner, { recordId: record.id, bytes: heic(wish), announcing: asPhoto })
    expect(file).toMatchObject({
      state: 'ready',
      fileName: 'IMG_1.jpg',
      contentType: 'image/jpeg',
      width: 128,
      height: 128,
    })
    expect(file.rawStoragePath).toMatch(/\.jpg$/)
    const formats = { original: 'jpeg', screen: 'webp', thumb: 'webp' } as const
    for (const variant of ['original', 'screen', 'thumb'] as const) {
      const { rawPayload, headers } = await download(app, owner, file.id, variant)
      expect((await sharp(rawPayload).metadata()).format).toBe(formats[variant])
      expect(headers['content-type']).toBe(`image/${formats[variant]}`)
      expect(await cornersOf(rawPayload)).toEqual(expected)
    }
  })

  it('F7 loses what the camera added: place, maker, its own turn', async () => {
    await newRecord()
    const exif = Buffer.from('MM\0*canary-owner')
    for (const bytes of [heicFile('plain'), heic({ exif })]) {
      expect(bytes.toString('latin1')).toMatch(/canary/i)
      const file = await addFile(app, owner, { recordId: record.id, bytes, announcing: asPhoto })
      for (const variant of ['original', 'screen', 'thumb'] as const) {
        const { rawPayload } = await download(app, owner, file.id, variant)
        const { exif: left, icc, xmp, orientation } = await sharp(rawPayload).metadata()
        expect([left, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
        expect(rawPayload.toString('latin1')).not.toMatch(/canary/i)
      }
    }
  })

  it('shows its colours as its camera meant them', async () => {
    await newRecord()
    const teal = sharp({ create: { width: 64, height: 64, channels: 3, background: '#2a9287' } })
    const { icc } = await sharp(await teal.withIccProfile('p3').png().toBuffer()).metadata()
    const file = await addFile(app, owner, {
      recordId: record.id,
      bytes: heic({ grid: ['teal'], columns: 1, profile: icc ?? Buffer.alloc(0) }),
      announcing: asPhoto,
    })
    const { rawPayload } = await download(app, owner, file.id)
    const [red = 0, green = 0] = await sharp(rawPayload).raw().toBuffer()
    // The same numbers are a stronger green in the wider space of that camera.
    expect(red).toBeLessThan(15)
    expect(green).toBeGreaterThan(146)
  })

  it('is told by its bytes: not by its name, and not by what another program calls it', async () => {
    await newRecord()
    const refused = { status: 415, errors: [{ message: 'file_type_unsupported' }] }
    const sent = (bytes: Buffer, announcing: { name: string; type: string }) =>
      uploadInParts(app, owner, { recordId: record.id, bytes, announcing })
    expect(await sent(heic(), { name: 'a.jpg', type: 'image/jpeg' })).toMatchObject(refused)
    expect(await sent(heic(), { name: 'a.heic', type: 'image/jpeg' })).toMatchObject(refused)
    expect(await sent(await jpeg(), asPhoto)).toMatchObject(refused)
    const avif = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .avif()
      .toBuffer()
    expect(await sent(avif, asPhoto)).toMatchObject(refused)
    expect(await sent(heic({ brand: 'msf1' }), asPhoto)).toMatchObject(refused)
    expect((await sent(heic({ brand: 'mif1' }), { name: 'a.heif', type: 'image/heif' })).status).toBe(201)
  })
})

describe('F4: a HEIC that would fill the memory, or is not whole', () => {
  const attacks: readonly (readonly [string, () => Buffer])[] = [
    ['more pixels than any camera has', () => heicFile('flood')],
    ['a grid that announces 50,000 by 50,000', () => heic({ size: { width: 50_000, height: 50_000 } })],
    ['a grid that announces more than its tiles', () => heic({ size: { width: 7000, height: 7000 } })],
    ['a small picture that is a large one inside', heicBomb],
    ['its last byte is missing', () => heic().subarray(0, -1)],
    ['its tiles are missing', () => heic().subarray(0, -110)],
    ['half of its head', () => heic().subarray(0, 300)],
    ['nothing but its sign', () => heic().subarray(0, 24)],
  ]

  // The promise is two seconds, which the long tier asserts. Everywhere else the decoder has to refuse by itself: one
  // that is late is stopped after sixty.
  it.each(attacks)(
    'is refused before its decoder is stopped for being late, and the next one is rendered: %s',
    async (attack, make) => {
      await newRecord()
      const bytes = make()
      const { payload } = await uploadInParts(app, owner, { recordId: record.id, bytes, announcing: asPhoto })
      const startedAt = performance.now()
      await app.runJobs()
      const ms = Math.round(performance.now() - startedAt)
      reportFigures('F4', { attack, ms })
      expect(await readBack(app, owner, (payload as UploadedFile).id)).toMatchObject({
        state: 'refused',
        problem: 'file_damaged',
        rawUrl: null,
      })
      expect(ms).toBeLessThan(sizes.refusalMs)
      expect(await addFile(app, owner, { recordId: record.id })).toMatchObject({ state: 'ready' })
    },
  )

  // Linux counts what the process that started another one had as the other's maxRSS, so its own peak is asked for first.
  it('leaves the process that decodes it small', () => {
    const decoder = fileURLToPath(new URL('../../../platform/pictures/heic-picture.ts', import.meta.url))
    const program = `
      import { readFile } from 'node:fs/promises'
      import { decodeHeic } from ${JSON.stringify(decoder)}
      const chunks = []
      for await (const chunk of process.stdin) chunks.push(chunk)
      const outcome = await decodeHeic(Buffer.concat(chunks), 50_000_000).then(() => 'taken', () => 'refused')
      const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
      const peak = /VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS
      console.log(outcome, Math.round(Number(peak) / 1024))`
    for (const input of [heicFile('flood'), heicBomb(), heic({ size: { width: 50_000, height: 50_000 } })]) {
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { input })
      const [outcome, megabytes] = stdout.toString().trim().split(' ')
      expect(outcome).toBe('refused')
      expect(Number(megabytes)).toBeLessThan(200)
    }
  })

  it('whatever byte of it is wrong: it is refused or rendered, and the next one is rendered', async () => {
    await newRecord()
    for (let turn = 0; turn < 5; turn += 1) {
      const bytes = heic()
      for (let at = 40 + turn; at < bytes.length; at += 61) bytes[at] = (at * 31 + turn * 7) % 256
      const { payload } = await uploadInParts(app, owner, { recordId: record.id, bytes, announcing: asPhoto })
      await app.runJobs()
      expect(['ready', 'refused']).toContain((await readBack(app, owner, (payload as UploadedFile).id)).state)
    }
    expect(
      await addFile(app, owner, { recordId: record.id, bytes: heic(), announcing: asPhoto }),
    ).toMatchObject({ state: 'ready' })
  })
})
