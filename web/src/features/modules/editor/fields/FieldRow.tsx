import type { RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import type { DragEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../../ui/base/class-names.ts'
import { hintClass } from '../../../../ui/base/Hint.tsx'
import { ChevronDownIcon } from '../../../../ui/icons/shared-icons.tsx'
import { focusLater, useEditor } from '../editor-context.ts'
import { FaultMark } from '../faults/FaultMarks.tsx'
import styles from '../ModuleEditor.module.css'
import { changeClass } from '../model/model-changes.ts'
import { withFieldMoved } from './class-fields.ts'
import { draggedField } from './dragged-field.ts'
import { FieldMenu } from './FieldMenu.tsx'
import { FieldSettings } from './FieldSettings.tsx'
import { OrderButtons } from './OrderButtons.tsx'
import { useFieldName } from './use-field-name.ts'

export interface FieldRowProps {
  recordClass: RecordClassFile
  field: RecordField
  index: number
  count: number
  onDragOver: (event: DragEvent) => void
  onDrop: (event: DragEvent) => void
  /** The fields of a group. */
  children?: ReactNode
}

const moveKeys: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** One field of the form: it opens to be changed, and moves by buttons, by Alt and an arrow, or with the pointer. */
export const FieldRow = (props: FieldRowProps) => {
  const { recordClass, field, index, count, onDragOver, onDrop, children } = props
  const { t } = useTranslation('moduleEditor')
  const { openField, showField, change } = useEditor()
  const { classId } = recordClass
  const name = useFieldName(classId)(field)
  const isOpen = openField === field.id
  const move = (by: -1 | 1) =>
    change((now) => changeClass(now, classId, (one) => withFieldMoved(one, field.id, by)))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey ? moveKeys[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    move(by)
    focusLater(`field-${field.id}`)
  }
  return (
    <li className={styles.field} onDragOver={onDragOver} onDrop={onDrop}>
      <div className={styles.row}>
        <button
          type="button"
          id={`field-${field.id}`}
          className={styles.open}
          aria-expanded={isOpen}
          draggable
          onDragStart={(event) => event.dataTransfer.setData(draggedField, field.id)}
          onClick={() => showField(isOpen ? undefined : field.id)}
          onKeyDown={onKeyDown}
        >
          <span className={styles.words}>
            {name}
            <span className={classNames(hintClass, styles.about)}>
              {t(`types.${field.type}.name`)}
              {field.required && ` · ${t('field.isRequired')}`}
              {field.reserved && ` · ${t('field.isReserved')}`}
            </span>
          </span>
          <FaultMark of={{ classId, fieldId: field.id }} />
          <ChevronDownIcon className={classNames(styles.chevron, isOpen && styles.turned)} />
        </button>
        <span className={styles.tools}>
          <OrderButtons name={name} id={`field-${field.id}`} index={index} count={count} onMove={move} />
          <FieldMenu recordClass={recordClass} field={field} name={name} />
        </span>
      </div>
      {isOpen && <FieldSettings recordClass={recordClass} field={field} name={name} />}
      {children}
    </li>
  )
}
