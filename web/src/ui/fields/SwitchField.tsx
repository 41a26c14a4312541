import { Switch } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import './mantine-roles.css'

export interface SwitchFieldProps
  extends Pick<
    ComponentPropsWithRef<'input'>,
    | 'ref'
    | 'name'
    | 'checked'
    | 'disabled'
    | 'onChange'
    | 'onBlur'
    | 'aria-label'
    | 'aria-describedby'
    | 'aria-disabled'
    | 'aria-expanded'
  > {
  id?: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** Something that is on or off from now on, with its words. */
export const SwitchField = ({ hint, error, ...input }: SwitchFieldProps) => (
  <Switch size="md" {...input} description={hint} error={error} />
)
