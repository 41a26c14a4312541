import { TextInput } from '@mantine/core'
import { bmi, bmiBand } from '@ulna/contract/records/records.rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'
import { parseHeightText } from '../numbers/height-text.ts'
import { numberText, parseNumberText } from '../numbers/number-text.ts'

type Part = 'weight' | 'height'

const partOf = (value: unknown, part: Part): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined

/** Weight and height; the body mass index and its band (WHO) follow while one types. */
export const BmiField = ({ field }: FieldProps) => {
  const { t } = useTranslation('record')
  const { id, label, hint, required, value, onChange, onBlur, error, frame } = useRecordField(field)
  const [typed, setTyped] = useState({
    weight: numberText(partOf(value, 'weight'), frame.language),
    height: numberText(partOf(value, 'height'), frame.language),
  })

  const change = (part: Part, text: string, parsed: number | string | null) => {
    setTyped({ ...typed, [part]: text })
    const other: Part = part === 'weight' ? 'height' : 'weight'
    const rest = partOf(value, other) ?? null
    onChange(parsed === null && rest === null ? null : { [other]: rest, [part]: parsed })
  }

  const weight = partOf(value, 'weight')
  const height = partOf(value, 'height')
  const index = typeof weight === 'number' && typeof height === 'number' ? bmi({ weight, height }) : null
  const shared = {
    inputMode: 'decimal',
    size: 'md',
    autoComplete: 'off',
    rightSectionPointerEvents: 'none',
    onBlur,
  } as const

  return (
    <fieldset className={styles.bmi} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label}
        {required && (
          <span className={styles.required} aria-hidden="true">
            {' *'}
          </span>
        )}
      </legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={styles.bmiParts}>
        <TextInput
          {...shared}
          id={id}
          label={t('bmi.weight')}
          value={typed.weight}
          onChange={(event) =>
            change('weight', event.currentTarget.value, parseNumberText(event.currentTarget.value))
          }
          rightSection={<span>kg</span>}
          error={Boolean(error)}
        />
        <TextInput
          {...shared}
          id={`${id}-height`}
          label={t('bmi.height')}
          value={typed.height}
          onChange={(event) =>
            change('height', event.currentTarget.value, parseHeightText(event.currentTarget.value))
          }
          rightSection={<span>m</span>}
          error={Boolean(error)}
        />
        <output className={styles.bmiResult} htmlFor={`${id} ${id}-height`}>
          <span className={styles.bmiName}>{t('bmi.index')}</span>
          <span>
            <strong>{index === null ? '–' : numberText(index, frame.language)}</strong>
            {index !== null && <span className={styles.bmiBand}>{t(`bmi.band.${bmiBand(index)}`)}</span>}
          </span>
        </output>
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
