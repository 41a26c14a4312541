import { formatPaperCode } from '@ulna/contract/papers/papers'
import type { Language } from '@ulna/contract/record-class/record-class'
import { formatInstant } from '@ulna/contract/records/records.rules'
import type { TFunction } from 'i18next'
import { type PaperModel, type PaperPart, renderPaper } from '../../platform/papers/papers.ts'
import { wordsIn } from '../../platform/words.ts'
import { type SigningKey, signingKeyOf } from './keys/papers.keys.service.ts'
import { codeOf, newSecret } from './papers.code.ts'
import type { PaperDependencies } from './papers.dependencies.ts'

/** What a certificate says, in the language of its reader. */
export interface CertificateText {
  readonly title: string
  /** What it is about, without whom. */
  readonly subject: string
  readonly facts: string
  readonly parts: readonly PaperPart[]
}

export interface Certificate {
  readonly practiceId: number
  readonly practiceName: string
  readonly issuedBy: string
  readonly language: Language
  readonly timezone: string
  /** Instant. */
  readonly at: string
  write(t: TFunction): CertificateText
}

interface Pages extends Omit<Certificate, 'practiceId' | 'write'> {
  readonly text: CertificateText
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

export interface RenderedCertificate {
  /** As it is printed on every page. */
  readonly code: string
  /** The part of it that nobody can guess. */
  readonly secret: string
  readonly pieces: readonly Buffer[]
  readonly pages: number
  readonly key: SigningKey
}

type Rendering = Pick<PaperDependencies, 'db' | 'signingKeys' | 'appUrl'>

/**
 * A paper of what is gone, signed by the practice: about a number, not a person. Nothing of it is kept here, its number
 * least of all: whoever has it made keeps it.
 */
export const renderCertificate = async (
  dependencies: Rendering,
  { practiceId, write, ...about }: Certificate,
): Promise<RenderedCertificate> => {
  const { practiceName, language } = about
  const [key, t] = await Promise.all([signingKeyOf(dependencies, { practiceId }, about), wordsIn(language)])
  const text = write(t)
  const secret = newSecret()
  const code = formatPaperCode(codeOf(practiceId, secret))
  const model = modelOf(t, { ...about, text, code, url: dependencies.appUrl() })
  const signing = { ...key, name: practiceName, reason: text.title }
  const { pieces, pages } = await renderPaper({ model, signing })
  return { code, secret, pieces, pages, key }
}

export type { PaperDependencies }
