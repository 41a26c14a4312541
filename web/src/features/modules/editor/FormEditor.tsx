import { Button } from '@mantine/core'
import type { RecordClassFile } from '@ulna/contract/record-class/record-class'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/base/Card.tsx'
import { PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import { ConsentSettings } from './consents/ConsentSettings.tsx'
import { focusLater, useEditor } from './editor-context.ts'
import { classPlace } from './faults/text-places.ts'
import { TextEntry } from './fields/TextEntry.tsx'
import styles from './ModuleEditor.module.css'
import { addSection } from './model/model-changes.ts'
import { someTextAt } from './model/module-texts.ts'
import { SectionEditor } from './SectionEditor.tsx'
import { ScoreList } from './scores/ScoreList.tsx'

/** One form: its name, its sections with their fields, and what is counted from the answers. */
export const FormEditor = ({ recordClass }: { recordClass: RecordClassFile }) => {
  const { t } = useTranslation('moduleEditor')
  const { model, language, change } = useEditor()
  const { classId, sections } = recordClass
  const name = someTextAt(model.document, classPlace(classId, 'name'), language)
  const add = () => {
    const [next, id] = addSection(model, classId)
    change(() => next)
    focusLater(`section-${id}-name`)
  }
  return (
    <Card title={name || t('unnamed.form')}>
      <div className={styles.fields}>
        <TextEntry at={classPlace(classId, 'name')} label={t('form.name')} inputId="editor-form-name" />
        <TextEntry at={classPlace(classId, 'description')} label={t('form.description')} multiline />
        <ConsentSettings recordClass={recordClass} />
      </div>
      {sections.map((section, index) => (
        <SectionEditor
          key={section.id}
          recordClass={recordClass}
          section={section}
          index={index}
          count={sections.length}
        />
      ))}
      <div className={styles.add}>
        <Button variant="default" leftSection={<PlusIcon size={18} />} onClick={add}>
          {t('sections.add')}
        </Button>
      </div>
      <ScoreList recordClass={recordClass} />
    </Card>
  )
}
