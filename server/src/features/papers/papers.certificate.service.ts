import { formatPaperCode, type IssuedPaper } from '@ulna/contract/papers/papers'
import type { Language } from '@ulna/contract/record-class/record-class'
import { formatInstant } from '@ulna/contract/records/records.rules'
import type { TFunction } from 'i18next'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { type PaperModel, type PaperPart, renderPaper } from '../../platform/papers/papers.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { lookUp } from '../../platform/use-case.ts'
import { wordsIn } from '../../platform/words.ts'
import { signingKeyOf } from './keys/papers.keys.service.ts'
import { codeOf, newSecret } from './papers.code.ts'
import type { PaperDependencies } from './papers.dependencies.ts'
import { publishPaper } from './papers.publish.service.ts'
import { findIssuer } from './papers.repository.ts'

/** What a certificate says, in the language of its reader. */
export interface CertificateText {
  readonly title: string
  /** What it is about, without whom. */
  readonly subject: string
  readonly facts: string
  readonly parts: readonly PaperPart[]
}

export interface CertificateWish {
  /** The number that stays of the patient. */
  readonly patientId: number
  readonly language: Language
  write(t: TFunction): CertificateText
}

interface Pages extends Omit<LastPaper, 'practiceId'> {
  readonly code: string
  /** Address of the installation. */
  readonly url: string
}

const modelOf = (t: TFunction, { text, url, code, language, at, ...about }: Pages): PaperModel => {
  const { title, subject, facts, parts } = text
  return {
    ...{ title, subject, code, language, at, parts, pictures: [] },
    author: about.practiceName,
    head: { name: subject, facts, practice: about.practiceName },
    foot: {
      issued: t('paper:issued', { when: formatInstant(at, language, about.timezone), by: about.issuedBy }),
      proof: t('paper:proof', { code, url: `${url}/verify` }),
      seals: t('paper:seals'),
      pages: t('paper:pages', { page: '{{page}}', pages: '{{pages}}' }),
    },
  }
}

/** Issues a paper of what was erased, signed by the practice: about a number, not a person. */
export const issueCertificate = async (
  dependencies: PaperDependencies,
  actor: PracticeActor,
  { patientId, language, write }: CertificateWish,
): Promise<IssuedPaper> => {
  const { db, rateLimits, appUrl } = dependencies
  await rateLimits.take(['papersIssued', `user ${actor.userId}`])
  const issuer = await lookUp(db, actor, async (tx) => ({
    ...(await findIssuer(tx, actor.practiceId, actor.doctorId)),
    at: new Date(await databaseNow(tx)).toISOString(),
  }))
  const { practiceName, practiceUid, issuedBy, at } = issuer
  const [key, t] = await Promise.all([signingKeyOf(dependencies, actor, issuer), wordsIn(language)])
  const text = write(t)
  const draft = {
    ...{ patientId, recordId: null, language, practiceUid, at },
    scope: 'erasure' as const,
    stands: [],
  }
  return publishPaper(dependencies, actor, draft, async (code) => {
    const model = modelOf(t, {
      text,
      code,
      language,
      at,
      practiceName,
      issuedBy,
      url: appUrl(),
      timezone: actor.timezone,
    })
    return {
      key,
      ...(await renderPaper({ model, signing: { ...key, name: practiceName, reason: text.title } })),
    }
  })
}

export type { PaperDependencies }

export interface LastPaper {
  readonly practiceId: number
  readonly practiceName: string
  readonly issuedBy: string
  readonly language: Language
  readonly timezone: string
  /** Instant. */
  readonly at: string
  readonly text: CertificateText
}

/** The last paper of a practice that is gone but for its key: nothing of it is kept here, its number least of all. */
export const renderLastPaper = async (
  dependencies: Pick<PaperDependencies, 'db' | 'signingKeys' | 'appUrl'>,
  { practiceId, text, ...about }: LastPaper,
): Promise<{ code: string; pieces: readonly Buffer[]; pages: number; certificate: string }> => {
  const { practiceName, language } = about
  const [key, t] = await Promise.all([signingKeyOf(dependencies, { practiceId }, about), wordsIn(language)])
  const code = formatPaperCode(codeOf(practiceId, newSecret()))
  const model = modelOf(t, { ...about, text, code, url: dependencies.appUrl() })
  const signing = { ...key, name: practiceName, reason: text.title }
  const { pieces, pages } = await renderPaper({ model, signing })
  return { code, pieces, pages, certificate: key.certificate }
}
