import * as z from 'zod/mini'
import { captchaSolution } from '../accounts/accounts.ts'
import { email } from '../contact-fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { limits, message, name, optionalLine } from '../http/text.ts'
import { languages } from '../languages.ts'

export const contactMessageInput = z.object({
  name: name(limits.name),
  email,
  phone: optionalLine(40),
  practiceName: optionalLine(limits.name),
  message: message(10, 5000),
  language: z.optional(z.enum(languages)),
  captcha: z.optional(captchaSolution),
})

/** The contact form of the public site. */
export const contactEndpoints = {
  send: endpoint({
    method: 'POST',
    path: '/auth/contact',
    summary: 'Keeps a message from a visitor and mails it to the operator',
    access: 'public',
    audit: 'contact.send',
    body: contactMessageInput,
    returns: z.object({ accepted: z.literal(true) }),
    status: 201,
    errors: ['invalid_captcha', 'rate_limited'],
  }),
}
