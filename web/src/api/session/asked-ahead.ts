/** What the head of the page asked for before any code had come (`web/build/ask-ahead.ts`). */
interface AskedAhead {
  /** When, in milliseconds of the page's own clock. */
  readonly at: number
  /** `GET /auth/refresh`. */
  refresh?: Promise<Response> | undefined
  /** `GET /auth/me`, with the token it was asked with. */
  me?: Promise<{ readonly token: string; readonly answer: Response }> | undefined
}

declare global {
  var ulnaAskedAhead: AskedAhead | undefined
}

/** Milliseconds after which an answer tells too little of now. */
const tooOld = 30_000

const takeRefresh = (asked: AskedAhead): Promise<Response> | undefined => {
  const { refresh } = asked
  asked.refresh = undefined
  return refresh
}

const takeMe = async (asked: AskedAhead, request: Request): Promise<Response | undefined> => {
  const { me } = asked
  asked.me = undefined
  const { token, answer } = (await me?.catch(() => undefined)) ?? {}
  return request.headers.get('authorization') === `Bearer ${token}` ? answer : undefined
}

const takeAhead = async (request: Request): Promise<Response | undefined> => {
  const asked = globalThis.ulnaAskedAhead
  if (!asked || request.method !== 'GET' || performance.now() - asked.at > tooOld) return undefined
  const { pathname } = new URL(request.url)
  if (pathname === '/api/auth/refresh') return takeRefresh(asked)
  return pathname === '/api/auth/me' ? takeMe(asked, request) : undefined
}

/** `fetch`, but for what was asked for already: its answer is taken, once. */
export const fetchOrTake: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  return (await takeAhead(request)) ?? fetch(request)
}
