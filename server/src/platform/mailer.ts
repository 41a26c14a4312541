/** A mail that is ready to go. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly replyTo?: string
  /** The same at every attempt, so that who gets it twice may tell: letters, digits, `-` and `_`, as `job-17`. */
  readonly id: string
}

export interface Mailer {
  /** Resolves when the mail was handed over; rejects when that should be tried again. */
  send(mail: Mail): Promise<void>
  /** Lets go of connections; mails under way are finished. */
  close?(): void
}
