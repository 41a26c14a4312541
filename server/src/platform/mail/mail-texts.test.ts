import { readFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from '@ulna/contract/languages'
import { roles } from '@ulna/contract/roles'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { composeMail, type MailName, type MailParams } from './mail-texts.ts'

const link = 'https://ulna.test/auth/resetPassword/17.abc_-DEF?a=1&b=2'

const clinicalNews = {
  name: 'Íñigo',
  practice: 'Fisio Norte',
  member: 'Nuria Vidal',
  role: 'practitioner',
  by: 'Laura Restrepo',
  link,
} as const

const samples: { readonly [N in MailName]: MailParams[N] } = {
  resetPassword: { name: 'Íñigo', link, minutes: 60 },
  activate: { name: 'Íñigo', link, hours: 72 },
  welcome: {
    name: 'Laura',
    practice: 'Fisio Norte',
    by: 'Ana Ruiz',
    link: 'https://ulna.test/reset-password?token=1',
    days: 7,
  },
  alreadyRegistered: { name: 'Íñigo', link },
  confirmMail: { name: 'Íñigo', link, hours: 24 },
  mailChanged: { name: 'Íñigo', email: 'otra@example.test' },
  passwordChanged: { name: 'Íñigo' },
  totpEnabled: { name: 'Íñigo' },
  totpDisabled: { name: 'Íñigo' },
  shortCodeSet: { name: 'Íñigo' },
  shortCodeRemoved: { name: 'Íñigo' },
  shortCodeBlocked: { name: 'Íñigo' },
  identityLinked: { name: 'Íñigo' },
  identityUnlinked: { name: 'Íñigo' },
  passkeyAdded: { name: 'Íñigo', passkey: 'Portátil' },
  passkeyRemoved: { name: 'Íñigo', passkey: 'Portátil' },
  invitation: { practice: 'Fisio Norte', invitedBy: 'Laura', role: 'assistant', link, days: 14 },
  clinicalGiven: clinicalNews,
  clinicalJoined: clinicalNews,
  clinicalAsked: clinicalNews,
  reminder: {
    practice: 'Fisio Norte',
    practitioner: 'Laura Restrepo',
    day: 'lunes, 23 de noviembre de 2026',
    time: '15:00',
    link,
  },
  confirmation: {
    practice: 'Fisio Norte',
    practitioner: 'Laura Restrepo',
    day: 'lunes, 23 de noviembre de 2026',
    time: '15:00',
    link,
  },
  confirmationOfSeries: {
    practice: 'Fisio Norte',
    practitioner: 'Laura Restrepo, Iván Gil',
    dates: 'lunes, 23 de noviembre de 2026, 15:00\nlunes, 30 de noviembre de 2026, 15:00',
    link,
  },
  practiceKeyMade: {
    ...{ name: 'Íñigo', practice: 'Fisio Norte', key: 'Panel de gestión', by: 'Laura Restrepo' },
    ...{ day: '24/feb/2027', link },
  },
  massReading: {
    ...{ name: 'Íñigo', practice: 'Fisio Norte', member: 'Nuria Vidal', link },
    ...{ filesInHour: 151, filesInDay: 174, listed: 0 },
  },
  keyEnding: { name: 'Íñigo', practice: 'Fisio Norte', day: '23/nov/2026', link },
  practiceClosing: { name: 'Íñigo', practice: 'Fisio Norte', by: 'Laura Restrepo', day: '23/nov/2026', link },
  practiceGoesOn: { name: 'Íñigo', practice: 'Fisio Norte', link },
  practiceDeletionNear: {
    name: 'Íñigo',
    practice: 'Fisio Norte',
    day: '23/nov/2026',
    missing: '· Who keeps the files.',
    link,
  },
  practiceDeletionWaits: { name: 'Íñigo', practice: 'Fisio Norte', missing: '· Who keeps the files.', link },
  practiceDeleted: { name: 'Íñigo', practice: 'Fisio Norte', number: '1Z-AAAA-BBBB-CCCC', link },
  backupMissing: { last: '26 de noviembre de 2026, 3:00', hours: 26, reason: 'No queda sitio.' },
  backupsAgain: {},
  installationAlert: {
    title: 'Un disco está casi lleno',
    text: 'Queda poco sitio.',
    link: 'https://ulna.example/app/settings/installation',
  },
  installationWell: { title: 'Un disco está casi lleno' },
  contactMessage: {
    name: 'Marta',
    email: 'marta@example.test',
    phone: '600',
    practice: 'Fisio Sur',
    message: 'Uno\n\nDos',
  },
}

const names = Object.keys(samples) as MailName[]
const everyMail = languages.flatMap((language) => names.map((name) => [language, name] as const))

describe('every mail in every language', () => {
  it.each(everyMail)(
    '%s %s is whole: no marker is left, every parameter is there, twice',
    (language, name) => {
      const { subject, text, html } = composeMail(language, name, samples[name])
      expect(subject.length).toBeGreaterThan(5)
      expect(subject).not.toContain('\n')
      for (const part of [subject, text, html]) {
        expect(part).not.toMatch(/[{}]{2}|\bundefined\b|\bnull\b|\[object|NaN/)
      }
      for (const [key, value] of Object.entries(samples[name])) {
        if (key === 'role') continue
        for (const line of String(value).split('\n')) {
          expect(text, key).toContain(line)
          expect(html, key).toContain(line.replaceAll('&', '&amp;'))
        }
      }
      expect(html).toContain(`<html lang="${language}">`)
      expect(html.match(/<a /g) ?? []).toHaveLength('link' in samples[name] ? 1 : 0)
      expect(html).not.toMatch(/<(script|img|iframe|link|style)\b|url\(|src=/)
    },
  )

  it('differs from the others', () => {
    expect(
      new Set(everyMail.map(([language, name]) => composeMail(language, name, samples[name]).text)).size,
    ).toBe(everyMail.length)
  })
})

it('words a role in the language of the mail', () => {
  const worded = languages.map((language) =>
    roles.map((role) => {
      const { text } = composeMail(language, 'invitation', { ...samples.invitation, role })
      return /^(?:Rol|Role|Ruolo): (.+)$/m.exec(text)?.[1]
    }),
  )
  expect(worded).toEqual([
    ['profesional', 'asistente', 'administración', 'titular'],
    ['practitioner', 'assistant', 'administrator', 'owner'],
    ['professionista', 'assistente', 'amministratore', 'titolare'],
  ])
})

it('leaves out the line of what was not said', () => {
  const { text } = composeMail('es', 'contactMessage', {
    ...samples.contactMessage,
    phone: null,
    practice: null,
  })
  expect(text).toContain('Nombre: Marta\nCorreo: marta@example.test\n\nUno\n\nDos')
  expect(text).not.toMatch(/Teléfono|Consulta:/)
})

it('E1 shows what somebody typed as text', () => {
  const hostile = `<img src=x onerror="alert(1)">&amp;'"</title><script>alert(1)</script>`
  const { html, text } = composeMail('en', 'contactMessage', {
    ...samples.contactMessage,
    name: hostile,
    message: hostile,
  })
  expect(html).not.toMatch(/<(img|script)/)
  expect(html).toContain('&lt;script&gt;')
  expect(text).toContain(hostile)
})

it('gives a stranger no way to put a link or a paragraph of their own into a mail to somebody else', () => {
  const { text, html } = composeMail('es', 'invitation', {
    ...samples.invitation,
    practice: 'Premio en https://evil.test/win\n\nPulse aquí: www.evil.test',
    invitedBy: '{{link}} {{practice}}',
  })
  for (const part of [text, html]) {
    expect(part).not.toMatch(/evil\.test|https:\/\/evil/)
    expect(part).toContain('Premio en https: //evil. test/win Pulse aquí: www. evil. test')
    expect(part).toContain('{{link}} {{practice}}')
  }
})

it('throws when a parameter, a mail or a language is missing', () => {
  expect(() => composeMail('es', 'activate', { name: 'Ana', link } as never)).toThrow(
    'needs the parameter hours',
  )
  expect(() => composeMail('es', 'confirmMail', { name: 'Ana', hours: 24 } as never)).toThrow(
    'parameter link',
  )
  expect(() => composeMail('es', 'goodbye' as never, { name: 'Ana' } as never)).toThrow(
    'no mail text goodbye.subject',
  )
  expect(() => composeMail('fr' as never, 'activate', samples.activate)).toThrow('no mail texts in fr')
  const unknownRole = { ...samples.invitation, role: 'king' as never }
  expect(() => composeMail('es', 'invitation', unknownRole)).toThrow('role')
})

it('knows every mail of the files, and no other', () => {
  for (const language of languages) {
    const file = JSON.parse(readFileSync(path.join(paths.locales, language, 'mails.json'), 'utf8')) as object
    const mails = Object.entries(file).filter(([, value]) => typeof value === 'object' && 'subject' in value)
    expect(mails.map(([name]) => name).sort()).toEqual([...names].sort())
  }
})
