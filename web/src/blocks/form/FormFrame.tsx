import type { FormEvent, ReactNode, RefObject } from 'react'
import { Problem } from '../../ui/base/Problem.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { ConflictNotice, type ConflictWords } from './ConflictNotice.tsx'

/** What a form knows of itself; `useServerForm` says it. */
export interface FrameState {
  form: RefObject<HTMLFormElement | null>
  isDirty: boolean
  /** What is stored stands in the fields as it is: there is nothing to save. */
  isUnchanged: boolean
  pending: boolean
  /** What is wrong with the whole form. */
  problem: string | undefined
  onSave: () => void
  onDiscard: () => void
  onSeeTheirs: () => void
  onKeepMine: () => void
  /** Whether leaving would lose something, right now. */
  holdsUnsaved: () => boolean
  /** Somebody leaves what was typed. */
  onForget: () => void
}

export interface FormFrameProps {
  /** A form without a stored value has no conflict to decide. */
  frame: Pick<FrameState, 'form' | 'problem' | 'onSave'> &
    Partial<Pick<FrameState, 'onSeeTheirs' | 'onKeepMine'>>
  label: string
  /** What was chosen is still being made ready: saved is when that is done. */
  isReading?: boolean | undefined
  /** Why it cannot be saved. */
  reason?: string | undefined
  /** What was saved elsewhere meanwhile, while it waits for a decision. */
  conflict?: ConflictWords | undefined
  children: ReactNode
}

/** The frame of every form: what went wrong and what somebody else saved stand above the fields. */
export const FormFrame = (props: FormFrameProps) => {
  const { frame, label, isReading = false, reason, conflict, children } = props
  const { onSeeTheirs, onKeepMine } = frame
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isReading && reason === undefined) frame.onSave()
  }
  return (
    <form ref={frame.form} className={stackClass(16)} onSubmit={submit} noValidate aria-label={label}>
      {conflict && onSeeTheirs && onKeepMine && (
        <ConflictNotice onSeeTheirs={onSeeTheirs} onKeepMine={onKeepMine} {...conflict} />
      )}
      {frame.problem && <Problem>{frame.problem}</Problem>}
      {children}
    </form>
  )
}
