import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, hasKey } from '../../../api/api-error.ts'
import { reportError } from '../../../api/app-errors.ts'
import { loadSession } from '../../../api/load-session.ts'
import { useUnsaved } from '../../../api/unsaved-changes.ts'
import { useErrorText } from '../../../api/use-error-text.ts'
import { type OwnChange, useUpdateOwn } from '../security.queries.ts'

export interface OwnForm {
  readonly pending: boolean
  /** Texts of fields by the last part of their path. */
  readonly problems: Readonly<Record<string, string>>
  /** What is wrong with the whole form; empty when nothing is. */
  readonly problem: string
  readonly isConflict: boolean
  readonly form: RefObject<HTMLFormElement | null>
  /** Of the form: notices whether anything differs from what is stored. */
  readonly onInput: () => void
  /** Nothing is sent when nothing was changed. */
  readonly save: (change: OwnChange | null) => void
  /** Starts again from what is stored. */
  readonly takeTheirs: () => void
  readonly keepMine: () => void
  /** Shows a fault that was found before anything was sent. */
  readonly refuse: (problems: Readonly<Record<string, string>>) => void
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** The fields start from what is stored, so that it can be asked of the page itself. */
const isChanged = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll('input')].some((input) =>
    ['checkbox', 'radio'].includes(input.type)
      ? input.checked !== input.defaultChecked
      : input.value !== input.defaultValue,
  )

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** Saves what a user changes about themselves; fields stay as they are typed until that has happened. */
export const useOwnForm = (): OwnForm => {
  const { textOf, fieldTextsOf } = useErrorText()
  const update = useUpdateOwn()
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState('')
  const [isConflict, setIsConflict] = useState(false)
  const [start, setStart] = useState(0)
  const [isDirty, setDirty] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(isDirty)
  // Fields start from what the session holds by now; nothing is mounted anew, so the keyboard stays where it is.
  useEffect(() => {
    if (start === 0) return
    form.current?.reset()
    setDirty(false)
  }, [start])

  const showRefusal = (error: unknown): void => {
    if (isAbort(error)) return
    if (hasKey(error, 'version_conflict')) {
      // The newer version comes into the session; what is typed stays in its fields.
      loadSession().then(() => setIsConflict(true), reportError)
      return
    }
    const fields = Object.entries(fieldTextsOf(error)).map(([path, text]) => [lastPart(path), text] as const)
    setProblems(Object.fromEntries(fields))
    const isShownElsewhere = error instanceof ApiError && error.status === 401
    if (fields.length === 0 && !isShownElsewhere) setProblem(textOf(error))
  }
  const endConflict = (): void => {
    setIsConflict(false)
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }
  const save = (change: OwnChange | null): void => {
    setProblems({})
    setProblem('')
    if (change === null) return
    update.mutate(change, {
      onError: showRefusal,
      onSuccess: () => {
        setIsConflict(false)
        setStart((before) => before + 1)
      },
    })
  }
  return {
    pending: update.isPending,
    problems,
    problem,
    isConflict,
    form,
    onInput: () => setDirty(form.current !== null && isChanged(form.current)),
    save,
    takeTheirs: () => {
      endConflict()
      setStart((before) => before + 1)
    },
    keepMine: endConflict,
    refuse: setProblems,
  }
}
