import { TextInput } from '@mantine/core'
import { type FieldProps, useFieldWords } from '../form/use-record-field.ts'
import { useTypedText } from '../form/use-typed-text.ts'

export const TextField = ({ field }: FieldProps) => {
  const { id, label, hint, required } = useFieldWords(field)
  const typed = useTypedText(field)
  return (
    <TextInput
      id={id}
      label={label}
      description={hint}
      withAsterisk={required}
      aria-required={required || undefined}
      {...typed}
      size="md"
      autoComplete="off"
    />
  )
}
