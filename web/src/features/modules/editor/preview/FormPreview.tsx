import { Button } from '@mantine/core'
import { languages } from '@ulna/contract/languages'
import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import type { Language, RecordClass, RecordClassFile } from '@ulna/contract/record-class/record-class'
import { neededConsents } from '@ulna/contract/record-class/record-class.consents'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FormValues,
  filledValues,
  startValues,
} from '../../../../blocks/record-form/form/form-values.ts'
import { RecordForm } from '../../../../blocks/record-form/form/RecordForm.tsx'
import { calloutClass } from '../../../../ui/base/callout.ts'
import { Hint } from '../../../../ui/base/Hint.tsx'
import { ChoiceField } from '../../../../ui/fields/ChoiceField.tsx'
import { consentName, useConsents } from '../consents/use-consents.ts'
import { classPlace } from '../faults/text-places.ts'
import styles from '../ModuleEditor.module.css'
import { placedTexts, someTextAt } from '../model/module-texts.ts'

/** What stands where a text has no words in any language yet. */
type Unnamed = (at: string) => string

/** The form as it will be, in one language whatever the reader's is; texts that lack are taken from the first one. */
const shownClass = (
  document: ModuleDocument,
  one: RecordClassFile,
  { language, unnamed }: { language: Language; unnamed: Unnamed },
): RecordClass => {
  const own = placedTexts(document).filter(({ at }) => at.startsWith(`${one.classId}/`))
  const texts = Object.fromEntries(
    own.map(({ key, at }) => [key, someTextAt(document, at, language) || unnamed(at)]),
  )
  const locales = Object.fromEntries(languages.map((each) => [each, texts])) as RecordClass['locales']
  return { ...one, recordModuleId: document.module.id, locales }
}

/** Changes when the form is built otherwise; other words leave it as it is. */
const shapeOf = ({ sections }: Pick<RecordClassFile, 'sections'>): string =>
  JSON.stringify(sections, (key, value: unknown) => (key === 'label' || key === 'hint' ? undefined : value))

interface NeededInPreviewProps {
  document: ModuleDocument
  language: Language
  /** Ids of the consents that what is chosen needs. */
  needed: readonly string[]
}

/** What the form will say where a patient has not signed a consent. */
const NeededInPreview = ({ document, language, needed }: NeededInPreviewProps) => {
  const { t } = useTranslation('moduleEditor')
  const consents = useConsents(document, language)
  return (
    <div role="status">
      {needed.map((id) => (
        <p key={id} className={calloutClass('warn', styles.needed)}>
          {t('consent.inPreview', { name: consentName(consents, id) })}
        </p>
      ))}
    </div>
  )
}

export interface FormPreviewProps {
  document: ModuleDocument
  recordClass: RecordClassFile
  /** The language that the preview starts with. */
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
      <Hint>{t('preview.note')}</Hint>
    </div>
  )
}
