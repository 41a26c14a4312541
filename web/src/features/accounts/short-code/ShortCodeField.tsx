import { shortCodeLimits } from '@ulna/contract/accounts/accounts.short-code'
import type { Ref } from 'react'
import { classNames } from '../../../ui/base/class-names.ts'
import { TextField } from '../../../ui/base/TextField.tsx'
import styles from './ShortCode.module.css'

export interface ShortCodeFieldProps {
  label: string
  hint?: string
  value: string
  error?: string | undefined
  /** Shows dots for what is typed. */
  isHidden?: boolean
  inputRef?: Ref<HTMLInputElement>
  onChange: (code: string) => void
}

/** Six digits in one field; what is no digit never stands in it. */
export const ShortCodeField = ({ isHidden = false, inputRef, onChange, ...field }: ShortCodeFieldProps) => (
  <TextField
    {...field}
    ref={inputRef}
    className={classNames(styles.code, isHidden && styles.hidden)}
    name="shortCode"
    inputMode="numeric"
    autoComplete="off"
    spellCheck={false}
    data-autofocus
    onChange={(event) =>
      onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, shortCodeLimits.digits))
    }
  />
)
