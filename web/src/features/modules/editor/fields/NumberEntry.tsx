import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberText, parseNumberText } from '../../../../blocks/record-form/numbers/number-text.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { TextField } from '../../../../ui/base/TextField.tsx'

export interface NumberEntryProps {
  label: string
  hint?: string
  value: number | undefined
  /** Numbers only; undefined where nothing stands. */
  onChange: (value: number | undefined) => void
  /** True where a number has to stand. */
  required?: boolean
  integer?: boolean
}

/** A number with comma or point; what is none stays on the screen and says so. */
export const NumberEntry = ({ label, hint, value, onChange, required, integer }: NumberEntryProps) => {
  const { t } = useTranslation('moduleEditor')
  const { language } = useDates()
  const [typed, setTyped] = useState<string>()
  const accepts = (one: number | string | null): one is number | null =>
    one === null ? !required : typeof one === 'number' && (!integer || Number.isInteger(one))
  const isWrong = typed !== undefined && !accepts(parseNumberText(typed))
  const wrong = t(integer ? 'numbers.whole' : 'numbers.wrong')
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      value={typed ?? numberText(value, language)}
      error={isWrong ? wrong : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const parsed = parseNumberText(text)
        if (accepts(parsed)) onChange(parsed ?? undefined)
      }}
      onBlur={() => {
        if (!isWrong) setTyped(undefined)
      }}
    />
  )
}
