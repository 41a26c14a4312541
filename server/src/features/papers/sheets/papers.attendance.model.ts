import { dayOfInstant, formatDay, formatTime } from '@ulna/contract/records/records.rules'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import type { PaperModel, PaperPart } from '../../../platform/papers/papers.ts'
import type { AttendanceWish, AttendedVisit } from './papers.attendance.repository.ts'
import { periodText, type Sheet, sheetModel } from './papers.sheets.model.ts'

export interface Attendance {
  readonly wish: AttendanceWish
  readonly visits: readonly AttendedVisit[]
  readonly sold: SessionPackage | null
}

const signedText = ({ t }: Sheet, { signer, signerName, sealId }: AttendedVisit): string => {
  if (signer === null) return ''
  return t(`receipts:paper.signed.${signer}`, { name: signerName ?? '', seal: sealId ?? '' })
}

const practitionerText = ({ t }: Sheet, { practitioner, licenceNumber }: AttendedVisit): string =>
  licenceNumber === null
    ? practitioner
    : `${practitioner}\n${t('signatures:licence', { number: licenceNumber })}`

const rowOf = (sheet: Sheet, visit: AttendedVisit): string[] => {
  const { t, language, timezone } = sheet
  const clock = (instant: string): string => formatTime(instant, timezone)
  return [
    formatDay(dayOfInstant(visit.start, timezone), language),
    `${clock(visit.start)} – ${clock(visit.end)}`,
    practitionerText(sheet, visit),
    t(`receipts:paper.status.${visit.status}`),
    signedText(sheet, visit),
  ]
}

const tableOf = (sheet: Sheet, visits: readonly AttendedVisit[]): PaperPart => {
  const { t } = sheet
  return {
    kind: 'table',
    columns: [
      { label: t('receipts:paper.day'), share: 0.15 },
      { label: t('receipts:paper.time'), share: 0.16 },
      { label: t('receipts:paper.practitioner'), share: 0.24 },
      { label: t('receipts:paper.state'), share: 0.15 },
      { label: t('receipts:paper.signature'), share: 0.3 },
    ],
    rows: visits.map((visit) => rowOf(sheet, visit)),
  }
}

const countsOf = ({ t }: Sheet, visits: readonly AttendedVisit[]): string => {
  const count = (status: AttendedVisit['status']): number =>
    visits.filter((visit) => visit.status === status).length
  const [attended, noShow, cancelled] = [count('attended'), count('no_show'), count('cancelled')]
  const open = visits.length - attended - noShow - cancelled
  return t('receipts:paper.counts', { attended, noShow, cancelled, open })
}

const balanceOf = ({ t }: Sheet, sold: SessionPackage | null): string | undefined =>
  sold === null
    ? undefined
    : t('receipts:paper.ofPackage', {
        what: sold.description ?? t('receipts:sessions', { count: sold.numSessions }),
        used: sold.usedSessions,
        bought: sold.numSessions,
        left: sessionsLeft(sold),
      })

/** When a patient was here, with whom, and what was signed; nothing of what was said or done. */
export const attendanceModel = (sheet: Sheet, { wish, visits, sold }: Attendance): PaperModel => {
  const { t } = sheet
  const title = t('receipts:paper.attendance')
  const period = periodText(sheet, wish.from, wish.to) ?? t('receipts:paper.allVisits')
  const meta = [balanceOf(sheet, sold), countsOf(sheet, visits)].filter(Boolean).join(' · ')
  return sheetModel(sheet, title, [
    { kind: 'record', heading: period, running: title, seals: [], meta, notes: [] },
    visits.length === 0 ? { kind: 'quiet', text: t('receipts:paper.noVisits') } : tableOf(sheet, visits),
  ])
}
