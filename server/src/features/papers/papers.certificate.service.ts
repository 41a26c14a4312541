import type { IssuedPaper } from '@ulna/contract/papers/papers'
import type { Language } from '@ulna/contract/record-class/record-class'
import { formatInstant } from '@ulna/contract/records/records.rules'
import type { TFunction } from 'i18next'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { type PaperPart, renderPaper } from '../../platform/papers/papers.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { lookUp } from '../../platform/use-case.ts'
import { wordsIn } from '../../platform/words.ts'
import { signingKeyOf } from './keys/papers.keys.service.ts'
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
  const { title, subject, facts, parts } = write(t)
  const draft = {
    ...{ patientId, recordId: null, language, practiceUid, at },
    scope: 'erasure' as const,
    stands: [],
  }
  return publishPaper(dependencies, actor, draft, async (code) => {
    const model = {
      ...{ title, subject, code, language, at, parts, pictures: [] },
      author: practiceName,
      head: { name: subject, facts, practice: practiceName },
      foot: {
        issued: t('paper:issued', { when: formatInstant(at, language, actor.timezone), by: issuedBy }),
        proof: t('paper:proof', { code, url: `${appUrl()}/verify` }),
        seals: t('paper:seals'),
        pages: t('paper:pages', { page: '{{page}}', pages: '{{pages}}' }),
      },
    }
    return { key, ...(await renderPaper({ model, signing: { ...key, name: practiceName, reason: title } })) }
  })
}
