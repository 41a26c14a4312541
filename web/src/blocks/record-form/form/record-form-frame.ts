import type { Language, RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { ClassText } from './class-texts.ts'
import type { FormValues } from './form-values.ts'

export interface CaseChoice {
  id: number
  name: string
}

/** Helps to write in one text area. */
export interface TextToolProps {
  /** Id of the text area. */
  areaId: string
  /** Name of the field. */
  label: string
}

/** What every field of an open form may need besides its own value. */
export interface RecordFormFrame {
  recordClass: RecordClass
  text: ClassText
  /** Ids of the fields that are drawn. */
  shown: ReadonlySet<string>
  language: Language
  timeFormat: 'HH:mm' | 'hh:mm a'
  cases: readonly CaseChoice[]
  /** Values of the last and the first visit, for ticks and hints. */
  last: FormValues | undefined
  first: FormValues | undefined
  /** Day of the last visit, in words. */
  lastDay: string | undefined
  /** Fields that were filled with what they said last time; each is marked for as long as it says just that. */
  carried: ReadonlySet<string>
  setCarried: (fieldIds: ReadonlySet<string>) => void
  /** Stands below every text area. */
  TextTool: ComponentType<TextToolProps> | undefined
  /** Where body charts are drawn: null while that place is not there yet, undefined where there is none. */
  beside: HTMLElement | null | undefined
  /** Ids of the elements that take focus: one per field and form. */
  elementId: (fieldId: string) => string
  /** Draws a field inside another one; given here because a group cannot import the map it stands in. */
  renderField: (field: RecordField) => ReactNode
}

export const RecordFormFrameContext = createContext<RecordFormFrame | null>(null)

export const useRecordFormFrame = (): RecordFormFrame => {
  const frame = use(RecordFormFrameContext)
  if (!frame) throw new Error('A field was rendered outside a RecordForm')
  return frame
}
