import { Button } from '@mantine/core'
import type { FieldType } from '@ulna/contract/record-class/record-class'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../../ui/base/class-names.ts'
import { hintClass } from '../../../../ui/base/Hint.tsx'
import { PlusIcon } from '../../../../ui/icons/shared-icons.tsx'
import { focusLater, useEditor } from '../editor-context.ts'
import styles from '../ModuleEditor.module.css'
import type { Container } from './class-fields.ts'
import { addField } from './field-changes.ts'
import { fieldKinds } from './field-kinds.ts'

export interface AddFieldProps {
  classId: string
  container: Container
  /** What the section or group is called that it is added to. */
  name: string
}

const groups = Object.entries(fieldKinds) as [keyof typeof fieldKinds, readonly FieldType[]][]

/** Which kinds of field there are, each with a word on what it is for; the chosen one opens at once. */
export const AddField = ({ classId, container, name }: AddFieldProps) => {
  const { t } = useTranslation('moduleEditor')
  const { model, change, showField } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const add = (type: FieldType) => {
    const [next, added] = addField(model, classId, { type, container })
    change(() => next)
    setOpen(false)
    showField(added)
    focusLater(`label-${added}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button opened
    <div className={styles.add} onKeyDown={onKeyDown}>
      <Button
        ref={button}
        variant="light"
        leftSection={<PlusIcon size={18} />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={t('fields.addTo', { name })}
        onClick={() => setOpen(!isOpen)}
      >
        {t('fields.add')}
      </Button>
      {isOpen && (
        <div id={id} className={styles.kinds}>
          {groups.map(([group, types]) => (
            <section key={group} aria-label={t(`kinds.${group}`)}>
              <h4 className={classNames(hintClass, styles.kind)}>{t(`kinds.${group}`)}</h4>
              <ul className={styles.types}>
                {types.map((type) => (
                  <li key={type}>
                    <button type="button" className={styles.type} onClick={() => add(type)}>
                      {t(`types.${type}.name`)}
                      <span className={classNames(hintClass, styles.about)}>{t(`types.${type}.about`)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}
