/** A request whose body costs a server that reads it most. */
export interface Attack {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body: Buffer
  /** Whether the body is sent without a length ahead of it. */
  readonly chunked?: true
}

const size = 15_000_000
const filled = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / piece.length))

const emptyLists = (bytes: number): Buffer => Buffer.from(`[${filled('[],', bytes - 4)}[]]`)

const shortKeys = (bytes: number): Buffer => {
  const members: string[] = []
  for (let index = 0, length = 2; length < bytes - 20; index += 1) {
    const member = `"k${index.toString(36)}":1`
    members.push(member)
    length += member.length + 1
  }
  return Buffer.from(`{${members.join()}}`)
}

/** A picture as large as the contract takes, which is none. */
export const pictureBody = (): Buffer =>
  Buffer.from(
    JSON.stringify({
      firstName: 'Ana',
      lastName: 'Gómez',
      profileImg: { data: `data:image/jpeg;base64,${filled('QUJD', 13_900_000)}` },
    }),
  )

/** Those of the security review (finding 1), and what else a server might read of somebody it does not know. */
export const worstBodies = (): Attack[] => [
  { name: 'empty lists', method: 'POST', path: '/api/patient', body: emptyLists(size) },
  { name: 'short keys', method: 'PUT', path: '/api/patient/1', body: shortKeys(size) },
  { name: 'deep lists', method: 'POST', path: '/api/patient', body: Buffer.alloc(size, '[') },
  { name: 'a picture', method: 'PUT', path: '/api/settings/practice', body: pictureBody() },
  {
    name: 'empty lists without a length',
    method: 'POST',
    path: '/api/patient',
    body: emptyLists(size),
    chunked: true,
  },
  { name: '2 MB to sign in', method: 'POST', path: '/api/auth/login', body: shortKeys(2_000_000) },
  { name: '16 kB to sign in', method: 'POST', path: '/api/auth/login', body: shortKeys(16_000) },
  { name: 'lists to sign in', method: 'POST', path: '/api/auth/login', body: emptyLists(16_000) },
  { name: 'a module', method: 'POST', path: '/api/record_module/check', body: shortKeys(2_000_000) },
  { name: 'nowhere', method: 'POST', path: '/api/nothing', body: shortKeys(2_000_000), chunked: true },
  { name: 'a body to read with', method: 'GET', path: '/api/health/live', body: Buffer.alloc(size) },
  { name: 'a part of a file', method: 'PUT', path: '/api/upload/1/part/1', body: Buffer.alloc(5_000_000) },
]
