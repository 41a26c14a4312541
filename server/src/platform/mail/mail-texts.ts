import { readFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Role } from '@ulna/contract/roles'
import { paths } from '../../paths.ts'
import { mailPage } from './mail-page.ts'

/** Who got or asks for clinical access, and who gives it or asked for it. */
interface ClinicalNews {
  name: string
  practice: string
  member: string
  role: Role
  by: string
  link: string
}

/** What each mail is about, and what its text is filled in with. A null leaves out the line that would show it. */
export interface MailParams {
  resetPassword: { name: string; link: string; minutes: number }
  activate: { name: string; link: string; hours: number }
  welcome: { name: string; practice: string; by: string; link: string; days: number }
  alreadyRegistered: { name: string; link: string }
  confirmMail: { name: string; link: string; hours: number }
  mailChanged: { name: string; email: string }
  passwordChanged: { name: string }
  totpEnabled: { name: string }
  totpDisabled: { name: string }
  shortCodeSet: { name: string }
  shortCodeRemoved: { name: string }
  shortCodeBlocked: { name: string }
  identityLinked: { name: string }
  identityUnlinked: { name: string }
  passkeyAdded: { name: string; passkey: string }
  passkeyRemoved: { name: string; passkey: string }
  invitation: { practice: string; invitedBy: string; role: Role; link: string; days: number }
  clinicalGiven: ClinicalNews
  clinicalJoined: ClinicalNews
  clinicalAsked: ClinicalNews
  /** `day` and `time` are those of the practice’s clock, in words. */
  reminder: { practice: string; practitioner: string; day: string; time: string; link: string }
  confirmation: { practice: string; practitioner: string; day: string; time: string; link: string }
  /** `dates` are lines, one a date. */
  confirmationOfSeries: { practice: string; practitioner: string; dates: string; link: string }
  /** `day` is that of the practice's calendar. */
  practiceKeyMade: { name: string; practice: string; key: string; by: string; day: string; link: string }
  /** Numbers of files and of patients in lists. */
  massReading: {
    name: string
    practice: string
    member: string
    filesInHour: number
    filesInDay: number
    listed: number
    link: string
  }
  /** `day` is that of the practice's calendar. */
  keyEnding: { name: string; practice: string; day: string; link: string }
  /** `day` is that of the practice's calendar. */
  practiceClosing: { name: string; practice: string; by: string; day: string; link: string }
  practiceGoesOn: { name: string; practice: string; link: string }
  /** `missing` are lines, one a thing. */
  practiceDeletionNear: { name: string; practice: string; day: string; missing: string | null; link: string }
  practiceDeletionWaits: { name: string; practice: string; missing: string; link: string }
  practiceDeleted: { name: string; practice: string; number: string; link: string }
  /** `last` is an instant in the time of the server, in words. */
  backupMissing: { last: string | null; hours: number; reason: string }
  backupsAgain: Record<never, never>
  installationAlert: { title: string; text: string; link: string }
  installationWell: { title: string }
  contactMessage: {
    name: string
    email: string
    phone: string | null
    practice: string | null
    message: string
  }
}

export type MailName = keyof MailParams

export interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

type Texts = ReadonlyMap<string, string>
type Values = Readonly<Record<string, string | number | null>>

const flatten = (value: object, prefix = ''): [string, string][] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [[`${prefix}${key}`, inner]] : flatten(inner, `${prefix}${key}.`),
  )

const readTexts = (language: Language): Texts => {
  const file = path.join(paths.locales, language, 'mails.json')
  return new Map(flatten(JSON.parse(readFileSync(file, 'utf8'))))
}

const textsOf = new Map(languages.map((language) => [language, readTexts(language)]))

const textsIn = (language: Language): Texts => {
  const texts = textsOf.get(language)
  if (texts === undefined) throw new Error(`There are no mail texts in ${language}.`)
  return texts
}

const placeholder = /{{(\w+)}}/g

const requiredValue = (values: Values, name: string, key: string): string | number | null => {
  const value = values[name]
  if (value === undefined) throw new Error(`The mail text ${key} needs the parameter ${name}.`)
  return value
}

/** Drops every line that would show a null, and puts the other values in. A value is never read as a text again. */
const fillIn = (text: string, values: Values, key: string): string => {
  const hasValues = (line: string): boolean =>
    [...line.matchAll(placeholder)].every(([, name = '']) => requiredValue(values, name, key) !== null)
  return text
    .split('\n')
    .filter(hasValues)
    .join('\n')
    .replaceAll(placeholder, (_match, name: string) => String(requiredValue(values, name, key)))
}

// A stranger chooses the names in a mail to somebody else. They stay on one line, and mail programs make no link of them.
const asName = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/:(?=\/\/)/g, ': ')
    .replace(/\.(?=\p{L})/gu, '. ')
    .trim()

const namesOfStrangers = new Set([
  'name',
  'practice',
  'practitioner',
  'invitedBy',
  'passkey',
  'member',
  'by',
  'key',
])

const safeValues = (texts: Texts, params: Values): Values =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name === 'role') return [name, texts.get(`roles.${value}`)]
      return [name, namesOfStrangers.has(name) && value !== null ? asName(String(value)) : value]
    }),
  ) as Values

/** A text filled in, or undefined where this mail has no such part. */
const partOf = (texts: Texts, key: string, values: Values): string | undefined => {
  const text = texts.get(key)
  return text === undefined ? undefined : fillIn(text, values, key)
}

const requiredPart = (texts: Texts, key: string, values: Values): string => {
  const part = partOf(texts, key, values)
  if (part === undefined) throw new Error(`There is no mail text ${key}.`)
  return part
}

const greetingOf = (texts: Texts, name: MailName, values: Values): string | undefined => {
  if (name === 'contactMessage') return undefined
  return requiredPart(texts, 'name' in values ? 'greeting' : 'greetingPlain', values)
}

/**
 * A mail in a language, as plain text and as a page. Texts: `locales/{es,en,it}/mails.json`.
 * Throws when a text or a parameter is missing.
 */
export const composeMail = <N extends MailName>(
  language: Language,
  name: N,
  params: MailParams[N],
): ComposedMail => {
  const texts = textsIn(language)
  const values = safeValues(texts, params as Values)
  const part = (key: string): string | undefined => partOf(texts, `${name}.${key}`, values)
  const url = () => String(requiredValue(values, 'link', name))
  const [button, lastLink] = [part('button'), part('lastLink')]
  const content = {
    language,
    subject: requiredPart(texts, `${name}.subject`, values),
    greeting: greetingOf(texts, name, values),
    before: requiredPart(texts, `${name}.before`, values),
    link: button === undefined ? undefined : { label: button, url: url() },
    linkHint: requiredPart(texts, 'linkHint', values),
    after: part('after'),
    closing: [
      ...(name === 'contactMessage' ? [] : [requiredPart(texts, 'automatic', values)]),
      requiredPart(texts, 'signature', values),
    ],
    lastLink: lastLink === undefined ? undefined : { label: lastLink, url: url() },
  }
  return { subject: content.subject, ...mailPage(content) }
}

/** What stands in calendar files of ours: `visit` for a practitioner, `visitTo` and `with` for a patient. */
export interface CalendarTextParams {
  visit: Record<never, string>
  visitWith: { initials: string }
  visitTo: { practice: string }
  with: { practitioner: string }
  fileName: Record<never, string>
}

/** A text of a calendar file. Texts: `calendarFile` of `locales/{es,en,it}/mails.json`. */
export const calendarText = <N extends keyof CalendarTextParams>(
  language: Language,
  name: N,
  params: CalendarTextParams[N],
): string => {
  const texts = textsIn(language)
  return requiredPart(texts, `calendarFile.${name}`, safeValues(texts, params as Values))
}
