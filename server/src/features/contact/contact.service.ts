import type { contactMessageInput } from '@ulna/contract/contact/contact'
import type { Language } from '@ulna/contract/record-class/record-class'
import type * as z from 'zod/mini'
import { type RateLimits, sourceOf } from '../../platform/http/rate-limits.ts'
import type { Captcha } from '../../platform/identity/captcha.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { AnonymousActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import { insertContactMessage } from './contact.repository.ts'

export interface ContactSettings {
  readonly captcha: Captcha
  readonly rateLimits: RateLimits
  readonly defaultLanguage: Language
  /** Whether the operator gets messages by mail as well. */
  readonly isMailed: boolean
}

type ContactInput = z.output<typeof contactMessageInput>

const storeMessage = (
  db: Database,
  actor: AnonymousActor,
  input: ContactInput,
  { captcha, defaultLanguage, isMailed }: ContactSettings,
): Promise<{ accepted: true }> =>
  change(db, actor, async (tx) => {
    await captcha.redeem(tx, input.captcha)
    const id = await insertContactMessage(tx, {
      name: input.name,
      email: input.email,
      phone: input.phone ?? null,
      practiceName: input.practiceName ?? null,
      message: input.message,
      language: input.language ?? defaultLanguage,
      ip: actor.call.ip,
    })
    if (isMailed) await enqueue(tx, 'contact.message', { messageId: id })
    return audited(
      { action: 'contact.send', subject: { type: 'contact_message', id } },
      { accepted: true as const },
    )
  })

/**
 * Keeps a visitor's message; the mail to the operator is queued in the same transaction. Refuses with invalid_captcha
 * and rate_limited.
 */
export const sendContactMessage = async (
  db: Database,
  actor: AnonymousActor,
  input: ContactInput,
  settings: ContactSettings,
): Promise<{ accepted: true }> => {
  const spending = ['contactFromSource', sourceOf(actor.call.ip)] as const
  await settings.rateLimits.take(spending)
  try {
    return await storeMessage(db, actor, input, settings)
  } catch (error) {
    // Nothing was sent.
    await settings.rateLimits.giveBack(spending)
    throw error
  }
}
