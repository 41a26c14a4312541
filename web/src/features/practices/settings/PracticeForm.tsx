import type { Practice } from '@ulna/contract/practices'
import { languages } from '@ulna/contract/record-class'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { timeText } from '../../../i18n/dates.ts'
import { timeZoneText } from '../../../i18n/time-zones.ts'
import { useDates } from '../../../i18n/use-dates.ts'
import { Field, inputClass } from '../../../ui/Field.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { ClockField } from './ClockField.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { LogoField } from './LogoField.tsx'
import {
  changeOfPractice,
  hoursOf,
  type PracticeValues,
  pathOf,
  valuesOfPractice,
} from './practice-values.ts'
import { SaveBar } from './SaveBar.tsx'
import classes from './SettingsForm.module.css'
import { TimeZoneField } from './TimeZoneField.tsx'
import { type Faults, usePracticeForm } from './use-practice-form.ts'

const hourKeys = ['editWindowHours', 'relockHours'] as const
type HourKey = (typeof hourKeys)[number]
type TextKey = 'name' | 'slogan' | 'code' | HourKey
type ComparedKey = Exclude<keyof PracticeValues, 'logo'>

const useNumberFaults = () => {
  const { t } = useTranslation('error')
  return (values: PracticeValues): Faults =>
    Object.fromEntries(
      hourKeys
        .filter((key) => Number.isNaN(hoursOf(values[key])))
        .map((key) => [pathOf(key), t('field_type')]),
    )
}

/** What a value says to people, for the comparison with what a colleague saved. */
const useValueText = () => {
  const { t } = useTranslation(['settings', 'common'])
  return (key: ComparedKey, values: PracticeValues): string => {
    if (key === 'locale') return t(`common:languages.${values.locale}`)
    if (key === 'timezone') return timeZoneText(values.timezone)
    return values[key] === '' ? t('practice.conflict.empty') : values[key]
  }
}

/** Name, look, language and clock of the practice, and what it configures for records and agenda. */
export const PracticeForm = ({ stored }: { stored: Practice }) => {
  const { t } = useTranslation(['settings', 'common', 'practice'])
  const dates = useDates()
  const faultsOf = useNumberFaults()
  const valueText = useValueText()
  const { form, base, values, faults, conflict, ...state } = usePracticeForm(stored, {
    valuesOf: valuesOfPractice,
    changeOf: changeOfPractice,
    faultsOf,
  })
  const faultOf = (key: keyof PracticeValues): string | undefined => faults[pathOf(key)]
  const text = (key: TextKey) => ({
    name: key,
    label: t(`practice.${key}`),
    value: values[key],
    error: faultOf(key),
    onChange: (event: { currentTarget: { value: string } }) =>
      state.change({ [key]: event.currentTarget.value }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    state.save()
  }
  const theirChanges = conflict?.changed
    .filter((key) => key !== 'logo')
    .map((key) => ({ label: t(`practice.${key}`), text: valueText(key, conflict.theirs) }))
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={submit}
      noValidate
      aria-label={t('navigation.sections.practice')}
    >
      {theirChanges && (
        <ConflictNotice changes={theirChanges} onTakeTheirs={state.takeTheirs} onKeepMine={state.keepMine} />
      )}
      {state.problem && (
        <p className={classes.problem} role="alert">
          {state.problem}
        </p>
      )}
      <Sheet title={t('practice.identity')}>
        <div className={classes.fields}>
          <TextField {...text('name')} required maxLength={100} autoComplete="organization" />
          <TextField {...text('slogan')} hint={t('practice.sloganHint')} maxLength={200} />
          <TextField {...text('code')} hint={t('practice.codeHint')} maxLength={40} />
          <SelectField
            label={t('practice.locale')}
            hint={t('practice.localeHint')}
            value={values.locale}
            error={faultOf('locale')}
            onChange={(event) => {
              const locale = languages.find((language) => language === event.currentTarget.value)
              if (locale) state.change({ locale })
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
            error={faultOf('timezone')}
            onChange={(timezone) => state.change({ timezone })}
          />
          <Field label={t('practice.description')} error={faultOf('description')} className={classes.full}>
            {(control) => (
              <textarea
                {...control}
                className={`${inputClass} ${classes.area}`}
                rows={3}
                maxLength={10_000}
                value={values.description}
                onChange={(event) => state.change({ description: event.currentTarget.value })}
              />
            )}
          </Field>
          <LogoField
            stored={base.logoUrl}
            value={values.logo}
            error={faults.logo ?? faults['logo.data']}
            onChange={(logo) => state.change({ logo })}
          />
        </div>
      </Sheet>
      <Sheet title={t('practice.records')}>
        <div className={classes.fields}>
          <p className={classes.lead}>{t('practice.recordsLead')}</p>
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
        </div>
      </Sheet>
      <Sheet title={t('practice.agenda')}>
        <div className={classes.fields}>
          <p className={classes.lead}>{t('practice.agendaLead')}</p>
          <ClockField
            name={t('practice.dayStartsAt')}
            label={t('practice.dayStartsAt')}
            value={values.dayStartsAt}
            error={faultOf('dayStartsAt')}
            onChange={(dayStartsAt) => state.change({ dayStartsAt })}
          />
          <ClockField
            name={t('practice.dayEndsAt')}
            label={t('practice.dayEndsAt')}
            value={values.dayEndsAt}
            error={faultOf('dayEndsAt')}
            onChange={(dayEndsAt) => state.change({ dayEndsAt })}
          />
        </div>
      </Sheet>
      <SaveBar isDirty={state.isDirty} pending={state.pending} onDiscard={state.discard} />
    </form>
  )
}
