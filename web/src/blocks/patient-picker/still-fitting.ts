import { foldText } from '@ulna/contract/fold-text'
import type { PatientRow } from '@ulna/contract/patients/patients'

type Searched = Pick<PatientRow, 'firstName' | 'lastName' | 'email' | 'socialId'>

/**
 * Those of an earlier answer that a text still means: all its words stand in the name, the e-mail or the document, as
 * where the server searches. The list itself where that is all of them.
 */
export const stillFitting = <Row extends Searched>(rows: readonly Row[], text: string): readonly Row[] => {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  const fits = ({ firstName, lastName, email, socialId }: Searched): boolean => {
    const searched = foldText([`${firstName} ${lastName}`, email, socialId].join('\n'))
    return words.every((word) => searched.includes(word))
  }
  const fitting = rows.filter(fits)
  return fitting.length === rows.length ? rows : fitting
}
