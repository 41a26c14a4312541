import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type DicomPicture, dicomPicture, packed, syntaxes } from '../../../test/factories/dicom-pictures.ts'
import { twelveBitJpeg } from '../../../test/factories/twelve-bit-jpeg.ts'
import { NoPictureError, type PictureWish, renderPictureFile } from './pictures.ts'

const isLong = process.env.TEST_TIER === 'long'
const wishes: readonly PictureWish[] = ['same', { edge: 320, fit: 'inside' }]

/** What the process says of a file, and how many bytes each of its pictures has. */
const render = async (file: Buffer): Promise<{ width: number; sizes: number[] }> => {
  const sizes: number[] = []
  const { width } = await renderPictureFile(
    async () => Readable.from([file]),
    wishes,
    async (wish, { size, bytes }) => {
      sizes[wish] = size
      for await (const piece of bytes) expect(piece).toBeDefined()
    },
  )
  return { width, sizes }
}

const size = { width: 24, height: 16 }
const values = Buffer.from(Array.from({ length: 24 * 16 }, (_, at) => (at * 7) % 256))

/** Always the same numbers. */
const numbers = (seed: number) => {
  let state = seed
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % most
  }
}

const flipped = (file: Buffer, seed: number): Buffer => {
  const next = numbers(seed)
  const copy = Buffer.from(file)
  // Only bytes behind the sign are changed: what stands before it says nothing.
  for (let count = 0; count < 12; count += 1) copy[132 + next(copy.length - 132)] = next(256)
  return copy
}

const samples = async (): Promise<Buffer[]> => {
  const codings = ['jpegLs', 'jpeg2000', 'jpegLossless', 'highThroughput', 'jpegXl', 'rle'] as const
  const pictures = codings.map((name): DicomPicture => ({ ...size, syntax: syntaxes[name] }))
  return [
    ...(await Promise.all(
      pictures.map(async (one) => dicomPicture({ ...one, pixels: [await packed(values, one)] })),
    )),
    dicomPicture({ ...size, syntax: syntaxes.bigEndian, pixels: values }),
    dicomPicture({ ...size, syntax: syntaxes.deflated, pixels: values }),
    dicomPicture({
      ...{ width: 16, height: 8, allocated: 16, stored: 12, syntax: syntaxes.jpegExtended },
      pixels: [twelveBitJpeg([0, 4095], 2)],
    }),
  ]
}

const outcome = async (file: Buffer): Promise<'rendered' | 'refused'> => {
  try {
    await render(file)
    return 'rendered'
  } catch (error) {
    expect(error).toBeInstanceOf(NoPictureError)
    return 'refused'
  }
}

describe('a DICOM file', () => {
  it('is unpacked by the process of pictures, with a small picture of it', async () => {
    for (const file of await samples()) {
      const { width, sizes } = await render(file)
      expect(width === 24 || width === 16).toBe(true)
      expect(sizes[1]).toBeGreaterThan(0)
    }
  })

  it('whose bytes were flipped is rendered or refused, and the next one is rendered all the same', async () => {
    const files = await samples()
    const turns = isLong ? 12 : 1
    const outcomes = new Set<string>()
    for (let turn = 0; turn < turns; turn += 1)
      for (const [index, file] of files.entries())
        outcomes.add(await outcome(flipped(file, 1000 * turn + index)))
    expect(outcomes.has('refused')).toBe(true)
    const [whole = Buffer.alloc(0)] = files
    expect((await render(whole)).width).toBe(24)
  })

  it('that announces more than anybody needs is refused before memory is taken', async () => {
    const large = { width: 65_535, height: 65_535 }
    const jpeg2000 = { ...size, syntax: syntaxes.jpeg2000 }
    const whole = await packed(values, jpeg2000)
    // The picture inside says that it is 4,294,967,040 pixels wide.
    const wide = Buffer.from(whole)
    wide.writeUInt32BE(0xffffff00, whole.indexOf(Buffer.from([255, 0x51])) + 6)
    const bombs = [
      dicomPicture({ ...large, pixels: values }),
      dicomPicture({ ...large, syntax: syntaxes.jpeg2000, pixels: [whole] }),
      dicomPicture({ ...jpeg2000, pixels: [wide] }),
      dicomPicture({ ...size, frames: 2_000_000_000, syntax: syntaxes.bigEndian, pixels: values }),
      dicomPicture({ ...size, frames: 2_000_000_000, syntax: syntaxes.rle, pixels: [whole] }),
    ]
    for (const bomb of bombs) expect(await outcome(bomb)).toBe('refused')
  })

  it('that is deflated many times over is refused', async () => {
    const head = dicomPicture({ ...size, syntax: syntaxes.deflated })
    const end = head.subarray(0, 132 + 12 + 30)
    const bomb = Buffer.concat([end, deflateRawSync(Buffer.alloc(300 * 1024 * 1024, 'AA'))])
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
    expect(await outcome(bomb)).toBe('refused')
  })
})
