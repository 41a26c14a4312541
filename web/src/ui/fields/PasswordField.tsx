import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useState } from 'react'
import { Field } from '../base/Field.tsx'
import { EyeIcon, EyeOffIcon } from '../icons/base-icons.tsx'
import { ButtonedInput } from './ButtonedInput.tsx'

export interface PasswordFieldProps
  extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'id' | 'className'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  showLabel: string
  hideLabel: string
}

/** A password control whose text can be shown. */
export const PasswordField = ({ label, hint, error, showLabel, hideLabel, ...input }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <ButtonedInput
          {...input}
          {...control}
          type={shown ? 'text' : 'password'}
          buttonLabel={shown ? hideLabel : showLabel}
          icon={shown ? <EyeOffIcon /> : <EyeIcon />}
          onButton={() => setShown(!shown)}
        />
      )}
    </Field>
  )
}
