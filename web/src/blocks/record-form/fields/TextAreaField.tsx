import { type ComponentType, memo } from 'react'
import { TextAreaField as TextArea } from '../../../ui/fields/TextAreaField.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import styles from '../form/RecordForm.module.css'
import type { TextToolProps } from '../form/record-form-frame.ts'
import { type FieldProps, useFieldWords } from '../form/use-record-field.ts'
import { useTypedText } from '../form/use-typed-text.ts'
import { EarlierText } from '../last-time/EarlierText.tsx'
import { earlierTexts } from '../last-time/earlier-values.ts'

const rowsOf = (params: Record<string, unknown> | undefined) =>
  typeof params?.rows === 'number' ? params.rows : 2

interface BelowProps extends TextToolProps {
  Tool: ComponentType<TextToolProps>
}

/** What helps to write does not change with what is written. */
const Below = memo(({ Tool, areaId, label }: BelowProps) => (
  <Optional>
    <Tool areaId={areaId} label={label} />
  </Optional>
))

/** A text area that grows with its text; what was written before stands below it. */
export const TextAreaField = ({ field }: FieldProps) => {
  const { named, frame } = useFieldWords(field)
  const typed = useTypedText(field)
  const { id, label } = named
  const { TextTool } = frame
  const earlier = earlierTexts(field, frame)
  const earlierId = `${id}-earlier`
  return (
    <div className={styles.area}>
      <TextArea
        {...named}
        describedBy={earlier ? earlierId : undefined}
        rows={rowsOf(field.params)}
        {...typed}
      />
      {earlier && <EarlierText id={earlierId} label={label} {...earlier} />}
      {TextTool && <Below Tool={TextTool} areaId={id} label={label} />}
    </div>
  )
}
