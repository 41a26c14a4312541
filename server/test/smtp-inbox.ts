import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  /** The recipients of the envelope. */
  readonly to: readonly string[]
  readonly raw: string
  readonly mail: Email
}

export interface SmtpInbox {
  /** The value of SMTP_URL, with user name and password. */
  readonly url: string
  readonly port: number
  readonly received: readonly ReceivedMail[]
  close(): Promise<void>
}

const user = 'ulna'
const password = 'a p@ssword: with / signs'

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/**
 * A mail server on this machine that asks for a password and keeps what it gets. `refused` are mailboxes it does not
 * have. Once it has all of a mail it may refuse it after all, or break off without a word.
 */
export const openSmtpInbox = async ({
  port = 0,
  refused = [],
  afterwards = 'accepts',
}: {
  port?: number
  refused?: readonly string[]
  afterwards?: 'accepts' | 'refuses' | 'breaks off'
} = {}): Promise<SmtpInbox> => {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    closeTimeout: 50,
    onAuth: (auth, _session, callback) =>
      auth.username === user && auth.password === password
        ? callback(null, { user })
        : callback(refusal(535, 'wrong credentials')),
    onRcptTo: ({ address }, _session, callback) =>
      callback(refused.includes(address) ? refusal(550, `5.1.1 <${address}> is nobody here`) : null),
    onData: async (stream, session, callback) => {
      // Whoever sends it may be killed half-way: then there is no mail and nobody to answer.
      const raw = await buffer(stream).catch(() => undefined)
      if (raw === undefined) return
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        raw: raw.toString('utf8'),
        mail: await PostalMime.parse(raw),
      })
      if (afterwards === 'breaks off') for (const socket of sockets) socket.destroy()
      else callback(afterwards === 'refuses' ? refusal(451, '4.3.0 try again later') : null)
    },
  })
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${address.port}`,
    port: address.port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
