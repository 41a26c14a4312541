import { type ReactNode, useId } from 'react'
import styles from './ViewTools.module.css'

export interface SliderProps {
  label: ReactNode
  value: number
  min: number
  max: number
  step?: number
  /** The value as it is read, beside the slider. */
  said?: ReactNode
  onChange: (value: number) => void
}

/** A value chosen by sliding, with its words before it. */
export const Slider = ({ label, said, onChange, ...range }: SliderProps) => {
  const id = useId()
  return (
    <label htmlFor={id} className={styles.slider}>
      <span>{label}</span>
      <input
        {...range}
        id={id}
        type="range"
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      {said !== undefined && <output>{said}</output>}
    </label>
  )
}
