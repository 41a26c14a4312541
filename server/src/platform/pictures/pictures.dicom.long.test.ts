import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { dicomPicture, packed, syntaxes } from '../../../test/factories/dicom-pictures.ts'
import { NoPictureError, type PictureFacts, renderPictureFile } from './pictures.ts'

const edge = 3000

/** A picture as large as a digital x-ray, with the noise of one. */
const xray = (): Buffer => {
  const values = new Uint16Array(edge * edge)
  let state = 1
  for (let at = 0; at < values.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    values[at] = 30_000 + 20_000 * Math.sin((at % edge) / 300) + ((state >>> 16) % 500)
  }
  return Buffer.from(values.buffer)
}

const picture = { width: edge, height: edge, allocated: 16, syntax: syntaxes.jpeg2000 }

const render = async (file: Buffer): Promise<{ facts: PictureFacts; unpacked: number }> => {
  let unpacked = 0
  const facts = await renderPictureFile(
    async () => Readable.from([file]),
    ['same', { edge: 320, fit: 'inside' }],
    async (wish, { size, bytes }) => {
      if (wish === 0) unpacked = size
      for await (const piece of bytes) expect(piece).toBeDefined()
    },
  )
  return { facts, unpacked }
}

describe('an x-ray of 3000 × 3000 pixels of 16 bits, packed as JPEG 2000', () => {
  it('is unpacked within its time and its memory; announced larger than any x-ray it is refused at once', async () => {
    const pixels = await packed(xray(), picture)
    const { facts, unpacked } = await render(dicomPicture({ ...picture, pixels: [pixels] }))
    expect(facts).toMatchObject({ width: edge, height: edge, format: 'dicom' })
    expect(unpacked).toBeGreaterThan(edge * edge * 2)
    const larger = dicomPicture({ ...picture, width: 8000, height: 8000, pixels: [pixels] })
    const startedAt = performance.now()
    await expect(render(larger)).rejects.toThrow(NoPictureError)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})
