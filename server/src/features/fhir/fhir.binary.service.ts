import { AppError } from '../../platform/app-error.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { readBytesOf } from '../files/files.read.service.ts'
import { fhirAnswer } from './fhir.answers.ts'
import type { FhirDependencies } from './fhir.dependencies.ts'
import { readResourceId } from './mapping/base/fhir.names.ts'

/** Bytes that go out as the text of a resource; larger files are read as they are. */
const mostAsText = 8 * 1024 * 1024

/** Whether a program wants the resource instead of the bytes: whoever says nothing wants the bytes (FHIR R4, Binary). */
export const wantsResource = (accept: string | undefined): boolean =>
  /(^|[\s,])(application\/fhir\+json|application\/json)\b/i.test(accept ?? '')

const bytesOf = async ({ bytes }: FileAnswer): Promise<Buffer> => {
  if (Buffer.isBuffer(bytes)) return bytes
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** What was uploaded to a record: the bytes as they are, or as a resource. */
export const readBinary = async (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  id: string,
  asResource: boolean,
): Promise<FileAnswer> => {
  const named = readResourceId(id)
  if (named?.kind !== 'file' || id !== `file-${named.number}`) throw new AppError('not_found')
  const answer = await readBytesOf(dependencies, actor, named.number, 'original')
  if (!asResource) return answer
  if (Number(answer.headers['content-length'] ?? 0) > mostAsText) {
    if (!Buffer.isBuffer(answer.bytes)) answer.bytes.destroy()
    throw new AppError('payload_too_large')
  }
  const data = (await bytesOf(answer)).toString('base64')
  return fhirAnswer({ resourceType: 'Binary', id, contentType: answer.contentType, data })
}
