import type { RecordField } from '@ulna/contract/record-class/record-class'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../editor-context.ts'
import { fieldPlace } from '../faults/text-places.ts'
import { someTextAt } from '../model/module-texts.ts'

/** What a field is called on this page: its label, or its type while it has none. */
export const useFieldName = (classId: string) => {
  const { t } = useTranslation('moduleEditor')
  const { model, language } = useEditor()
  return (field: RecordField): string =>
    someTextAt(model.document, fieldPlace(classId, field.id, 'label'), language) ||
    t('unnamed.field', { type: t(`types.${field.type}.name`) })
}
