import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { NoPictureError, renderPictures } from './pictures.ts'

const wishes = [
  { edge: 64, fit: 'cover' },
  { edge: 300, fit: 'inside' },
] as const

const plain = sharp({ create: { width: 200, height: 100, channels: 3, background: '#2a9287' } })

describe('a picture', () => {
  it('is rendered once for each wish, upright, never enlarged and without metadata', async () => {
    const bytes = await plain.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const rendered = await renderPictures(bytes, wishes)
    const shapes = await Promise.all(
      rendered.map(async (one) => {
        const { format, width, height, exif, orientation } = await sharp(one).metadata()
        return [format, width, height, exif, orientation]
      }),
    )
    expect(shapes).toEqual([
      ['webp', 64, 64, undefined, undefined],
      ['webp', 100, 200, undefined, undefined],
    ])
  })

  it('may be JPEG, PNG or WebP', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const)
      expect(await renderPictures(await plain.clone().toFormat(format).toBuffer(), wishes)).toHaveLength(2)
  })

  it('is nothing else, whatever it begins with', async () => {
    const png = (await plain.clone().png().toBuffer()).subarray(0, 40)
    for (const bytes of [
      Buffer.from('<svg onload=alert(1)>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      Buffer.from('%PDF-1.4'),
      Buffer.from('GIF89a'),
      Buffer.alloc(0),
      png,
      Buffer.concat([Buffer.from('RIFF....WEBP'), Buffer.from('<svg/>')]),
    ])
      await expect(renderPictures(bytes, wishes), bytes.toString('latin1')).rejects.toThrow(NoPictureError)
  })

  it('that is broken is refused or rendered, and the next one is rendered all the same', async () => {
    const whole = await plain.clone().jpeg().toBuffer()
    const broken = Array.from({ length: 12 }, (_, turn) => {
      const bytes = Buffer.from(whole)
      for (let at = 20 + turn; at < bytes.length; at += 37) bytes[at] = (at * 31 + turn * 7) % 256
      return bytes
    })
    const outcomes = await Promise.allSettled(broken.map((bytes) => renderPictures(bytes, wishes)))
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(NoPictureError)
    expect(await renderPictures(whole, wishes)).toHaveLength(2)
  })
})
