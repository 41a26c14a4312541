import { useQuery } from '@tanstack/react-query'
import type { AuditRow } from '@ulna/contract/audit/audit.trail'
import { roles } from '@ulna/contract/roles'
import { useTranslation } from 'react-i18next'
import { peopleQuery } from './audit.queries.ts'

const roleIn = (value: unknown): string | undefined => {
  const given = typeof value === 'object' && value !== null && 'role' in value ? value.role : undefined
  return roles.find((role) => role === given)
}

const numberIn = (value: unknown): string => (typeof value === 'string' ? value : '—')

const licenceIn = (value: unknown): { before: string; after: string } | undefined => {
  if (typeof value !== 'object' || value === null || !('before' in value) || !('after' in value))
    return undefined
  return { before: numberIn(value.before), after: numberIn(value.after) }
}

/** What a row of the trail says, in words. */
export const useAuditWords = () => {
  const { t } = useTranslation(['settings', 'practice'])
  const { data: people = [] } = useQuery(peopleQuery)
  const names = new Map(people.map(({ ownerId, fullName }) => [ownerId, fullName]))
  return {
    /** A newer server may note what this page has no words for: its own name says something at least. */
    action: (action: string): string => t(`audit.actions.${action}`, { defaultValue: action }),
    area: (area: string): string => t(`audit.areas.${area}`),
    /** Who did it; somebody who was about to sign in is who the row is about. */
    person: (row: Pick<AuditRow, 'userName'> & Partial<AuditRow>): string => {
      const about = row.subjectType === 'user' ? names.get(row.subjectId ?? 0) : undefined
      return row.userName ?? about ?? t('audit.nobody')
    },
    /** The key of the practice that it was done with, where it was. */
    key: ({ practiceKeyName: name }: Pick<AuditRow, 'practiceKeyName'>): string | undefined =>
      name === null ? undefined : t('audit.byKey', { name }),
    /** The roles before and after, or the licence number, where the row says it. */
    detail: ({ detail }: AuditRow): string | undefined => {
      const licence = licenceIn(detail.licenceNumber)
      if (licence) return t('audit.licenceChange', licence)
      const [before, after] = [roleIn(detail.before), roleIn(detail.after)]
      if (!before || !after || before === after) return undefined
      return t('audit.roleChange', {
        before: t(`practice:roles.${before}`),
        after: t(`practice:roles.${after}`),
      })
    },
  }
}
