import { Readable } from 'node:stream'
import { signatureLimits } from '@ulna/contract/signatures/signatures'
import { invalidField } from '../../platform/app-error.ts'
import { NoPictureError, renderPictureFile } from '../../platform/pictures/pictures.ts'

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const refuse = (): never => {
  throw invalidField('signature', 'image_invalid')
}

const collect = async (bytes: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * A drawn signature, given as data URL, as it is kept: written anew as PNG, without anything but its pixels. What is no
 * PNG, larger than a pad or more than strokes is refused as image_invalid.
 */
export const renderSignature = async (dataUrl: string): Promise<Buffer> => {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  if (!bytes.subarray(0, 8).equals(pngHead)) return refuse()
  let picture: Buffer = Buffer.alloc(0)
  const facts = await renderPictureFile(
    async () => Readable.from([bytes]),
    ['same'],
    async (_, rendered) => {
      picture = await collect(rendered.bytes)
    },
  ).catch((error: unknown) => {
    if (error instanceof NoPictureError) return refuse()
    throw error
  })
  const { width, height, format } = facts
  const isPad = format === 'png' && Math.max(width, height) <= signatureLimits.imageEdge
  return isPad && picture.length <= signatureLimits.imageBytes ? picture : refuse()
}
