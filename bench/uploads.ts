import sharp from 'sharp'
import { askServer } from './ask-server.ts'

/** A photo as a telephone takes it: twelve megapixels with grain, some megabytes. */
export const takePhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#8a6a52',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 88 })
    .toBuffer()

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Who uploads, and into whose file. */
export interface Bench {
  readonly url: string
  readonly token: string
  readonly patientId: number
}

export const post = async <T>({ url, token }: Bench, path: string, body: object): Promise<T> => {
  const { text } = await askServer(url, {
    method: 'POST',
    path: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return (JSON.parse(text) as { payload: T }).payload
}

/** Milliseconds from the first byte that is sent to the picture that can be looked at. */
export const uploadPhoto = async (bench: Bench, photo: Buffer, subtype = 'temporal'): Promise<number> => {
  const { url, token, patientId } = bench
  const headers = { authorization: `Bearer ${token}` }
  const data = {
    ownerId: patientId,
    type: 'document',
    subtype,
    recordClassId: 'document',
    data: { name: 'Rodilla' },
  }
  const record = await post<{ id: number }>(bench, '/record', data)
  const startedAt = performance.now()
  const form = new FormData()
  form.set('document', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'rodilla.jpg')
  const sent = await fetch(`${url}/api/record/uploadDocument/${record.id}`, {
    method: 'POST',
    headers,
    body: form,
  })
  if (sent.status !== 201) throw new Error(`the photo was answered ${sent.status}: ${await sent.text()}`)
  for (;;) {
    const { text } = await askServer(url, { method: 'GET', path: `/api/record/${record.id}/files`, headers })
    const [file] = (JSON.parse(text) as { payload: { state: string }[] }).payload
    if (file?.state === 'ready') return performance.now() - startedAt
    if (file?.state === 'refused') throw new Error('the photo was refused')
    await pause(50)
  }
}
