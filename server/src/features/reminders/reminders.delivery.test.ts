import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { configureMails, hoursAhead, mailRows, visitAt } from '../../../test/factories/mails.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { openSmtpInbox, type SmtpInbox } from '../../../test/smtp-inbox.ts'
import { testServer } from '../../../test/test-practice.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { smtpMailer } from '../../platform/mail/smtp-mailer.ts'
import { createLinkTokens } from '../../platform/sessions/link-tokens.ts'
import { deriveKey } from '../../platform/tokens.ts'
import { sendAppointmentMail } from './reminders.send.service.ts'

let owner: TestPerson
let inbox: SmtpInbox
let mailer: Mailer
let mailId: number

/** Ends what processes were at that died in a test. */
const burials: (() => void)[] = []

const app = await testServer()
afterAll(async () => {
  for (const bury of burials) bury()
})

beforeEach(async () => {
  inbox = await openSmtpInbox({ refused: ['nobody@patients.test'] })
  mailer = smtpMailer({ url: inbox.url, from: 'Ulna <ulna@server.test>' })
  owner = await registerOwner(app)
  await configureMails(app, owner.practiceId, { reminderHours: 24 })
})
afterEach(async () => {
  mailer.close?.()
  await inbox.close()
})

/** A reminder that waits in the queue. */
const queueOne = async (email = 'mariana@patients.test'): Promise<void> => {
  const patient = await createPatient(app, owner, { email })
  await bookAppointment(app, owner, { ...visitAt(hoursAhead(20)), patientId: patient.id })
  await app.jobs['reminders.scan']?.({}, { jobId: 'minute' })
  const { rows } = await sql<{ mailId: number }>`select mail_id as "mailId" from appointment_mails
    where practice_id = ${owner.practiceId}`.execute(app.owner.queries)
  mailId = rows[0]?.mailId ?? 0
}

const send = (by = mailer): Promise<void> =>
  sendAppointmentMail(
    {
      db: app.db,
      mailer: by,
      links: createLinkTokens(deriveKey(testSecret, 'links in mails')),
      appUrl: () => 'https://ulna.test',
    },
    owner.practiceId,
    mailId,
  )

const rows = () => mailRows(app, owner.practiceId)

const passTwoMinutes = () =>
  sql`update appointment_mails set attempted_at = attempted_at - interval '121 seconds'`.execute(
    app.owner.queries,
  )

/** The process is killed: after its mail server took the mail, or with half of it on the way. Nothing is heard any more. */
const dying = (when: 'after' | 'before'): Mailer & { readonly dead: Promise<void> } => {
  let tell: () => void = () => undefined
  const dead = new Promise<void>((resolve) => {
    tell = resolve
  })
  return {
    dead,
    send: async (mail, onLastByte) => {
      if (when === 'after') await mailer.send(mail, onLastByte)
      tell()
      await new Promise<void>((resolve) => burials.push(resolve))
    },
  }
}

describe('a mail about an appointment', () => {
  it('A9 is failed while the mail server is away, and sent once it is back', async () => {
    await queueOne()
    const { port } = inbox
    await inbox.close()
    await expect(send()).rejects.toThrow(/was not handed over/)
    expect(await rows()).toMatchObject([{ status: 'failed', reason: 'not_handed_over', attempts: 1 }])
    inbox = await openSmtpInbox({ port })
    await send()
    expect(await rows()).toMatchObject([{ status: 'sent', reason: null, attempts: 2 }])
    expect(inbox.received.map(({ to }) => to)).toEqual([['mariana@patients.test']])
  })

  it('is sent once, however often its job is done', async () => {
    await queueOne()
    await send()
    await send()
    expect(inbox.received).toHaveLength(1)
    expect(inbox.received[0]?.mail.messageId).toBe(`<appointment-${mailId}@server.test>`)
  })

  it('is not sent by a second process while the first is at it', async () => {
    await queueOne()
    const first = dying('before')
    void send(first)
    await first.dead
    await expect(send()).rejects.toThrow('is being sent elsewhere')
    expect(inbox.received).toEqual([])
  })

  it('goes out when the process that was at it died before all of it had left', async () => {
    await queueOne()
    const first = dying('before')
    void send(first)
    await first.dead
    await passTwoMinutes()
    await send()
    await send()
    expect(inbox.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2 }])
  })

  it('does not go out again when the process died after all of it had left and before it heard what became of it', async () => {
    await queueOne()
    const first = dying('after')
    void send(first)
    await first.dead
    await passTwoMinutes()
    await send()
    expect(inbox.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 1 }])
  })

  const sendTo = async (afterwards: 'refuses' | 'breaks off'): Promise<SmtpInbox> => {
    mailer.close?.()
    await inbox.close()
    inbox = await openSmtpInbox({ afterwards })
    mailer = smtpMailer({ url: inbox.url, from: 'Ulna <ulna@server.test>' })
    return inbox
  }

  it('does not go out again when its server has all of it and breaks off before it says what became of it', async () => {
    await queueOne()
    const { received } = await sendTo('breaks off')
    await send()
    await send()
    expect(received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'sent', reason: null, attempts: 1 }])
  })

  it('goes out again when its server has all of it and refuses it then', async () => {
    await queueOne()
    const { received } = await sendTo('refuses')
    for (const attempts of [1, 2]) {
      await expect(send()).rejects.toThrow(/451 4\.3\.0/)
      expect(received).toHaveLength(attempts)
      expect(await rows()).toMatchObject([{ status: 'failed', reason: 'not_handed_over', attempts }])
    }
  })

  it('that no server took until the appointment began has failed, and is not sent any more', async () => {
    await queueOne('nobody@patients.test')
    await expect(send()).rejects.toThrow(/550 5\.1\.1/)
    for (const table of ['appointments', 'appointment_mails'])
      await sql`update ${sql.table(table)} set start_at = start_at - interval '20 hours 30 minutes'
        where practice_id = ${owner.practiceId}`.execute(app.owner.queries)
    await send()
    expect(inbox.received).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'failed', reason: 'not_handed_over', attempts: 1 }])
  })

  it('E6 goes to one address and has one name, whatever the practice is called', async () => {
    await sql`update practices set name = ${'Fisio\r\nBcc: evil@evil.test <evil@evil.test>, "x'}
      where id = ${owner.practiceId}`.execute(app.owner.queries)
    await queueOne()
    await send()
    const [arrival] = inbox.received
    expect(arrival?.to).toEqual(['mariana@patients.test'])
    expect(arrival?.mail.from?.address).toBe('ulna@server.test')
    expect(arrival?.mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(arrival?.mail.subject).not.toMatch(/[\r\n]/)
  })
})
