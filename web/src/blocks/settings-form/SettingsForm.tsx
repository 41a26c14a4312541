import type { FormEvent, ReactNode, RefObject } from 'react'
import { ConflictNotice, type ConflictNoticeProps } from './ConflictNotice.tsx'
import { SaveBar } from './SaveBar.tsx'
import classes from './SettingsForm.module.css'

export interface SettingsFormProps {
  label: string
  form: RefObject<HTMLFormElement | null>
  isDirty: boolean
  pending: boolean
  /** What was chosen is still being made ready: saved is when that is done. */
  isReading?: boolean
  /** What is wrong with the whole form. */
  problem: string | undefined
  /** What was saved elsewhere meanwhile, while it waits for a decision. */
  conflict: Pick<ConflictNoticeProps, 'by' | 'changes'> | undefined
  onSave: () => void
  onDiscard: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
  children: ReactNode
}

/** The frame of every form of the settings: what went wrong above the fields, the bar that saves below them. */
export const SettingsForm = (props: SettingsFormProps) => {
  const { label, form, isDirty, pending, isReading = false, problem, conflict, children } = props
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isReading) props.onSave()
  }
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-label={label}>
      {conflict && (
        <ConflictNotice {...conflict} onTakeTheirs={props.onTakeTheirs} onKeepMine={props.onKeepMine} />
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {children}
      <SaveBar isDirty={isDirty || isReading} pending={pending || isReading} onDiscard={props.onDiscard} />
    </form>
  )
}
