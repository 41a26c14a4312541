import type { Practice } from '@ulna/contract/practices/practices'
import { longestRetention, retentionRules } from '@ulna/contract/retention/retention.rules'
import { useTranslation } from 'react-i18next'
import { SettingsForm } from '../../../blocks/form/SettingsForm.tsx'
import { Card } from '../../../ui/base/Card.tsx'
import { CheckboxField } from '../../../ui/base/CheckboxField.tsx'
import { hintClass } from '../../../ui/base/Hint.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { TextField } from '../../../ui/base/TextField.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import {
  changeOfRetention,
  faultsOfRetention,
  type RetentionValues,
  retentionKeyAt,
  valuesOfRetention,
} from './retention-values.ts'
import { usePracticeForm } from './use-practice-form.ts'

/** How long files are kept: a rule of the law with its source, or years of the practice's own (decision 0053). */
export const RetentionForm = ({ practice }: { practice: Practice }) => {
  const { t } = useTranslation(['archive', 'settings', 'error'])
  const form = usePracticeForm<RetentionValues>(practice, {
    valuesOf: valuesOfRetention,
    changeOf: changeOfRetention,
    fieldOf: retentionKeyAt,
    faultsOf: faultsOfRetention({ years: t('retention.yearsWrong', { most: longestRetention }) }),
  })
  const { frame, values, faults, conflict, change } = form
  const say = ({ rule, years }: RetentionValues, key: keyof RetentionValues): string =>
    key === 'rule' ? t(`retention.rules.${rule}`) : years
  const labels = { rule: t('retention.title'), years: t('retention.years') }
  const theirs = conflict && {
    by: 'colleague' as const,
    changes: conflict.changed.map((key) => ({ label: labels[key], now: say(conflict.theirs, key) })),
  }
  return (
    <SettingsForm frame={frame} label={t('settings:navigation.sections.retention')} conflict={theirs}>
      <Card title={t('retention.title')} lead={<p>{t('retention.lead')}</p>}>
        <CardBody>
          <fieldset aria-label={t('retention.title')} className={stackClass(8)}>
            {retentionRules.map((rule) => (
              <CheckboxField
                key={rule}
                type="radio"
                name="retention"
                checked={values.rule === rule}
                onChange={() => change({ rule })}
                label={
                  <>
                    {t(`retention.rules.${rule}`)}
                    <br />
                    <span className={hintClass}>
                      {t(`retention.explained.${rule}`)} {rule !== 'never' && t(`retention.sources.${rule}`)}
                    </span>
                  </>
                }
              />
            ))}
          </fieldset>
          {values.rule === 'own' && (
            <TextField
              {...form.text('years')}
              label={t('retention.years')}
              hint={t('retention.yearsHint')}
              error={faults.years}
              inputMode="numeric"
              maxLength={3}
            />
          )}
        </CardBody>
      </Card>
    </SettingsForm>
  )
}
