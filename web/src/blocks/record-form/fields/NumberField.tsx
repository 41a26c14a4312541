import { useEffect, useState } from 'react'
import { FigureField } from '../../../ui/fields/FigureField.tsx'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'
import { useEarlierFigures } from '../last-time/use-earlier-figures.ts'
import { endsOf, stepOnKey } from '../numbers/number-step.ts'
import { numberText, parseNumberText } from '../numbers/number-text.ts'

const unitOf = (field: FieldProps['field']) => {
  if (field.type === 'percent') return '%'
  return typeof field.params?.unit === 'string' ? field.params.unit : undefined
}

/** Numbers and percentages: typed with the decimal sign of the language, kept as numbers. */
export const NumberField = ({ field }: FieldProps) => {
  const { named, value, onChange, onBlur, error, frame } = useRecordField(field)
  const [typed, setTyped] = useState(() => numberText(value, frame.language))

  useEffect(() => {
    setTyped((text) => (parseNumberText(text) === (value ?? null) ? text : numberText(value, frame.language)))
  }, [value, frame.language])

  const change = (text: string) => {
    setTyped(text)
    onChange(parseNumberText(text))
  }

  const unitKey = unitOf(field)
  const unit = unitKey === undefined ? undefined : frame.text(unitKey)
  const before = useEarlierFigures(field).line(value, unit ?? '')
  return (
    <FigureField
      {...named}
      hint={[named.hint, before].filter(Boolean).join(' · ') || undefined}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        const next = stepOnKey(event, value, field, endsOf(field))
        if (next !== undefined) change(numberText(next, frame.language))
      }}
      onBlur={onBlur}
      error={error}
      unit={unit}
    />
  )
}
