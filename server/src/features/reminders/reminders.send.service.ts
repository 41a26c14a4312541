import type { MailReason } from '@ulna/contract/reminders/reminders'
import { connectToWrite, type Tx, transaction } from '../../platform/database/database.ts'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import { type Mail, type Mailer, MailFailure } from '../../platform/mail/mailer.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import { type Letter, mailOf } from './reminders.letter.ts'
import {
  handingOver,
  type LetterLine,
  lockLetter,
  noteAttempt,
  noteFailure,
  noteSent,
  skipLine,
} from './reminders.letters.repository.ts'

export interface SendingDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly links: LinkTokens
  readonly appUrl: () => string
}

/** Why a line must not be told any more. */
const obstacleTo = (line: LetterLine): MailReason | null => {
  if (line.closing) return 'practice_closing'
  if (line.status === null || line.status === 'cancelled') return 'cancelled'
  if (line.patientId !== line.addressee) return 'moved'
  if (!line.byHand && line.start.getTime() !== line.announced.getTime()) return 'moved'
  if (line.repeated) return 'just_confirmed'
  if (line.status !== 'booked' || line.begun) return 'too_late'
  if (line.email === null || !isMailAddress(line.email)) return 'no_address'
  return line.mailReminders ? null : 'opted_out'
}

/** What could not be handed over until the appointment began has failed for good. */
const strikeOut = async (
  tx: Tx,
  practiceId: number,
  { id, failed }: LetterLine,
  reason: MailReason,
): Promise<void> => {
  if (!(failed && reason === 'too_late')) await skipLine(tx, practiceId, id, reason)
}

const idsOf = (lines: readonly LetterLine[]): number[] => lines.map((line) => line.id)

const isLetter = (lines: readonly LetterLine[]): lines is Letter => lines.length > 0

/** What a mail server was given before the process died counts as sent. Answers the rest. */
const settleHanded = async (
  tx: Tx,
  practiceId: number,
  lines: readonly LetterLine[],
): Promise<readonly LetterLine[]> => {
  const handed = lines.filter((line) => line.handed)
  if (handed.length > 0) await noteSent(tx, practiceId, idsOf(handed))
  return lines.filter((line) => !line.handed)
}

/** Strikes out what must not be told, and answers the rest with its attempt noted; undefined when nothing is left. */
const openLetter = async (tx: Tx, practiceId: number, mailId: number): Promise<Letter | undefined> => {
  const all = await lockLetter(tx, practiceId, mailId)
  if (all.some((line) => line.underway)) throw new Error(`Mail ${mailId} is being sent elsewhere.`)
  const lines = await settleHanded(tx, practiceId, all)
  const left: LetterLine[] = []
  for (const line of lines) {
    const obstacle = obstacleTo(line)
    if (obstacle === null) left.push(line)
    else await strikeOut(tx, practiceId, line, obstacle)
  }
  if (!isLetter(left)) return undefined
  await noteAttempt(tx, practiceId, idsOf(left))
  return left
}

const ignore = (): void => undefined

const isRefusal = (error: unknown): boolean => error instanceof MailFailure && error.isRefusal

/**
 * Hands a letter over and notes it. Its last byte is noted as it leaves, in one message to the database, which commits
 * it even when this process is killed: whoever finds the letter later sends it again only if it had not left by then.
 * A mail server that was given all of it and says nothing has it: asked again it would send it again.
 */
const handOver = async (
  { db, mailer }: Pick<SendingDependencies, 'db' | 'mailer'>,
  practiceId: number,
  mail: Mail,
  ids: readonly number[],
): Promise<void> => {
  const scope = { practiceId, userId: 0 }
  const ready = await connectToWrite(db.queries, scope)
  let noted: Promise<void> | undefined
  const onLastByte = (): void => {
    // When that fails and we live on, what the mail server answers is noted all the same.
    noted = ready.write(handingOver(practiceId, ids)).catch(ignore)
  }
  const failure = await mailer.send({ ...mail, practiceId }, onLastByte).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  await noted
  ready.release()
  const isSent = failure === null || (noted !== undefined && !isRefusal(failure.error))
  await transaction(db.queries, scope, 'read write', (tx) =>
    isSent ? noteSent(tx, practiceId, ids) : noteFailure(tx, practiceId, ids),
  )
  if (!isSent) throw failure.error
}

/**
 * Sends one mail about appointments, unless it was sent before or says nothing true any more. It goes out once. Only a
 * process that is killed in the instant between its last byte and the note of that sends it again, with the same
 * Message-ID.
 */
export const sendAppointmentMail = async (
  dependencies: SendingDependencies,
  practiceId: number,
  mailId: number,
): Promise<void> => {
  const { db, links, appUrl } = dependencies
  const letter = await transaction(db.queries, { practiceId, userId: 0 }, 'read write', (tx) =>
    openLetter(tx, practiceId, mailId),
  )
  if (!letter) return
  const [{ email, patientId, language }] = letter
  const url = new URL(`/reminders/${links.sign('reminders', [practiceId, patientId])}`, appUrl())
  // The page speaks as the mail does.
  url.searchParams.set('language', language)
  await handOver(dependencies, practiceId, mailOf(letter, email ?? '', mailId, url.href), idsOf(letter))
}
