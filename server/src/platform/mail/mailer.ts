/** A mail that is ready to go. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly replyTo?: string
  /** The same at every attempt, so that who gets it twice may tell: letters, digits, `-` and `_`, as `job-17`. */
  readonly id: string
  /** Who it comes from by name, where that is not this installation but a practice. The address stays. */
  readonly fromName?: string
  /** A page where whoever got the mail says that they want no more of them (RFC 2369 §3.2). */
  readonly unsubscribeUrl?: string
  readonly attachments?: readonly MailAttachment[]
  /** The practice that it tells of: what still lies here of it goes with that. */
  readonly practiceId?: number
}

export interface MailAttachment {
  readonly fileName: string
  readonly contentType: string
  readonly content: string | Buffer
}

/** Why a mail was not handed over. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  /** A mail server said so. Otherwise nobody knows what became of a mail whose last byte had left. */
  readonly isRefusal: boolean

  constructor(message: string, isRefusal: boolean) {
    super(message)
    this.isRefusal = isRefusal
  }
}

export interface Mailer {
  /**
   * Resolves when the mail was handed over; rejects, with a MailFailure where there is a mail server, when it was not or
   * when nobody said so. A mail server calls back in between,
   * as its last byte leaves: what becomes of the mail is the server's from then on, although it has not said so yet.
   */
  send(mail: Mail, onLastByte?: () => void): Promise<void>
  /** Removes the mails of a practice that were kept instead of being sent. */
  forget?(practiceId: number): Promise<void>
  /** Lets go of connections; mails under way are finished. */
  close?(): void
}
