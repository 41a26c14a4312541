import * as z from 'zod/mini'

/** The secret part of a link in a mail. */
export const linkToken = z.string().check(z.maxLength(200), z.regex(/^[A-Za-z0-9._-]+$/))
