import type { Practice } from '@ulna/contract/practices/practices'
import { type RoleWithHours, rolesWithHours } from '@ulna/contract/practices/practices.configurations'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { SettingsForm } from '../../../blocks/form/SettingsForm.tsx'
import { useZoneText } from '../../../blocks/time-zones/use-zone-names.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { AccessRulesInForce } from './AccessRulesInForce.tsx'
import { type AccessValues, accessPath, changeOfAccess, tidyAccess, valuesOfAccess } from './access-values.ts'
import { RowsField } from './RowsField.tsx'
import { usePracticeForm } from './use-practice-form.ts'
import { WeekField } from './WeekField.tsx'
import { WithPractice } from './WithPractice.tsx'

const shape = { valuesOf: valuesOfAccess, changeOf: changeOfAccess, tidy: tidyAccess }

/** What the rules of a part say now, for the comparison with what a colleague saved. */
const useRuleText = () => {
  const { t } = useTranslation('settings')
  return (key: keyof AccessValues, values: AccessValues): string => {
    const value = values[key]
    if (value === null) return t('access.always')
    if (key === 'networks' || key === 'mailDomains') return value.join(', ') || t('access.anywhere')
    return t('access.periods', { count: value.length })
  }
}

const AccessForm = ({ practice }: { practice: Practice }) => {
  const { t } = useTranslation(['settings', 'practice'])
  const zoneText = useZoneText()
  const ruleText = useRuleText()
  const { frame, stored, values, faults, conflict, change } = usePracticeForm(practice, shape)
  const { dayStartsAt, dayEndsAt } = stored.configurations.agenda
  const nameOf = (key: keyof AccessValues): string =>
    key === 'networks' || key === 'mailDomains' ? t(`access.${key}.legend`) : t(`practice:roles.${key}`)
  const theirs = conflict && {
    by: 'colleague' as const,
    changes: conflict.changed.map((key) => ({ label: nameOf(key), now: ruleText(key, conflict.theirs) })),
  }
  const rows = (key: 'networks' | 'mailDomains') => ({
    legend: t(`access.${key}.legend`),
    hint: t(`access.${key}.hint`),
    none: t(`access.${key}.none`),
    rowLabel: (number: number) => t(`access.${key}.row`, { number }),
    addLabel: t(`access.${key}.add`),
    placeholder: t(`access.${key}.example`),
    rows: values[key],
    errorOf: (index: number) => faults[accessPath(key, index)],
    error: faults[accessPath(key)],
    onChange: (next: string[]) => change({ [key]: next }),
  })
  const week = (role: RoleWithHours) => ({
    legend: t(`practice:roles.${role}`),
    value: values[role],
    usual: { from: dayStartsAt, to: dayEndsAt },
    errorOf: (index: number, end: 'from' | 'to') => faults[accessPath('hours', role, index, end)],
    error: faults[accessPath('hours', role)],
    onChange: (hours: AccessValues[typeof role]) => change({ [role]: hours }),
  })
  return (
    <SettingsForm frame={frame} label={t('navigation.sections.access')} conflict={theirs}>
      <Card title={t('access.where')}>
        <RowsField {...rows('networks')} />
      </Card>
      <Card
        title={t('access.whenTitle')}
        lead={`${t('access.whenLead', { zone: zoneText(stored.timezone) })} ${t('access.ownerFree')}`}
      >
        {rolesWithHours.map((role) => (
          <WeekField key={role} {...week(role)} />
        ))}
      </Card>
      <Card title={t('access.who')}>
        <RowsField {...rows('mailDomains')} />
      </Card>
    </SettingsForm>
  )
}

/** Where, when and with which addresses members may work (product-decisions.md §3). */
export const AccessSettings = () => {
  const { allowed } = usePermission('changeAccessRules')
  return (
    <WithPractice>
      {(practice) =>
        allowed ? <AccessForm practice={practice} /> : <AccessRulesInForce practice={practice} />
      }
    </WithPractice>
  )
}
