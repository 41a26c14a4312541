import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { Score } from '@ulna/contract/record-class/record-class.scores'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { sectionOfScore } from '@ulna/contract/record-class/scores.rules'
import { fieldIdOf } from '../form/field-errors.ts'
import type { FormValues } from '../form/form-values.ts'

/** What is typed so far, without what could not be saved: a score of wrong answers would be wrong. */
export const rightAnswers = (recordClass: RecordClass, values: FormValues): FormValues => {
  const { errors = [] } = validateRecordData(recordClass, values)
  const wrong = new Set(errors.map((error) => fieldIdOf(error.field)))
  return Object.fromEntries(Object.entries(values).filter(([id]) => !wrong.has(id)))
}

/**
 * The scores that stand below a section: those whose last field is in it. What uses a section that is not drawn
 * stands below the last one that is.
 */
export const scoresBelow = (
  recordClass: RecordClass,
  sectionId: string,
  drawn: readonly string[],
): readonly Score[] =>
  (recordClass.scores ?? []).filter((score) => {
    const own = sectionOfScore(recordClass, score)
    const place = own !== undefined && drawn.includes(own) ? own : drawn.at(-1)
    return place === sectionId
  })
