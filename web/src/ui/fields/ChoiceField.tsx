import { useId } from 'react'
import styles from './ChoiceField.module.css'

export interface ChoiceFieldProps<Value extends string> {
  legend: string
  /** For screen readers alone, where what is chosen between says it. */
  isLegendHidden?: boolean
  name: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A few alternatives side by side: radio buttons that look like one control. */
export const ChoiceField = <Value extends string>({
  legend,
  isLegendHidden = false,
  name,
  value,
  choices,
  onChange,
}: ChoiceFieldProps<Value>) => {
  const id = useId()
  return (
    <fieldset aria-label={isLegendHidden ? legend : undefined}>
      {!isLegendHidden && <legend>{legend}</legend>}
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              className={styles.input}
              name={`${id}-${name}`}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
