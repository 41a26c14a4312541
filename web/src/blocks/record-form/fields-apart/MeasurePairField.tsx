import { type MeasureSide, pairParams, sidesAsRead } from '@ulna/contract/record-class/record-class.pairs'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGroup } from '../../../ui/fields/FieldGroup.tsx'
import { FigureField } from '../../../ui/fields/FigureField.tsx'
import { deficitText, normText } from '../earlier/pair-words.ts'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, partIn, useRecordField } from '../form/use-record-field.ts'
import { useEarlierFigures } from '../last-time/use-earlier-figures.ts'
import { stepOnKey } from '../numbers/number-step.ts'
import { numberText, parseNumberText } from '../numbers/number-text.ts'

const partOf = (value: unknown, side: MeasureSide): unknown => partIn(value, side) ?? null

const otherSide = (side: MeasureSide): MeasureSide => (side === 'left' ? 'right' : 'left')

/** A measure of the right and of the left side, each with what it lacks to the norm while one types. */
export const MeasurePairField = ({ field }: FieldProps) => {
  const { t } = useTranslation('measures')
  const { named, value, onChange, onBlur, error, errorOf, frame } = useRecordField(field)
  const { id, label, hint, isMarked } = named
  const params = pairParams(field)
  const words = {
    t: (key: string, values: Record<string, string>) => t(key, values),
    language: frame.language,
    unit: frame.text(params.unit),
  }
  const [left, right] = [partOf(value, 'left'), partOf(value, 'right')]
  const [typed, setTyped] = useState({
    left: numberText(left, frame.language),
    right: numberText(right, frame.language),
  })

  useEffect(() => {
    const shown = (text: string, part: unknown) =>
      parseNumberText(text) === part ? text : numberText(part, frame.language)
    setTyped((texts) => ({ left: shown(texts.left, left), right: shown(texts.right, right) }))
  }, [left, right, frame.language])

  const change = (side: MeasureSide, text: string) => {
    setTyped({ ...typed, [side]: text })
    const parsed = parseNumberText(text)
    const rest = partOf(value, otherSide(side))
    onChange(parsed === null && rest === null ? null : { [otherSide(side)]: rest, [side]: parsed })
  }

  const step = (side: MeasureSide, event: KeyboardEvent) => {
    const next = stepOnKey(event, partOf(value, side), field, params)
    if (next !== undefined) change(side, numberText(next, frame.language))
  }

  const before = useEarlierFigures(field)
  const hintOf = (side: MeasureSide): string | undefined =>
    [deficitText(params, partOf(value, side), words), before.line(value, words.unit, side)]
      .filter(Boolean)
      .join(' · ') || undefined

  const norm = normText(params, params.norm ? frame.text(params.norm.source) : '', words)
  const wrongSide = sidesAsRead.find((side) => errorOf(side) !== undefined)
  const isWhole = error !== undefined && wrongSide === undefined

  return (
    <FieldGroup
      label={label}
      isMarked={isMarked}
      hint={[hint, norm].filter(Boolean).join(' · ') || undefined}
      error={isWhole ? error : undefined}
    >
      <div className={styles.parts}>
        {sidesAsRead.map((side) => (
          <FigureField
            key={side}
            // The summary of errors leads to the field's id: the side that is wrong, else the first.
            id={side === (wrongSide ?? sidesAsRead[0]) ? id : `${id}-${side}`}
            label={t(`pair.${side}`)}
            hint={hintOf(side)}
            // Keypads of decimals have no minus sign on some phones.
            inputMode={params.min < 0 ? 'text' : 'decimal'}
            value={typed[side]}
            onChange={(event) => change(side, event.currentTarget.value)}
            onKeyDown={(event) => step(side, event)}
            onBlur={onBlur}
            error={errorOf(side)}
            isWrong={isWhole}
            unit={words.unit}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
