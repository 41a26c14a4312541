import type { FieldType } from '@ulna/contract/record-class/record-class'
import { type ComponentType, lazy } from 'react'
import { loadTexts } from '../../../i18n/i18n.ts'
import { CaseSelectField } from '../fields/CaseSelectField.tsx'
import { CheckboxField } from '../fields/CheckboxField.tsx'
import { CheckboxGroupField } from '../fields/CheckboxGroupField.tsx'
import { ConditionalSwitchField } from '../fields/ConditionalSwitchField.tsx'
import { GroupField } from '../fields/GroupField.tsx'
import { NumberField } from '../fields/NumberField.tsx'
import { PainScaleField } from '../fields/PainScaleField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { SwitchField } from '../fields/SwitchField.tsx'
import { TextAreaField } from '../fields/TextAreaField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { TitleField } from '../fields/TitleField.tsx'
import type { FieldProps } from './use-record-field.ts'

// The pickers weigh as much as all other fields together and most forms have none.
const DateField = lazy(() =>
  import('../fields-apart/DateField.tsx').then((module) => ({ default: module.DateField })),
)
const TimeField = lazy(() =>
  import('../fields-apart/TimeField.tsx').then((module) => ({ default: module.TimeField })),
)

// Of the forms that come with every practice one has them.
const RadioGroupField = lazy(() =>
  import('../fields-apart/RadioGroupField.tsx').then((module) => ({ default: module.RadioGroupField })),
)
const BmiField = lazy(() =>
  import('../fields-apart/BmiField.tsx').then((module) => ({ default: module.BmiField })),
)

const MeasurePairField = lazy(async () => {
  const [module] = await Promise.all([
    import('../fields-apart/MeasurePairField.tsx'),
    loadTexts(['measures']),
  ])
  return { default: module.MeasurePairField }
})

const BodyChartField = lazy(async () => {
  const [module] = await Promise.all([import('../fields-apart/BodyChartField.tsx'), loadTexts(['bodyChart'])])
  return { default: module.BodyChartField }
})

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
