import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/base/Card.tsx'
import { MoreIcon } from '../../../ui/icons/record-icons.tsx'
import { PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import { ActionMenu, MenuItem } from '../../../ui/shell/ActionMenu.tsx'
import { focusLater, useEditor } from './editor-context.ts'
import { FaultMark } from './faults/FaultMarks.tsx'
import { classPlace } from './faults/text-places.ts'
import { OrderButtons } from './fields/OrderButtons.tsx'
import styles from './ModuleEditor.module.css'
import type { EditorModel } from './model/editor-model.ts'
import { addClass, duplicateClass, moveClass, removeClass } from './model/model-changes.ts'
import { firstLanguage, someTextAt } from './model/module-texts.ts'

export interface FormListProps {
  chosen: string | undefined
  onChoose: (classId: string) => void
}

/** The forms of the module: which one is edited, and their order. */
export const FormList = ({ chosen, onChoose }: FormListProps) => {
  const { t } = useTranslation('moduleEditor')
  const frame = useEditor()
  const { model, language, change } = frame
  const forms = model.document.classes
  const nameOf = (classId: string) =>
    someTextAt(model.document, classPlace(classId, 'name'), language) || t('unnamed.form')
  const show = (classId: string) => {
    onChoose(classId)
    focusLater('editor-form-name')
  }
  const take = ([next, classId]: [EditorModel, string]) => {
    change(() => next)
    show(classId)
  }
  const add = () => take(addClass(model, forms.length > 0 ? firstLanguage(model.document) : language))
  const remove = (classId: string) => frame.remove(nameOf(classId), (now) => removeClass(now, classId))
  return (
    <Card title={t('forms.title')} count={forms.length}>
      <ul>
        {forms.map(({ classId }, index) => (
          <li key={classId} className={styles.row} data-chosen={classId === chosen || undefined}>
            <button
              type="button"
              className={styles.open}
              aria-current={classId === chosen ? 'true' : undefined}
              onClick={() => show(classId)}
            >
              {nameOf(classId)}
              <FaultMark of={{ classId }} />
            </button>
            <span className={styles.tools}>
              <OrderButtons
                name={nameOf(classId)}
                id={`form-${classId}`}
                index={index}
                count={forms.length}
                onMove={(by) => change((now) => moveClass(now, classId, by))}
              />
              <ActionMenu label={t('more', { name: nameOf(classId) })} trigger={<MoreIcon />} align="end">
                <MenuItem onSelect={() => take(duplicateClass(model, classId))}>{t('duplicate')}</MenuItem>
                <MenuItem onSelect={() => remove(classId)}>{t('remove')}</MenuItem>
              </ActionMenu>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.add}>
        <Button variant="default" leftSection={<PlusIcon size={18} />} onClick={add}>
          {t('forms.add')}
        </Button>
      </div>
    </Card>
  )
}
