import { useTranslation } from 'react-i18next'
import { TextField } from '../../../../ui/base/TextField.tsx'
import { TextAreaField } from '../../../../ui/fields/TextAreaField.tsx'
import { useEditor } from '../editor-context.ts'
import { useFaultText } from '../faults/use-fault-text.ts'
import { writeText } from '../model/editor-model.ts'
import { firstLanguage, placedTexts, readsAsFirst, textAt } from '../model/module-texts.ts'

export interface TextEntryProps {
  /** Where the text stands (text-places.ts). */
  at: string
  label: string
  hint?: string
  multiline?: boolean
  /** Id of the input, where the keyboard is sent to. */
  inputId?: string
}

/** What the first language says, and whether this one says anything of its own. */
const useTextState = (at: string, hint: string | undefined): { hint: string | undefined; lacks: boolean } => {
  const { t } = useTranslation('moduleEditor')
  const { model, language } = useEditor()
  const { document } = model
  const first = firstLanguage(document)
  const placed = placedTexts(document).find((one) => one.at === at)
  const lacks = placed !== undefined && textAt(document, at, language).trim() === ''
  const said = textAt(document, at, first).trim()
  if (language === first || said === '') return { hint, lacks }
  const text = said.length > 120 ? `${said.slice(0, 120)}…` : said
  const words = { text, language: t(`languages.${first}`) }
  const about = t(readsAsFirst(document, at, language) ? 'texts.copied' : 'texts.first', words)
  return { hint: hint ? `${hint} ${about}` : about, lacks }
}

/** One text of the module in the language that is being written. */
export const TextEntry = ({ at, label, hint, multiline = false, inputId }: TextEntryProps) => {
  const { t } = useTranslation('moduleEditor')
  const { model, language, faults, change } = useEditor()
  const faultText = useFaultText()
  const state = useTextState(at, hint)
  const fault = faults.find((one) => one.text === at && (one.language ?? language) === language)
  const missing = state.lacks ? t('texts.missing') : undefined
  const error = fault && state.lacks ? faultText(fault.fault) : undefined
  const shared = {
    label,
    hint: missing && !error ? [missing, state.hint].filter(Boolean).join(' ') : state.hint,
    error,
    lang: language,
    value: textAt(model.document, at, language),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      change((now) => writeText(now, at, language, value), `${at} ${language}`)
    },
  }
  return (
    <div id={inputId}>{multiline ? <TextAreaField rows={2} {...shared} /> : <TextField {...shared} />}</div>
  )
}
