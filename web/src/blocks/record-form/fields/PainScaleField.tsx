import { painRange } from '@ulna/contract/record-class/record-class.fields'
import { PainScale } from '../../pain-scale/PainScale.tsx'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'
import { useEarlierFigures } from '../last-time/use-earlier-figures.ts'

const level = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

export const PainScaleField = ({ field }: FieldProps) => {
  const { named, value, onChange, error, frame } = useRecordField(field)
  const { id, label, hint, isMarked } = named
  const before = useEarlierFigures(field)
  return (
    <PainScale
      id={id}
      label={label}
      hint={hint}
      required={isMarked}
      value={level(value) ?? null}
      onChange={onChange}
      last={level(frame.last?.[field.id])}
      first={level(frame.first?.[field.id])}
      change={before.change(value)}
      {...painRange(field)}
      error={error}
    />
  )
}
