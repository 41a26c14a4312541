import { request } from 'node:http'

export interface Question {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ServerAnswer {
  readonly status: number
  readonly text: string
  /** Length of the body as it was sent. */
  readonly bytes: number
}

/** One call without `Accept-Encoding`; throws unless the answer is 2xx. */
export const askServer = async (
  url: string,
  { method, path, headers, body }: Question,
): Promise<ServerAnswer> => {
  const answer = await new Promise<ServerAnswer>((resolve, reject) => {
    const call = request(
      `${url}${path}`,
      { method, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({ status: response.statusCode ?? 0, text: bytes.toString('utf8'), bytes: bytes.length })
        })
      },
    )
    call.once('error', reject)
    call.end(body)
  })
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
}
