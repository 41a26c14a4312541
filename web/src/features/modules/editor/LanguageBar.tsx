import { Button } from '@mantine/core'
import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'
import { useTranslation } from 'react-i18next'
import { ChoiceField } from '../../../ui/fields/ChoiceField.tsx'
import { useEditor } from './editor-context.ts'
import styles from './ModuleEditor.module.css'
import { firstLanguage, missingTexts, withCopies } from './model/module-texts.ts'

/** In which language the texts are written now, what each still lacks, and the way to copy it. */
export const LanguageBar = ({ onChoose }: { onChoose: (language: Language) => void }) => {
  const { t } = useTranslation('moduleEditor')
  const { model, language, change, say } = useEditor()
  const first = firstLanguage(model.document)
  const missing = missingTexts(model.document, language).length
  const canCopy = missingTexts(withCopies(model.document, language), language).length < missing
  const copy = () => {
    change((now) => ({ ...now, document: withCopies(now.document, language) }))
    say(t('texts.copyDone', { language: t(`languages.${first}`) }))
  }
  return (
    <div className={styles.languages}>
      <ChoiceField
        legend={t('texts.language')}
        name="language"
        value={language}
        onChange={onChoose}
        choices={languages.map((value) => {
          const lacks = missingTexts(model.document, value).length
          const name = t(`languages.${value}`)
          return { value, label: lacks === 0 ? name : t('texts.lacks', { name, count: lacks }) }
        })}
      />
      {canCopy && (
        <Button variant="default" onClick={copy}>
          {t('texts.copy', { language: t(`languages.${first}`) })}
        </Button>
      )}
    </div>
  )
}
