import type { RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../editor-context.ts'
import styles from '../ModuleEditor.module.css'
import { changeClass } from '../model/model-changes.ts'
import { AddField } from './AddField.tsx'
import { type Container, isGroup, withFieldIn } from './class-fields.ts'
import { draggedField } from './dragged-field.ts'
import { FieldRow } from './FieldRow.tsx'
import { useFieldName } from './use-field-name.ts'

export interface FieldListProps {
  recordClass: RecordClassFile
  fields: readonly RecordField[]
  container: Container
  /** What the section or group is called. */
  name: string
}

/** The fields of a section or group, in the order of the form. */
export const FieldList = ({ recordClass, fields, container, name }: FieldListProps) => {
  const { t } = useTranslation('moduleEditor')
  const { change } = useEditor()
  const fieldName = useFieldName(recordClass.classId)
  const onDrop = (event: DragEvent, index: number) => {
    const id = event.dataTransfer.getData(draggedField)
    if (id === '') return
    event.preventDefault()
    event.stopPropagation()
    const from = fields.findIndex((field) => field.id === id)
    const place = { container, index: from >= 0 && from < index ? index - 1 : index }
    change((now) => changeClass(now, recordClass.classId, (one) => withFieldIn(one, id, place)))
  }
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer.types.includes(draggedField)) event.preventDefault()
  }
  return (
    <>
      {fields.length === 0 && <p className={styles.empty}>{t('fields.none')}</p>}
      <ol aria-label={t('fields.list', { name })}>
        {fields.map((field, index) => (
          <FieldRow
            key={field.id}
            recordClass={recordClass}
            field={field}
            index={index}
            count={fields.length}
            onDragOver={onDragOver}
            onDrop={(event) => onDrop(event, index)}
          >
            {isGroup(field) && (
              <div className={styles.inner}>
                <FieldList
                  recordClass={recordClass}
                  fields={field.subfields ?? []}
                  container={`group:${field.id}`}
                  name={fieldName(field)}
                />
              </div>
            )}
          </FieldRow>
        ))}
      </ol>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons of each field do what dropping does */}
      <div onDragOver={onDragOver} onDrop={(event) => onDrop(event, fields.length)}>
        <AddField classId={recordClass.classId} container={container} name={name} />
      </div>
    </>
  )
}
