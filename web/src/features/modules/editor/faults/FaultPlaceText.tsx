import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import type { Language } from '@ulna/contract/record-class/record-class'
import { useTranslation } from 'react-i18next'
import { someTextAt } from '../model/module-texts.ts'
import type { FaultPlace } from './fault-places.ts'
import { classPlace, fieldPlace, scorePlace, sectionPlace } from './text-places.ts'

export interface FaultPlaceTextProps {
  document: ModuleDocument
  place: FaultPlace
  /** The place as the check wrote it, for what has no words. */
  at: string
  language: Language
}

/** Where something is wrong, by the names the reader gave: form, field, language. */
export const FaultPlaceText = ({ document, place, at, language }: FaultPlaceTextProps) => {
  const { t } = useTranslation('moduleEditor')
  const { classId, sectionId, fieldId, scoreId } = place
  const words = (textPlace: string, unnamed: string) => someTextAt(document, textPlace, language) || unnamed
  const parts = [
    classId && words(classPlace(classId, 'name'), t('unnamed.form')),
    classId && sectionId && !fieldId && words(sectionPlace(classId, sectionId), t('faults.section')),
    classId && fieldId && words(fieldPlace(classId, fieldId, 'label'), t('faults.field')),
    classId && scoreId && words(scorePlace(classId, scoreId, 'label'), t('unnamed.score')),
    place.language && t(`languages.${place.language}`),
  ].filter(Boolean)
  const known = parts.length > 0 ? parts.join(' · ') : t('faults.module')
  return (
    <>
      {known} <code>{at}</code>
    </>
  )
}
