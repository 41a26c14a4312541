import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { senderOf } from './mail-address.ts'
import { messageOf } from './mail-message.ts'
import { type Mailer, MailFailure } from './mailer.ts'

interface SmtpFailure {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly command?: unknown
  readonly response?: unknown
}

// What a server answers repeats addresses, and errors of jobs are logged and kept: only its numbers are told.
const withoutAddresses = (id: string, error: unknown): MailFailure => {
  const { code, responseCode, command, response } = error as SmtpFailure
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(String(response ?? ''))?.[0]
  const told = [code, command, responseCode, enhanced].filter((one) => one !== undefined).join(' ')
  const message = `Mail ${id} was not handed over: ${told || 'the mail server could not be used'}`
  return new MailFailure(message, responseCode !== undefined)
}

/**
 * The message is piped into a stream that adds the line with the dot, which ends it, and is piped into the connection:
 * when that one has ended, the dot has left.
 */
const tellingOfItsEnd = (message: Readable, onLastByte: () => void): Readable => {
  const pipe = message.pipe.bind(message)
  message.pipe = (destination, options) => {
    destination.once('end', onLastByte)
    return pipe(destination, options)
  }
  return message
}

const seconds = 1000

/**
 * Hands mails to the SMTP server of `url` (`smtp://user:password@host:587`, `smtps://…`). A failed attempt is the
 * caller's to repeat: the queue of jobs knows when.
 */
export const smtpMailer = ({ url, from }: { readonly url: string; readonly from: string }): Mailer => {
  const sender = senderOf(from)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    maxRequeues: 0,
    idleTimeout: 30 * seconds,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 30 * seconds,
  })
  transport.use('stream', ({ data, message }, done) => {
    const { onLastByte } = data as { onLastByte?: () => void }
    if (onLastByte) message?.processFunc((stream) => tellingOfItsEnd(stream, onLastByte))
    done()
  })
  return {
    send: async (mail, onLastByte) => {
      const message = { ...messageOf(mail, sender), onLastByte }
      await transport.sendMail(message).catch((error: unknown) => {
        throw withoutAddresses(mail.id, error)
      })
    },
    close: () => transport.close(),
  }
}
