import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { SelectField } from '../../../../ui/fields/SelectField.tsx'
import { classPlace } from '../faults/text-places.ts'
import { someTextAt } from '../model/module-texts.ts'
import { FormPreview } from './FormPreview.tsx'

/** The forms of a document, one at a time, in any of its languages. */
export const DocumentPreview = ({ document }: { document: ModuleDocument }) => {
  const { t } = useTranslation('moduleEditor')
  const { language } = useDates()
  const [chosen, setChosen] = useState<string>()
  const shown = document.classes.find(({ classId }) => classId === chosen) ?? document.classes[0]
  if (!shown) return null
  return (
    <>
      {document.classes.length > 1 && (
        <SelectField
          label={t('preview.form')}
          value={shown.classId}
          options={document.classes.map(({ classId }) => ({
            value: classId,
            label: someTextAt(document, classPlace(classId, 'name'), language),
          }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <FormPreview key={shown.classId} document={document} recordClass={shown} language={language} />
    </>
  )
}
