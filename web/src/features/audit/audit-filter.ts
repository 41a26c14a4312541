import { type AuditAction, auditActions } from '@ulna/contract/audit-actions'
import { isCalendarDay } from '@ulna/contract/http/dates'

/** What the address of the audit trail may say. */
export interface AuditFilter {
  /** `YYYY-MM-DD` in the practice's time zone, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly userId?: number | undefined
  readonly patientId?: number | undefined
  readonly action?: AuditAction | undefined
}

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && isCalendarDay(value) ? value : undefined

const idIn = (value: unknown): number | undefined => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Reads the address; whatever it does not know is left out. */
export const readAuditFilter = (search: Readonly<Record<string, unknown>>): AuditFilter => {
  const found = {
    from: dayIn(search.from),
    to: dayIn(search.to),
    userId: idIn(search.userId),
    patientId: idIn(search.patientId),
    action: auditActions.find((action) => action === search.action),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

export const readPage = (search: Readonly<Record<string, unknown>>): number => (idIn(search.page) ?? 1) - 1

export const isFiltered = (filter: AuditFilter): boolean => Object.keys(filter).length > 0

export interface DayOf<Row> {
  readonly day: string
  readonly rows: readonly Row[]
}

/** Rows of a list that is in the order of time, one group a day. */
export const groupByDay = <Row extends { readonly at: string }>(
  rows: readonly Row[],
  dayOf: (instant: string) => string,
): DayOf<Row>[] => {
  const groups: { day: string; rows: Row[] }[] = []
  for (const row of rows) {
    const day = dayOf(row.at)
    const last = groups.at(-1)
    if (last?.day === day) last.rows.push(row)
    else groups.push({ day, rows: [row] })
  }
  return groups
}

/** The part of an action before the dot: what it was about. */
export const areaOf = (action: string): string => action.split('.')[0] ?? action

export const auditAreas: readonly { readonly area: string; readonly actions: readonly AuditAction[] }[] = [
  ...new Set(auditActions.map(areaOf)),
].map((area) => ({ area, actions: auditActions.filter((action) => areaOf(action) === area) }))
