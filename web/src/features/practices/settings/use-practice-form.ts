import type { Practice } from '@ulna/contract/practices'
import { type Faults, type SettingsForm, useSettingsForm } from '../../../api/use-settings-form.ts'
import { type PracticeChange, useSavePractice } from './practice-settings.queries.ts'

export interface PracticeFormShape<Values extends object> {
  readonly valuesOf: (practice: Practice) => Values
  /** What is sent of the keys that were changed. */
  readonly changeOf: (values: Values, changed: readonly (keyof Values)[]) => PracticeChange
  readonly faultsOf?: (values: Values) => Faults
  readonly tidy?: (values: Values) => Values
}

/** A form over a part of the practice, which colleagues may be changing too. */
export const usePracticeForm = <Values extends object>(
  stored: Practice,
  { changeOf, ...shape }: PracticeFormShape<Values>,
): SettingsForm<Practice, Values> => {
  const { mutateAsync } = useSavePractice()
  return useSettingsForm(stored, {
    ...shape,
    save: (values, changed, version) => mutateAsync({ ...changeOf(values, changed), version }),
    currentOf: (told) => told as Practice,
  })
}
