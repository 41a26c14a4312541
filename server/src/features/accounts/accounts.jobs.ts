import { linkLifetimes } from '@ulna/contract/accounts/accounts.recovery'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { JobHandler, JobHandlers, JobPayload } from '../../platform/jobs/jobs.ts'
import { composeMail, type MailName, type MailParams } from '../../platform/mail/mail-texts.ts'
import { welcomeMail } from '../practices/members/practices.welcome.service.ts'
import { arrivalLink, findWelcome, welcomeDays } from './accounts.arrive.service.ts'
import type { AccountDependencies } from './accounts.dependencies.ts'
import { findRecipient, findRecipientByEmail, type MailRecipient } from './accounts.repository.ts'
import { findLink, type MailLink, type MailLinkPurpose } from './recovery/accounts.links.repository.ts'
import { sendLink, urlOf } from './recovery/accounts.links.ts'
import { deleteRemovedPasskey, findPasskeyToTellOf } from './second-factor/accounts.passkeys.repository.ts'

type JobDependencies = Pick<AccountDependencies, 'db' | 'mailer' | 'links' | 'appUrl'>

const idIn = (payload: JobPayload, key: string): number | null => {
  const value = payload[key]
  return typeof value === 'number' ? value : null
}

type Addressee = Pick<MailRecipient, 'email' | 'language'>

const send = async <N extends MailName>(
  { mailer }: JobDependencies,
  { email, language }: Addressee,
  { name, params, ...told }: { name: N; params: MailParams[N]; id: string; practiceId?: number },
): Promise<void> => mailer.send({ to: email, ...told, ...composeMail(language, name, params) })

const inTransaction = <T>({ db }: JobDependencies, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(db.queries, installationScope, 'read write', work)

/** The account of a job, unless there is none to write to. */
const recipientOf = async (
  { db }: JobDependencies,
  payload: JobPayload,
): Promise<MailRecipient | undefined> => {
  const userId = idIn(payload, 'userId')
  const found = userId === null ? undefined : await findRecipient(db.queries, userId)
  return found?.disabled ? undefined : found
}

/** Makes a link and queues its mail. A job that is done twice makes a second link, which ends the first. */
const makeLink =
  (deps: JobDependencies, purpose: MailLinkPurpose): JobHandler =>
  async (payload) => {
    const account = await recipientOf(deps, payload)
    if (!account || (purpose === 'activate' && account.activated)) return
    await inTransaction(deps, (tx) => sendLink(tx, { userId: account.id, purpose, email: account.email }))
  }

const sendReset = (deps: JobDependencies, link: MailLink): Promise<void> =>
  send(deps, link, {
    name: 'resetPassword',
    params: { name: link.firstName, link: urlOf(deps, link), minutes: linkLifetimes.resetMinutes },
    id: `reset-${link.id}`,
  })

const sendActivation = (deps: JobDependencies, link: MailLink): Promise<void> =>
  send(deps, link, {
    name: 'activate',
    params: { name: link.firstName, link: urlOf(deps, link), hours: linkLifetimes.activationHours },
    id: `activate-${link.id}`,
  })

/** An address that another account has gets no link; who asked for it is told nothing. */
const sendConfirmation = async (deps: JobDependencies, link: MailLink): Promise<void> => {
  if (await findRecipientByEmail(deps.db.queries, link.email)) return
  await send(deps, link, {
    name: 'confirmMail',
    params: { name: link.firstName, link: urlOf(deps, link), hours: linkLifetimes.mailChangeHours },
    id: `confirm-${link.id}`,
  })
}

const senders: Readonly<Record<MailLinkPurpose, (deps: JobDependencies, link: MailLink) => Promise<void>>> = {
  reset_password: sendReset,
  activate: sendActivation,
  confirm_mail: sendConfirmation,
}

const sendOpenLink =
  (deps: JobDependencies): JobHandler =>
  async (payload) => {
    const linkId = idIn(payload, 'linkId')
    const link = linkId === null ? undefined : await findLink(deps.db.queries, linkId)
    if (link?.open) await senders[link.purpose](deps, link)
  }

const remindOfAccount =
  (deps: JobDependencies): JobHandler =>
  async (payload, { jobId }) => {
    const account = await recipientOf(deps, payload)
    if (!account) return
    const link = new URL('/login', deps.appUrl()).href
    await send(deps, account, {
      name: 'alreadyRegistered',
      params: { name: account.firstName, link },
      id: `registered-${jobId}`,
    })
  }

const tellOfMailChange =
  (deps: JobDependencies): JobHandler =>
  async (payload) => {
    const linkId = idIn(payload, 'linkId')
    const link = linkId === null ? undefined : await findLink(deps.db.queries, linkId)
    if (!link?.replacedEmail) return
    const former = { email: link.replacedEmail, language: link.language }
    const params = { name: link.firstName, email: link.email }
    await send(deps, former, { name: 'mailChanged', params, id: `mail-changed-${link.id}` })
  }

/** What an account is told of that needs nothing but a name. */
const notices = [
  'passwordChanged',
  'totpEnabled',
  'totpDisabled',
  'shortCodeSet',
  'shortCodeRemoved',
  'shortCodeBlocked',
  'identityLinked',
  'identityUnlinked',
] as const

const tell =
  (deps: JobDependencies): JobHandler =>
  async (payload, { jobId }) => {
    const account = await recipientOf(deps, payload)
    const notice = notices.find((one) => one === payload.mail)
    if (account && notice)
      await send(deps, account, { name: notice, params: { name: account.firstName }, id: `notice-${jobId}` })
  }

const tellOfPasskey =
  (deps: JobDependencies): JobHandler =>
  async (payload) => {
    const passkeyId = idIn(payload, 'passkeyId')
    const passkey = passkeyId === null ? undefined : await findPasskeyToTellOf(deps.db.queries, passkeyId)
    if (!passkey) return
    const name = payload.removed === true ? 'passkeyRemoved' : 'passkeyAdded'
    const params = { name: passkey.firstName, passkey: passkey.name }
    await send(deps, passkey, { name, params, id: `${name}-${passkey.id}` })
    if (payload.removed === true) await inTransaction(deps, (tx) => deleteRemovedPasskey(tx, passkey.id))
  }

/** Who has been here meanwhile needs no welcome. A job that is done twice makes a second link, which ends the first. */
const welcome =
  (deps: JobDependencies): JobHandler =>
  async (payload, { jobId }) => {
    const account = await recipientOf(deps, payload)
    if (!account || account.activated) return
    const { id: userId, email, firstName: name } = account
    const letter = await inTransaction(deps, async (tx) => {
      const about = await findWelcome(tx, { practiceId: Number(payload.practiceId), by: Number(payload.by) })
      const minutes = welcomeDays * 24 * 60
      return about && { ...about, link: await arrivalLink(tx, deps, { userId, email, minutes }) }
    })
    if (letter)
      await send(deps, account, {
        name: 'welcome',
        params: { ...letter, name, days: welcomeDays },
        id: `welcome-${jobId}`,
        practiceId: Number(payload.practiceId),
      })
  }

/** Mails about accounts. Jobs carry ids; addresses, names and links are read when a mail goes out. */
export const accountJobs = (deps: JobDependencies): JobHandlers => ({
  'accounts.forgot': makeLink(deps, 'reset_password'),
  'accounts.activation_mail': makeLink(deps, 'activate'),
  'accounts.send_link': sendOpenLink(deps),
  'accounts.already_registered_mail': remindOfAccount(deps),
  'accounts.mail_changed_notice': tellOfMailChange(deps),
  [welcomeMail]: welcome(deps),
  'accounts.notice': tell(deps),
  'accounts.passkey_notice': tellOfPasskey(deps),
})
