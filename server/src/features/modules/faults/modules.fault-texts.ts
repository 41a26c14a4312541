import type { Language } from '@ulna/contract/record-class/record-class'
import { readLocaleTexts } from '../../../platform/locale-texts.ts'
import type { Fault } from './modules.fault.ts'

/** A fault in words: `main.side: Needs options.` */
export const faultText = ({ at, message, params }: Fault, language: Language = 'en'): string => {
  const text = (readLocaleTexts(language, 'moduleFaults')[message] ?? message).replaceAll(
    /{{(\w+)}}/g,
    (_, name: string) => String(params[name] ?? ''),
  )
  return at === '' ? text : `${at}: ${text}`
}
