import { languages } from '@ulna/contract/languages'
import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import type { Language, RecordClassFile } from '@ulna/contract/record-class/record-class'
import { neededConsents } from '@ulna/contract/record-class/record-class.consents'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FormValues,
  filledValues,
  startValues,
} from '../../../../blocks/record-form/form/form-values.ts'
import { RecordForm } from '../../../../blocks/record-form/form/RecordForm.tsx'
import '../../../../ui/fields/mantine-styles.ts'
import { Button } from '@mantine/core'
import { ChoiceField } from '../../../../ui/fields/ChoiceField.tsx'
import { classPlace } from '../faults/text-places.ts'
import styles from '../ModuleEditor.module.css'
import { someTextAt } from '../model/module-texts.ts'
import { NeededInPreview } from './NeededInPreview.tsx'
import { shapeOf, shownClass } from './shown-class.ts'

export interface FormPreviewProps {
  document: ModuleDocument
  recordClass: RecordClassFile
  /** The language it starts with. */
  language: Language
}

/** The form as it opens in a file, in a language of choice; what is tried in it is not kept. */
export const FormPreview = ({ document, recordClass, language }: FormPreviewProps) => {
  const { t } = useTranslation('moduleEditor')
  const [chosen, setChosen] = useState<Language>()
  const [said, setSaid] = useState('')
  const values = useRef<FormValues>({})
  const [tried, setTried] = useState<FormValues>({})
  const shown = chosen ?? language
  const form = shownClass(document, recordClass, {
    language: shown,
    unnamed: (at) => (at.endsWith('/unit') ? '' : t('unnamed.text')),
  })
  const name = someTextAt(document, classPlace(recordClass.classId, 'name'), shown) || t('unnamed.form')
  return (
    <div className={styles.preview}>
      <ChoiceField
        legend={t('preview.language')}
        name="preview"
        value={shown}
        onChange={setChosen}
        choices={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
      />
      <div className={styles.paper} lang={shown}>
        <RecordForm
          key={`${recordClass.classId} ${shapeOf(recordClass)}`}
          label={t('preview.label', { name })}
          recordClass={form}
          startValues={startValues(form, filledValues(form, values.current))}
          onValuesChange={(now) => {
            values.current = now
            setTried(now)
            setSaid('')
          }}
          onSubmit={() => setSaid(t('preview.valid'))}
          after={
            <NeededInPreview document={document} language={language} needed={neededConsents(form, tried)} />
          }
          actions={
            <>
              <Button type="submit" variant="default">
                {t('preview.check')}
              </Button>
              <span role="status">{said}</span>
            </>
          }
        />
      </div>
      <p className={styles.about}>{t('preview.note')}</p>
    </div>
  )
}
