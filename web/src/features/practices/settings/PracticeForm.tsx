import { languages } from '@ulna/contract/languages'
import type { Practice } from '@ulna/contract/practices/practices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conflict, Faults } from '../../../api/forms/server-form.ts'
import { FieldCard } from '../../../blocks/form/FieldCard.tsx'
import { SettingsForm } from '../../../blocks/form/SettingsForm.tsx'
import { useZoneText } from '../../../blocks/time-zones/use-zone-names.ts'
import { timeText } from '../../../i18n/dates/dates.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { TextField } from '../../../ui/base/TextField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextAreaField } from '../../../ui/fields/TextAreaField.tsx'
import { AgendaSection } from './AgendaSection.tsx'
import { LogoField } from './LogoField.tsx'
import styles from './PracticeForm.module.css'
import {
  changeOfPractice,
  keyAt,
  keysWithoutNumber,
  type PracticeValues,
  valuesOfPractice,
} from './practice-values.ts'
import { TimeZoneField } from './TimeZoneField.tsx'
import { usePracticeForm } from './use-practice-form.ts'

type TextKey = 'name' | 'slogan' | 'code' | 'description' | 'editWindowHours' | 'relockHours'

const useNumberFaults = () => {
  const { t } = useTranslation('error')
  return (values: PracticeValues): Faults =>
    Object.fromEntries(keysWithoutNumber(values).map((key) => [key, t('field_type')]))
}

/** What a colleague saved, as people read it: a word, a picture; nothing where it is empty. */
const useTheirs = () => {
  const { t } = useTranslation(['settings', 'common'])
  const zoneText = useZoneText()
  const shown = (key: keyof PracticeValues, values: PracticeValues): ReactNode => {
    if (key === 'locale') return t(`common:languages.${values.locale}`)
    if (key === 'timezone') return zoneText(values.timezone)
    if (key === 'confirmationMails') return t(values[key] ? 'common:form.yes' : 'common:form.no')
    if (key === 'lateCancellation') return t(`practice.lateRules.${values.lateCancellation}`)
    if (key !== 'logo') return values[key]
    return typeof values.logo === 'string' ? <img src={values.logo} alt={t('practice.logo.alt')} /> : ''
  }
  return ({ changed, theirs }: Conflict<PracticeValues>) => ({
    by: 'colleague' as const,
    changes: changed.map((key) => ({
      label: t(key === 'logo' ? 'practice.logo.label' : `practice.${key}`),
      now: shown(key, theirs),
    })),
  })
}

/** Name, look, language and clock of the practice, and what it configures for records and agenda. */
export const PracticeForm = ({ practice }: { practice: Practice }) => {
  const { t } = useTranslation(['settings', 'common', 'practice'])
  const dates = useDates()
  const faultsOf = useNumberFaults()
  const theirsOf = useTheirs()
  const form = usePracticeForm(practice, {
    valuesOf: valuesOfPractice,
    changeOf: changeOfPractice,
    fieldOf: keyAt,
    faultsOf,
  })
  const { frame, values, faults, conflict, change } = form
  const [isReading, setReading] = useState(false)
  const text = (key: TextKey) => ({ ...form.text(key), label: t(`practice.${key}`) })
  return (
    <SettingsForm
      frame={frame}
      isReading={isReading}
      label={t('navigation.sections.practice')}
      conflict={conflict && theirsOf(conflict)}
    >
      <FieldCard title={t('practice.identity')}>
        <TextField {...text('name')} required maxLength={100} autoComplete="organization" />
        <TextField {...text('slogan')} hint={t('practice.sloganHint')} maxLength={200} />
        <TextField {...text('code')} hint={t('practice.codeHint')} maxLength={40} />
        <SelectField
          label={t('practice.locale')}
          hint={t('practice.localeHint')}
          value={values.locale}
          error={faults.locale}
          onChange={(event) => {
            const locale = languages.find((language) => language === event.currentTarget.value)
            if (locale) change({ locale })
          }}
          options={languages.map((language) => ({
            value: language,
            label: t(`common:languages.${language}`),
          }))}
        />
        <TimeZoneField
          label={t('practice.timezone')}
          hint={t('practice.timezoneHint', {
            time: timeText(new Date(), { ...dates, timeZone: values.timezone }),
          })}
          nothing={t('practice.timezoneNothing')}
          value={values.timezone}
          error={faults.timezone}
          onChange={(timezone) => change({ timezone })}
        />
        <TextAreaField {...text('description')} className={styles.wide} rows={3} maxLength={10_000} />
        <LogoField
          value={values.logo}
          error={faults.logo}
          onChange={(logo) => change({ logo })}
          onReading={setReading}
        />
      </FieldCard>
      <FieldCard title={t('practice.records')} lead={t('practice.recordsLead')}>
        <TextField
          {...text('editWindowHours')}
          hint={t('practice.editWindowHint')}
          inputMode="decimal"
          maxLength={8}
        />
        <TextField
          {...text('relockHours')}
          hint={t('practice.relockHint')}
          inputMode="decimal"
          maxLength={8}
        />
      </FieldCard>
      <AgendaSection values={values} faults={faults} onChange={change} />
    </SettingsForm>
  )
}
