import { describe, expect, it } from 'vitest'
import { decodeLosslessJpeg } from './decode-lossless-jpeg.ts'
import { decodeRle } from './decode-rle.ts'
import { losslessJpeg, rlePicture, type Samples } from './packed-pictures.fixture.ts'

/** Always the same noise on a slope, over all values a sample may have. */
const picture = (precision: number, components = 1, width = 37, height = 23): Samples => {
  let state = 7
  const noise = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state
  }
  const most = 2 ** precision
  const values = Array.from({ length: width * height * components }, (_, at) =>
    at % 5 === 0 ? noise() % most : Math.floor((at * most) / (width * height * components)),
  )
  return { width, height, components, precision, values }
}

const restored = (bytes: Uint8Array): number[] => [...decodeLosslessJpeg(bytes).samples]

describe('a lossless JPEG', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])('comes back value by value, whatever predicts it (%i)', (predictor) => {
    for (const precision of [2, 8, 12, 16]) {
      const samples = picture(precision)
      expect(restored(losslessJpeg(samples, { predictor }))).toEqual(samples.values)
      expect(restored(losslessJpeg(samples, { predictor, restartRows: 3 }))).toEqual(samples.values)
    }
  })

  it('comes back in colours, of one scan and of three', () => {
    const samples = picture(8, 3)
    expect(restored(losslessJpeg(samples, { predictor: 4 }))).toEqual(samples.values)
    expect(restored(losslessJpeg(samples, { predictor: 6, separate: true }))).toEqual(samples.values)
  })

  it('has its last pixel where the bits end with a byte and where they do not', () => {
    for (let width = 1; width < 18; width += 1) {
      const samples = { width, height: 1, precision: 8, values: Array<number>(width).fill(128) }
      expect(restored(losslessJpeg(samples))).toEqual(samples.values)
    }
  })

  it('has zeros where bits were left away', () => {
    const samples = picture(12)
    const lower = Array.from(samples.values, (value) => value - (value % 4))
    expect(restored(losslessJpeg(samples, { shift: 2 }))).toEqual(lower)
  })

  it('is none where it is cut off, at whatever place', () => {
    const samples = picture(8, 1, 9, 4)
    const whole = losslessJpeg(samples, { predictor: 5, restartRows: 2 })
    for (let length = 0; length < whole.length - 2; length += 1)
      expect(() => decodeLosslessJpeg(whole.subarray(0, length)), `${length} bytes`).toThrow()
  })

  it('is none where it announces more pixels than it can have, or is another kind of JPEG', () => {
    const bytes = losslessJpeg(picture(8, 1, 4, 4))
    const frame = bytes.findIndex((byte, at) => byte === 255 && bytes[at + 1] === 0xc3)
    const huge = Uint8Array.from(bytes)
    huge.fill(255, frame + 5, frame + 9)
    expect(() => decodeLosslessJpeg(huge)).toThrow()
    const baseline = Uint8Array.from(bytes)
    baseline[frame + 1] = 0xc0
    expect(() => decodeLosslessJpeg(baseline)).toThrow()
    expect(() => decodeLosslessJpeg(new Uint8Array(40))).toThrow()
  })
})

describe('a picture in RLE', () => {
  const shapeOf = ({ width, height, components = 1, precision }: Samples) => ({
    pixels: width * height,
    samples: components,
    sampleBytes: precision > 8 ? 2 : 1,
  })

  it('comes back byte by byte, with runs and without', () => {
    for (const samples of [
      picture(8),
      picture(8, 3),
      { ...picture(8, 1, 300, 2), values: Array<number>(600).fill(9) },
    ])
      expect([...decodeRle(rlePicture(samples), shapeOf(samples))]).toEqual(samples.values)
    const wide = picture(16)
    const bytes = decodeRle(rlePicture(wide), shapeOf(wide))
    expect([...new Uint16Array(bytes.buffer)]).toEqual(wide.values)
  })

  it('is none where bytes are missing, or it announces more than it can have', () => {
    const samples = picture(16, 1, 9, 4)
    const whole = rlePicture(samples)
    for (let length = 0; length < whole.length - 2; length += 1)
      expect(() => decodeRle(whole.subarray(0, length), shapeOf(samples)), `${length} bytes`).toThrow()
    expect(() => decodeRle(whole, { ...shapeOf(samples), samples: 3 })).toThrow()
    expect(() => decodeRle(whole, { ...shapeOf(samples), pixels: 2 ** 31 })).toThrow()
  })
})
