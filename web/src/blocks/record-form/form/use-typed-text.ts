import type { RecordField } from '@ulna/contract/record-class/record-class'
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import type { FormValues } from './form-values.ts'

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

type TextElement = HTMLInputElement | HTMLTextAreaElement

/**
 * A field whose text the browser holds: a key changes it without anything being drawn anew (promises.md H8). What
 * the form puts there (last time's text, an own text) is written into the element.
 */
export const useTypedText = ({ id }: Pick<RecordField, 'id'>) => {
  const form = useFormContext<FormValues>()
  const { onChange, onBlur } = form.register(id)
  const { errors } = useFormState<FormValues>({ control: form.control, name: id, exact: true })
  const [startText] = useState(() => asText(form.getValues(id)))
  const element = useRef<TextElement>(null)

  useEffect(() => {
    const show = (): void => {
      const text = asText(form.getValues(id))
      if (element.current && element.current.value !== text) element.current.value = text
    }
    show()
    return form.subscribe({ name: id, exact: true, formState: { values: true }, callback: show })
  }, [form, id])

  const hold: RefCallback<TextElement> = useCallback((held) => {
    element.current = held
  }, [])

  return {
    ref: hold,
    defaultValue: startText,
    error: errors[id]?.message,
    onChange: (event: { currentTarget: TextElement }): void =>
      void onChange({ type: 'change', target: { name: id, value: event.currentTarget.value } }),
    onBlur: (): void => void onBlur({ type: 'blur', target: { name: id, value: form.getValues(id) } }),
  }
}
