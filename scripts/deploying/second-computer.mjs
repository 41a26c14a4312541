import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'

/** What a browser finds out in a fraction of a second. */
const solve = ({ challenge, difficulty }) => {
  for (let counter = 0; ; counter += 1) {
    const solution = `${challenge}.${counter}`
    const hash = createHash('sha256').update(solution).digest()
    if (hash.readUInt32BE(0) >>> (32 - difficulty) === 0) return solution
  }
}

/** A computer of the practice: it knows where the name leads (`address`) and which authority it was told to trust. */
export class SecondComputer {
  cookies = new Map()

  constructor({ appUrl, address, ca, localAddress }) {
    Object.assign(this, { appUrl, address, ca, localAddress })
  }

  /** The answer as it begins; its bytes are still to be read. */
  async open(target, { method = 'GET', headers = {}, body } = {}) {
    const url = new URL(target, this.appUrl)
    const { request } = url.protocol === 'https:' ? https : http
    const sent = request({
      method,
      host: this.address,
      port: url.port || undefined,
      path: url.pathname + url.search,
      servername: url.hostname,
      ca: this.ca,
      localAddress: this.localAddress,
      agent: false,
      headers: {
        host: url.host,
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body ? { 'content-type': 'application/json', origin: this.appUrl } : {}),
        ...headers,
      },
    })
    sent.end(body && (body instanceof Buffer ? body : JSON.stringify(body)))
    const [answer] = await once(sent, 'response')
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [name, value] = cookie.split(';')[0].split('=')
      this.cookies.set(name, value)
    }
    return answer
  }

  /** The whole answer. */
  async ask(target, options) {
    const answer = await this.open(target, options)
    const said = await text(answer)
    const parsed = answer.headers['content-type']?.startsWith('application/json') ? JSON.parse(said) : {}
    return { status: answer.statusCode, headers: answer.headers, text: said, ...parsed }
  }

  /** Makes an account and a practice, as a person does on the page. */
  async signUp() {
    const { payload } = await this.ask('/api/auth/captcha')
    this.email = `laura-${randomUUID()}@practice.example`
    this.password = 'a quiet morning in Bergamo'
    const answer = await this.ask('/api/auth/register', {
      method: 'POST',
      body: {
        ...{ email: this.email, password: this.password, firstName: 'Laura', lastName: 'Restrepo' },
        captcha: solve(payload),
      },
    })
    this.token = answer.metadata?.token
    return answer
  }

  /** Signs in with the account that was made. */
  async logIn() {
    const body = { username: this.email, password: this.password }
    const answer = await this.ask('/api/auth/login', { method: 'POST', body })
    this.token = answer.metadata?.token
    return answer
  }
}
