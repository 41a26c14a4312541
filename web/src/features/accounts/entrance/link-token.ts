import { linkToken } from '@ulna/contract/http/link-token'

/** What a link in a mail is for. */
export type LinkPurpose = 'reset' | 'activate' | 'confirm-mail' | 'invitation' | 'reminders' | 'copy'

const keyOf = (purpose: LinkPurpose): string => `ulna.link.${purpose}`

/** The link was used, or is no good. */
export const dropLinkToken = (purpose: LinkPurpose): void => sessionStorage.removeItem(keyOf(purpose))

/**
 * Keeps the secret of a link for this tab, so that it can leave the address bar: neither history nor a copied address
 * nor a Referer carries it on. What cannot be such a secret leaves
 * none.
 */
export const keepLinkToken = (purpose: LinkPurpose, secret: unknown): void => {
  const read = linkToken.safeParse(secret)
  dropLinkToken(purpose)
  if (read.success) sessionStorage.setItem(keyOf(purpose), read.data)
}

export const keptLinkToken = (purpose: LinkPurpose): string | null => sessionStorage.getItem(keyOf(purpose))
