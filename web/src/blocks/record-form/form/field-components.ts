import type { FieldType } from '@ulna/contract/record-class/record-class'
import type { ComponentType } from 'react'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { CheckboxField } from '../fields/CheckboxField.tsx'
import { CheckboxGroupField } from '../fields/CheckboxGroupField.tsx'
import { ConditionalSwitchField } from '../fields/ConditionalSwitchField.tsx'
import { GroupField } from '../fields/GroupField.tsx'
import { NumberField } from '../fields/NumberField.tsx'
import { PainScaleField } from '../fields/PainScaleField.tsx'
import { CaseSelectField, SelectField } from '../fields/SelectField.tsx'
import { SwitchField } from '../fields/SwitchField.tsx'
import { TextAreaField } from '../fields/TextAreaField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { TitleField } from '../fields/TitleField.tsx'
import type { FieldProps } from './use-record-field.ts'

// The pickers weigh as much as all other fields together and most forms have none.
const DateField = lazyPart(() => import('../fields-apart/DateField.tsx'), 'DateField')
const TimeField = lazyPart(() => import('../fields-apart/TimeField.tsx'), 'TimeField')

// These are fetched when asked for: of the forms that every practice has, one needs them.
const RadioGroupField = lazyPart(() => import('../fields-apart/RadioGroupField.tsx'), 'RadioGroupField')
const BmiField = lazyPart(() => import('../fields-apart/BmiField.tsx'), 'BmiField')

const MeasurePairField = lazyPart(() => import('../fields-apart/MeasurePairField.tsx'), 'MeasurePairField', [
  'measures',
])

const BodyChartField = lazyPart(() => import('../fields-apart/BodyChartField.tsx'), 'BodyChartField', [
  'bodyChart',
])

/** One component per field type. A new type does not compile until it stands here. */
export const fieldComponents: Readonly<Record<FieldType, ComponentType<FieldProps>>> = {
  text: TextField,
  textarea: TextAreaField,
  date: DateField,
  time: TimeField,
  number: NumberField,
  percent: NumberField,
  select: SelectField,
  radio_group: RadioGroupField,
  checkbox_group: CheckboxGroupField,
  switch: SwitchField,
  checkbox: CheckboxField,
  bmi: BmiField,
  measure_pair: MeasurePairField,
  conditional_switch: ConditionalSwitchField,
  pain_scale: PainScaleField,
  body_chart: BodyChartField,
  case_select: CaseSelectField,
  section: GroupField,
  fieldgroup: GroupField,
  title: TitleField,
}
