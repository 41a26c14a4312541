import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import type { Language } from '@ulna/contract/record-class/record-class'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLeaveQuestion } from '../../../blocks/form/use-leave-question.tsx'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { EditorBar } from './EditorBar.tsx'
import type { EditorAddress } from './editor-address.ts'
import { EditorContext, type EditorFrame, focusLater } from './editor-context.ts'
import { FormEditor } from './FormEditor.tsx'
import { FormList } from './FormList.tsx'
import { FaultList } from './faults/FaultList.tsx'
import { LanguageBar } from './LanguageBar.tsx'
import styles from './ModuleEditor.module.css'
import { ModuleFacts } from './ModuleFacts.tsx'
import { classIn } from './model/model-changes.ts'
import type { TakenIds } from './model/settled-ids.ts'
import type { DraftPlace } from './model/stored-draft.ts'
import { FormPreview } from './preview/FormPreview.tsx'
import { useEditing } from './use-editing.ts'
import { useSaveModule } from './use-save-module.ts'

export interface EditorScreenProps {
  /** What is stored; undefined for a module that is new. */
  document: ModuleDocument | undefined
  taken: TakenIds
  place: DraftPlace
  address: EditorAddress
  onAddress: (address: EditorAddress) => void
}

/** The module at the left, its form as it will be at the right; below each other where there is no room. */
export const EditorScreen = ({ document, taken, place, address, onAddress }: EditorScreenProps) => {
  const { t } = useTranslation('moduleEditor')
  const dates = useDates()
  const editing = useEditing(document, place)
  const { question } = useLeaveQuestion({
    holdsUnsaved: () => editing.dirty,
    onForget: place.forget,
    isKept: true,
  })
  const { model } = editing
  const [language, setLanguage] = useState<Language>(dates.language)
  const [said, setSaid] = useState('')
  const saving = useSaveModule({ editing, taken, address, onAddress })
  const chosen = classIn(model, address.form ?? '') ?? model.document.classes[0]
  const frame: EditorFrame = {
    model,
    language,
    faults: saving.faults,
    openField: address.field,
    showField: (field) => onAddress({ ...address, form: chosen?.classId, field }),
    change: editing.change,
    remove: (name, change) => {
      editing.change(change)
      setSaid(t('removed', { name }))
      focusLater('editor-undo')
    },
    say: setSaid,
  }
  return (
    <EditorContext value={frame}>
      <EditorBar editing={editing} saving={saving} />
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {editing.outdated && <ErrorBanner title={t('outdated.title')}>{t('outdated.text')}</ErrorBanner>}
      {saving.problem && <ErrorBanner title={saving.problem} />}
      <FaultList
        onFollow={({ classId, fieldId, language: wanted }) => {
          if (wanted) setLanguage(wanted)
          onAddress({ ...address, form: classId ?? chosen?.classId, field: fieldId })
        }}
      />
      <LanguageBar onChoose={setLanguage} />
      <div className={styles.screen}>
        <div className={stackClass(20)}>
          <ModuleFacts />
          <FormList
            chosen={chosen?.classId}
            onChoose={(form) => onAddress({ ...address, form, field: undefined })}
          />
          {chosen && <FormEditor key={chosen.classId} recordClass={chosen} />}
        </div>
        <div className={styles.aside} id="editor-preview" tabIndex={-1}>
          <Card title={t('preview.title')}>
            {chosen ? (
              <FormPreview document={model.document} recordClass={chosen} language={language} />
            ) : (
              <EmptyState plain level={3} title={t('preview.none')}>
                {t('preview.noneText')}
              </EmptyState>
            )}
          </Card>
        </div>
      </div>
      {question}
    </EditorContext>
  )
}
