import type { BlockInput } from '@ulna/contract/erasures/erasures'
import { copyAskers, identityChecks } from '@ulna/contract/patient-copies/patient-copies'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'

/** Who asked for an erasure, since when, and how it was made sure that it is them. */
export interface AskedValues {
  readonly askedOn: string | null
  readonly askedBy: NonNullable<BlockInput['askedBy']> | null
  readonly identity: NonNullable<BlockInput['identity']> | null
}

export interface AskedFieldsProps {
  values: AskedValues
  onChange: (values: Partial<AskedValues>) => void
}

const chosen = <T extends string>(all: readonly T[], value: string): T | null =>
  all.find((one) => one === value) ?? null

export const AskedFields = ({ values, onChange }: AskedFieldsProps) => {
  const { t } = useTranslation(['erasures', 'error'])
  const { today } = useDates()
  return (
    <FieldGroup label={t('dialog.asked')}>
      <DayInput
        label={t('dialog.askedOn')}
        value={values.askedOn}
        onChange={(askedOn) => onChange({ askedOn })}
        error={values.askedOn === null ? t('error:field_required') : undefined}
        maxDate={today()}
      />
      <SelectField
        label={t('dialog.askedBy')}
        value={values.askedBy ?? ''}
        options={copyAskers.map((value) => ({ value, label: t(`askers.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ askedBy: chosen(copyAskers, currentTarget.value) })}
      />
      <SelectField
        label={t('dialog.identity')}
        value={values.identity ?? ''}
        options={identityChecks.map((value) => ({ value, label: t(`checks.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ identity: chosen(identityChecks, currentTarget.value) })}
      />
    </FieldGroup>
  )
}
