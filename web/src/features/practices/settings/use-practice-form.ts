import type { Practice } from '@ulna/contract/practices/practices'
import type { Faults, ServerForm } from '../../../api/forms/server-form.ts'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { type PracticeChange, useSavePractice } from './practice-settings.queries.ts'

export interface PracticeFormShape<Values extends object> {
  readonly valuesOf: (practice: Practice) => Values
  /** What is sent of the keys that were changed. */
  readonly changeOf: (values: Values, changed: readonly (keyof Values)[]) => PracticeChange
  readonly faultsOf?: (values: Values) => Faults
  readonly fieldOf?: (path: string) => string | undefined
  readonly tidy?: (values: Values) => Values
}

/** A form over a part of the practice, which colleagues may be changing too. */
export const usePracticeForm = <Values extends object>(
  stored: Practice,
  { valuesOf, changeOf, ...shape }: PracticeFormShape<Values>,
): ServerForm<Practice, Values> => {
  const { mutateAsync } = useSavePractice()
  return useServerForm({
    ...shape,
    stored,
    startOf: valuesOf,
    save: ({ values, changed, stored: { version } }) =>
      mutateAsync({ ...changeOf(values, changed), version }),
    onSaved: (saved, goOn) => goOn(saved),
  })
}
