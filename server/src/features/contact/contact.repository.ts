import type { Language } from '@ulna/contract/record-class/record-class'
import type { Tx } from '../../platform/database/database.ts'

export interface ContactMessage {
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly practiceName: string | null
  readonly message: string
}

export interface NewContactMessage extends ContactMessage {
  readonly language: Language
  readonly ip: string | null
}

export const insertContactMessage = async (tx: Tx, message: NewContactMessage): Promise<number> => {
  const { id } = await tx
    .insertInto('contact_messages')
    .values({
      name: message.name,
      email: message.email,
      phone: message.phone,
      practice_name: message.practiceName,
      message: message.message,
      language: message.language,
      ip: message.ip,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A message that was not mailed yet. */
export const findUnsentMessage = async (tx: Tx, id: number): Promise<ContactMessage | undefined> => {
  const row = await tx
    .selectFrom('contact_messages')
    .select(['name', 'email', 'phone', 'practice_name', 'message'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { practice_name: practiceName, ...rest } = row
  return { ...rest, practiceName }
}

export const markMessageSent = async (tx: Tx, id: number): Promise<void> => {
  await tx.updateTable('contact_messages').set({ sent_at: new Date() }).where('id', '=', id).execute()
}
