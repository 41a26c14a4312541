import { TextField as Text } from '../../../ui/base/TextField.tsx'
import { type FieldProps, useFieldWords } from '../form/use-record-field.ts'
import { useTypedText } from '../form/use-typed-text.ts'
import { EarlierText } from '../last-time/EarlierText.tsx'
import { earlierTexts } from '../last-time/earlier-values.ts'

/** One line of text; what was written before stands below it. */
export const TextField = ({ field }: FieldProps) => {
  const { named, frame } = useFieldWords(field)
  const typed = useTypedText(field)
  const earlier = earlierTexts(field, frame)
  const earlierId = `${named.id}-earlier`
  return (
    <div>
      <Text {...named} {...typed} describedBy={earlier ? earlierId : undefined} autoComplete="off" />
      {earlier && <EarlierText id={earlierId} label={named.label} {...earlier} />}
    </div>
  )
}
