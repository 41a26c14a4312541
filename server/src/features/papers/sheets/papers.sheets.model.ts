import type { Patient } from '@ulna/contract/patients/patients'
import type { Language } from '@ulna/contract/record-class/record-class'
import { formatDay, formatInstant } from '@ulna/contract/records/records.rules'
import type { TFunction } from 'i18next'
import type { PaperModel, PaperPart } from '../../../platform/papers/papers.ts'

/** What the sheets of a practice have in common. */
export interface Sheet {
  readonly t: TFunction
  readonly language: Language
  readonly timezone: string
  readonly practiceName: string
  readonly issuedBy: string
  readonly patient: Patient
  /** Instant. */
  readonly issuedAt: string
  /** Number as it is printed, and the address where it can be checked. */
  readonly code: string
  readonly verifyUrl: string
}

/** Nothing of the patient's health: the number of the file and of the person. */
const factsOf = ({ patient, t }: Sheet): string =>
  [t('patient:head.fileNumber', { number: patient.fileId }), patient.socialId].filter(Boolean).join(' · ')

/** Head and foot of every page, and what stands between. */
export const sheetModel = (sheet: Sheet, title: string, parts: readonly PaperPart[]): PaperModel => {
  const { t, language, timezone, practiceName, patient, code, issuedAt } = sheet
  const name = `${patient.firstName} ${patient.lastName}`
  return {
    title,
    author: practiceName,
    subject: name,
    code,
    language,
    at: issuedAt,
    head: { name, facts: factsOf(sheet), practice: practiceName },
    foot: {
      issued: t('paper:issued', { when: formatInstant(issuedAt, language, timezone), by: sheet.issuedBy }),
      proof: t('paper:proof', { code, url: sheet.verifyUrl }),
      seals: t('paper:seals'),
      pages: t('paper:pages', { page: '{{page}}', pages: '{{pages}}' }),
    },
    parts,
    pictures: [],
  }
}

/** Both days as one text; the one that is there when only one is. */
export const periodText = (
  { t, language }: Sheet,
  from: string | null,
  to: string | null,
): string | undefined => {
  if (from !== null && to !== null)
    return t('receipts:paper.period', { from: formatDay(from, language), to: formatDay(to, language) })
  if (from !== null) return t('receipts:paper.since', { day: formatDay(from, language) })
  return to === null ? undefined : t('receipts:paper.until', { day: formatDay(to, language) })
}
