import { contactEndpoints } from '@ulna/contract/contact/contact'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { isTemporary } from '../../api/http/api-error.ts'
import type { Call } from '../../api/http/http-client.ts'

export type ContactMessage = Omit<BodyInputOf<typeof contactEndpoints.send>, 'captcha'>

interface Attempt {
  readonly text: string
  readonly body: BodyInputOf<typeof contactEndpoints.send>
  readonly idempotencyKey: string
}

export interface ContactSenderParts {
  readonly call: Call
  /** What a public form sends along when the installation asks for it. */
  readonly solvedCaptcha: () => Promise<{ captcha?: string }>
  readonly newKey: () => string
}

/**
 * Sends a message once: while it is under way, and after an answer that got lost, the same words go with the same
 * captcha under the same Idempotency-Key, so that the server keeps and mails them a single time.
 */
export const createContactSender = ({ call, solvedCaptcha, newKey }: ContactSenderParts) => {
  let attempt: Attempt | undefined
  let underWay: Promise<void> | undefined

  const attemptOf = async (message: ContactMessage): Promise<Attempt> => {
    const text = JSON.stringify(message)
    if (attempt?.text === text) return attempt
    return { text, body: { ...message, ...(await solvedCaptcha()) }, idempotencyKey: newKey() }
  }

  const send = async (message: ContactMessage): Promise<void> => {
    attempt = await attemptOf(message)
    const { body, idempotencyKey } = attempt
    try {
      await call(contactEndpoints.send, { body, idempotencyKey })
      attempt = undefined
    } catch (error) {
      if (!isTemporary(error)) attempt = undefined
      throw error
    }
  }

  return (message: ContactMessage): Promise<void> => {
    underWay ??= send(message).finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
