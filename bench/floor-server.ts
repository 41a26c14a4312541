// The floor of the comparison: what the same data costs with nothing around it. node:http and pg, `json_agg`, no
// sign-in, no tenancy, no audit; the role that owns the tables, so no row-level security.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { bookOne, findByName, openFile, readAgenda, readOne, writeOne } from './floor-statements.ts'

const practiceId = Number(process.env.PRACTICE_ID)
/** The leaner one: statements of a key are parsed and planned once a connection, and go out without waiting for each other. */
const isLean = process.env.FLOOR === 'lean'
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: isLean ? 4 : 16,
  ...(isLean ? { pipeline: true } : {}),
})

const firstText = async (text: string, values: unknown[], name?: string): Promise<string> => {
  const { rows } = await pool.query<{ text: string | null }>({
    ...{ text, values },
    ...(isLean && name !== undefined ? { name } : {}),
  })
  return rows[0]?.text ?? '[]'
}

interface SignIn {
  readonly username: string
  readonly password: string
}

const logIn = async ({ username, password }: SignIn): Promise<string> => {
  const { rows } = await pool.query<{ id: string; password_hash: string }>(
    'select id, password_hash from users where lower(username) = $1',
    [username],
  )
  const [user] = rows
  if (!user || !(await verify(user.password_hash, password))) throw new Error('wrong password')
  const token = randomBytes(32)
  await pool.query('insert into bench.sessions (token_hash, user_id) values ($1, $2)', [token, user.id])
  return JSON.stringify({ token: token.toString('base64url') })
}

interface NewRecord {
  readonly ownerId: number
  readonly type: string
  readonly subtype: string
  readonly recordClassId: string
  readonly data: { readonly case: number }
}

interface NewAppointment {
  readonly doctorId: number
  readonly patientId: number
  readonly start: string
  readonly end: string
  readonly title: string
}

const search = (text: string): Promise<string> => {
  const words = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().split(' ')
  return firstText(findByName(words.length), [practiceId, ...words.map((word) => `%${word}%`)])
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const answerGet = (url: string): Promise<string> => {
  const [, , resource, first = '', second = '', third = '', fourth = ''] = url.split('/')
  if (resource === 'calendar') return firstText(readAgenda, [practiceId, third, fourth], 'agenda')
  if (first === 'getWithRecord') return firstText(openFile, [practiceId, second], 'file')
  if (first === 'findByName') return search(decodeURIComponent(second))
  return firstText(readOne, [practiceId, first], 'one')
}

const answerPost = async (url: string, request: IncomingMessage): Promise<string> => {
  const body = await readBody(request)
  if (url === '/api/auth/login') return logIn(body as SignIn)
  if (url === '/api/record') {
    const { ownerId, type, subtype, recordClassId, data } = body as NewRecord
    const row = [practiceId, ownerId, type, subtype, recordClassId, JSON.stringify(data), data.case]
    return firstText(writeOne, row, 'write')
  }
  const { doctorId, patientId, start, end, title } = body as NewAppointment
  return firstText(bookOne, [practiceId, doctorId, patientId, start, end, title], 'book')
}

const send = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

const server = createServer((request, response) => {
  const url = request.url ?? '/'
  const answer = request.method === 'POST' ? answerPost(url, request) : answerGet(url)
  answer.then(
    (text) => send(response, 200, text),
    (error: unknown) => send(response, 500, JSON.stringify({ error: String(error) })),
  )
})

server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is ready: http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
