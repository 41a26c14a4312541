import type { RecordClassFile, RecordSection } from '@ulna/contract/record-class/record-class'
import { useTranslation } from 'react-i18next'
import { MoreIcon } from '../../../ui/icons/record-icons.tsx'
import { ActionMenu, MenuItem } from '../../../ui/shell/ActionMenu.tsx'
import { useEditor } from './editor-context.ts'
import { sectionPlace, sectionTextPlace } from './faults/text-places.ts'
import { FieldList } from './fields/FieldList.tsx'
import { OrderButtons } from './fields/OrderButtons.tsx'
import { TextEntry } from './fields/TextEntry.tsx'
import styles from './ModuleEditor.module.css'
import { moveSection, removeSection } from './model/model-changes.ts'
import { someTextAt } from './model/module-texts.ts'

export interface SectionEditorProps {
  recordClass: RecordClassFile
  section: RecordSection
  index: number
  count: number
}

/** A part of a form under its own heading. */
export const SectionEditor = ({ recordClass, section, index, count }: SectionEditorProps) => {
  const { t } = useTranslation('moduleEditor')
  const { model, language, change, remove } = useEditor()
  const { classId } = recordClass
  const at = sectionPlace(classId, section.id)
  const name = someTextAt(model.document, at, language) || t('unnamed.section', { number: index + 1 })
  return (
    <section className={styles.section} aria-label={name}>
      <div className={styles.sectionHead}>
        <div className={styles.sectionName}>
          <TextEntry
            at={at}
            label={t('sections.name', { number: index + 1 })}
            inputId={`section-${section.id}-name`}
          />
        </div>
        <span className={styles.tools}>
          <OrderButtons
            name={name}
            id={`section-${section.id}`}
            index={index}
            count={count}
            onMove={(by) => change((now) => moveSection(now, classId, section.id, by))}
          />
          <ActionMenu label={t('more', { name })} trigger={<MoreIcon />} align="end">
            <MenuItem
              onSelect={() => remove(name, (now) => removeSection(now, classId, section.id))}
              reason={count === 1 ? t('sections.last') : undefined}
            >
              {t('remove')}
            </MenuItem>
          </ActionMenu>
        </span>
      </div>
      <div className={styles.sectionText}>
        <TextEntry
          at={sectionTextPlace(classId, section.id)}
          label={t('sections.text', { number: index + 1 })}
          hint={t('sections.textHint')}
          multiline
        />
      </div>
      <FieldList
        recordClass={recordClass}
        fields={section.fields}
        container={`section:${section.id}`}
        name={name}
      />
    </section>
  )
}
