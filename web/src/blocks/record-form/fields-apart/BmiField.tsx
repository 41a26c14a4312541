import { bmi, bmiBand } from '@ulna/contract/records/records.rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGroup } from '../../../ui/fields/FieldGroup.tsx'
import { FigureField } from '../../../ui/fields/FigureField.tsx'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, partIn, useRecordField } from '../form/use-record-field.ts'
import { parseHeightText } from '../numbers/height-text.ts'
import { numberText, parseNumberText } from '../numbers/number-text.ts'

type Part = 'weight' | 'height'

/** Weight and height; the body mass index and its band (WHO) follow while one types. */
export const BmiField = ({ field }: FieldProps) => {
  const { t } = useTranslation('record')
  const { named, value, onChange, onBlur, error, frame } = useRecordField(field)
  const [typed, setTyped] = useState({
    weight: numberText(partIn(value, 'weight'), frame.language),
    height: numberText(partIn(value, 'height'), frame.language),
  })

  const change = (part: Part, text: string, parsed: number | string | null) => {
    setTyped({ ...typed, [part]: text })
    const other: Part = part === 'weight' ? 'height' : 'weight'
    const rest = partIn(value, other) ?? null
    onChange(parsed === null && rest === null ? null : { [other]: rest, [part]: parsed })
  }

  const weight = partIn(value, 'weight')
  const height = partIn(value, 'height')
  const measures = typeof weight === 'number' && typeof height === 'number' ? { weight, height } : null
  const { id, label, hint, isMarked } = named
  const shared = { onBlur, isWrong: error !== undefined }

  return (
    <FieldGroup label={label} isMarked={isMarked} hint={hint} error={error}>
      <div className={styles.parts}>
        <FigureField
          {...shared}
          id={id}
          label={t('bmi.weight')}
          value={typed.weight}
          onChange={({ currentTarget: { value: text } }) => change('weight', text, parseNumberText(text))}
          unit="kg"
        />
        <FigureField
          {...shared}
          id={`${id}-height`}
          label={t('bmi.height')}
          value={typed.height}
          onChange={({ currentTarget: { value: text } }) => change('height', text, parseHeightText(text))}
          unit="m"
        />
        <output className={styles.bmiResult} htmlFor={`${id} ${id}-height`}>
          <span className={styles.bmiName}>{t('bmi.index')}</span>
          <span>
            <strong>{measures ? numberText(bmi(measures), frame.language) : '–'}</strong>
            {measures && <span className={styles.bmiBand}>{t(`bmi.band.${bmiBand(measures)}`)}</span>}
          </span>
        </output>
      </div>
    </FieldGroup>
  )
}
