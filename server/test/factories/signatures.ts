import type { RecordRow } from '@ulna/contract/records/records'
import {
  type DocumentToSign,
  type RecordSignatures,
  signatureEndpoints,
} from '@ulna/contract/signatures/signatures'
import sharp from 'sharp'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../client.ts'
import type { TestPerson } from './people.ts'

const pairOf = ({ id, ownerId }: Pick<RecordRow, 'id' | 'ownerId'>) => ({ patientId: ownerId, recordId: id })

/** A stroke on a transparent pad, as data URL. */
export const drawnSignature = async (width = 560, height = 400): Promise<string> => {
  const stroke = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M40 300 Q 160 20 240 260 T 500 200" fill="none" stroke="#111" stroke-width="4"/></svg>`
  const png = await sharp(Buffer.from(stroke)).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Asks for what is sent to somebody's record: bare as the specification has it unless more is given. */
export const askToSign = (
  app: TestApp,
  by: TestPerson,
  record: Pick<RecordRow, 'id' | 'ownerId'>,
  body: Record<string, unknown>,
): Promise<TestAnswer> =>
  callEndpoint(app, signatureEndpoints.save, { token: by.token, params: pairOf(record), body })

export const signByTyping = async (
  app: TestApp,
  by: TestPerson,
  record: Pick<RecordRow, 'id' | 'ownerId'>,
  given: Record<string, unknown> = {},
): Promise<RecordSignatures> => {
  const answer = await askToSign(app, by, record, { signed: true, typedName: 'Mariana Gómez', ...given })
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer.payload
}

export const readToSign = async (
  app: TestApp,
  by: TestPerson,
  record: Pick<RecordRow, 'id' | 'ownerId'>,
  language = 'es',
): Promise<DocumentToSign> => {
  const answer = await callEndpoint(app, signatureEndpoints.document, {
    token: by.token,
    params: pairOf(record),
    query: { language },
  })
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer.payload
}

export const signaturesOf = (
  app: TestApp,
  by: TestPerson,
  record: Pick<RecordRow, 'id' | 'ownerId'>,
): Promise<TestAnswer> =>
  callEndpoint(app, signatureEndpoints.find, { token: by.token, params: pairOf(record) })
