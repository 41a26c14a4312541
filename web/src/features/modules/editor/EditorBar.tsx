import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './ModuleEditor.module.css'
import type { Editing } from './use-editing.ts'
import type { Saving } from './use-save-module.ts'

/** Whether anything is unsaved, in words; back by one step, and the one button that saves. */
export const EditorBar = ({ editing, saving }: { editing: Editing; saving: Saving }) => {
  const { t } = useTranslation('moduleEditor')
  const { dirty, canUndo, undo } = editing
  return (
    <div className={styles.bar}>
      <span role="status" className={styles.state}>
        {t(dirty ? 'state.unsaved' : 'state.saved')}
      </span>
      <a className={styles.toPreview} href="#editor-preview">
        {t('preview.go')}
      </a>
      <Button
        id="editor-undo"
        variant="default"
        aria-disabled={!canUndo}
        {...(canUndo ? {} : { 'data-disabled': true })}
        onClick={() => {
          if (canUndo) undo()
        }}
      >
        {t('undo')}
      </Button>
      <Button
        loading={saving.pending}
        aria-disabled={!dirty}
        {...(dirty ? {} : { 'data-disabled': true })}
        onClick={() => {
          if (dirty) saving.save()
        }}
      >
        {t('save')}
      </Button>
    </div>
  )
}
