import { linkLifetimes } from '@ulna/contract/accounts/accounts.recovery'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { AccountDependencies } from '../accounts.dependencies.ts'
import { insertLink, lockLink, type MailLink, type MailLinkPurpose } from './accounts.links.repository.ts'

/** Minutes a link is good for. */
const lifetimes: Readonly<Record<MailLinkPurpose, number>> = {
  reset_password: linkLifetimes.resetMinutes,
  activate: linkLifetimes.activationHours * 60,
  confirm_mail: linkLifetimes.mailChangeHours * 60,
}

/** Pages of the web app that a link opens. */
const pages: Readonly<Record<MailLinkPurpose, string>> = {
  reset_password: '/reset-password',
  activate: '/activate',
  confirm_mail: '/confirm-mail',
}

/** The link as it stands in the mail: always of the configured address, never of what a request says its host is. */
export const urlOf = (
  { links, appUrl }: Pick<AccountDependencies, 'links' | 'appUrl'>,
  { id, purpose }: Pick<MailLink, 'id' | 'purpose'>,
): string => {
  const url = new URL(pages[purpose], appUrl())
  url.searchParams.set('token', links.sign(purpose, [id]))
  return url.href
}

/** Stores a link and queues its mail; older links for the same end. */
export const sendLink = async (
  tx: Tx,
  link: { readonly userId: number; readonly purpose: MailLinkPurpose; readonly email: string },
): Promise<void> => {
  const linkId = await insertLink(tx, { ...link, minutes: lifetimes[link.purpose] })
  await enqueue(tx, 'accounts.send_link', { linkId })
}

/** The number of the link a token of ours names; null for anything else. */
export const linkIdOf = (
  { links }: Pick<AccountDependencies, 'links'>,
  purpose: MailLinkPurpose,
  token: string,
): number | null => links.read(purpose, token)?.[0] ?? null

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * The link of a token, locked. Refuses with `refusal` what is no link of ours, used, replaced, expired, or went to an
 * address that is no longer the account's.
 */
export const openLink = async (
  deps: Pick<AccountDependencies, 'links'>,
  tx: Tx,
  {
    purpose,
    token,
    refusal = 'invalid_token',
  }: {
    purpose: MailLinkPurpose
    token: string
    refusal?: 'invalid_token' | 'invalid_activation' | undefined
  },
): Promise<MailLink> => {
  const id = linkIdOf(deps, purpose, token)
  const link = id === null ? undefined : await lockLink(tx, id)
  const goesToAccount =
    link !== undefined && (purpose === 'confirm_mail' || isSame(link.email, link.accountEmail))
  if (!link?.open || !goesToAccount || link.purpose !== purpose) throw new AppError(refusal)
  return link
}
