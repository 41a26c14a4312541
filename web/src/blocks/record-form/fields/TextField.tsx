import { TextField as Text } from '../../../ui/base/TextField.tsx'
import { type FieldProps, useFieldWords } from '../form/use-record-field.ts'
import { useTypedText } from '../form/use-typed-text.ts'

export const TextField = ({ field }: FieldProps) => {
  const { named } = useFieldWords(field)
  return <Text {...named} {...useTypedText(field)} autoComplete="off" />
}
