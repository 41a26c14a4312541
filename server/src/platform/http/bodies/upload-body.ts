import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../app-error.ts'
import type { PracticeActor } from '../../sessions/actor.ts'
import { requestHash } from '../../tokens.ts'

/** The headers of a form around the one file in it. */
const formOverhead = 16 * 1024

/** Bodies of these routes are bytes, alone or in a form, read by the handler as they come; anything else is answered 415. */
export const acceptOnlyUploads = async (app: FastifyInstance, kind: 'bytes' | 'multipart'): Promise<void> => {
  app.removeAllContentTypeParsers()
  if (kind === 'multipart') {
    await app.register(multipart, { limits: { files: 1, fields: 0, parts: 1, headerPairs: 20 } })
    return
  }
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
}

const refuseAnnounced = ({ headers }: FastifyRequest, most: number): void => {
  if (Number(headers['content-length'] ?? 0) > most) throw new AppError('payload_too_large')
}

/** A connection that broke, or a form that is none: the caller's doing, whatever the library calls it. */
const asRefusal = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const { code } = error as { code?: unknown }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('payload_too_large')
  return new AppError('invalid_request')
}

/**
 * Hands the pieces on, at most `most` bytes. What goes wrong with them is payload_too_large or invalid_request; what
 * goes wrong with whoever takes them is not touched. How long they may take `BodyWatch` knows.
 */
async function* limited(stream: Readable, most: number): AsyncGenerator<Buffer> {
  // The connection outlives the iteration: whoever is refused is to hear why.
  const pieces = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  let size = 0
  try {
    for (;;) {
      const { value, done } = await pieces.next().catch((error: unknown) => {
        throw asRefusal(error)
      })
      if (done || value === undefined) return
      size += value.length
      if (size > most) throw new AppError('payload_too_large')
      yield value
    }
  } finally {
    await pieces.return?.()
    stream.resume()
  }
}

/** The body of an endpoint with `upload: 'bytes'`, at most `most` bytes of it. */
export const readBytes = async (request: FastifyRequest, most: number): Promise<Buffer> => {
  refuseAnnounced(request, most)
  if (!(request.body instanceof Readable)) throw new AppError('media_type_unsupported')
  const taken: Buffer[] = []
  for await (const piece of limited(request.body, most)) taken.push(piece)
  return Buffer.concat(taken)
}

/** The file of a form, while it comes. */
export interface FormFile {
  readonly fileName: string
  readonly contentType: string
  readonly pieces: AsyncIterable<Buffer>
}

/** The one file in the body of an endpoint with `upload: 'multipart'`; it stands in `field`, at most `most` bytes long. */
export const readFormFile = async (
  request: FastifyRequest,
  field: string,
  most: number,
): Promise<FormFile> => {
  refuseAnnounced(request, most + formOverhead)
  if (!request.isMultipart()) throw new AppError('media_type_unsupported')
  const part = await request
    .file({ limits: { fileSize: most + 1 }, throwFileSizeLimit: false })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  if (part === undefined || part.fieldname !== field) {
    part?.file.resume()
    throw new AppError('invalid_request', { fields: [{ field, message: 'field_required' }] })
  }
  return {
    fileName: part.filename ?? '',
    contentType: part.mimetype,
    pieces: limited(part.file, most),
  }
}

/** The actor of an upload: an `Idempotency-Key` stands for this content and no other. */
export const withContent = (actor: PracticeActor, digest: string): PracticeActor => {
  const { idempotent } = actor.call
  if (idempotent === null) return actor
  const hash = requestHash([idempotent.requestHash.toString('base64'), digest])
  return { ...actor, call: { ...actor.call, idempotent: { ...idempotent, requestHash: hash } } }
}
