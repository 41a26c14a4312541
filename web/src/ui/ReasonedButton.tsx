import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithRef, useId } from 'react'
import styles from './ReasonedButton.module.css'

export interface ReasonedButtonProps
  extends ButtonProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Why it cannot be pressed; undefined when it can. */
  reason?: string | undefined
}

/** A button that, where it may not be pressed, stays reachable by keyboard and says why. */
export const ReasonedButton = ({ reason, ...button }: ReasonedButtonProps) => {
  const id = useId()
  if (reason === undefined) return <Button {...button} />
  const { loading: _, disabled: __, ...rest } = button
  return (
    <span className={styles.frame}>
      <Button
        {...rest}
        type="button"
        aria-disabled
        data-disabled
        aria-describedby={id}
        onClick={(event) => event.preventDefault()}
      />
      <span role="tooltip" id={id} className={styles.reason}>
        {reason}
      </span>
    </span>
  )
}
