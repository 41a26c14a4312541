import { type ComponentType, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { TextAreaField as TextArea } from '../../../ui/fields/TextAreaField.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import styles from '../form/RecordForm.module.css'
import type { TextToolProps } from '../form/record-form-frame.ts'
import { type FieldProps, useFieldWords } from '../form/use-record-field.ts'
import { useTypedText } from '../form/use-typed-text.ts'

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

/** A text area that grows with its text; what was written last time stands below it. */
export const TextAreaField = ({ field }: FieldProps) => {
  const { t } = useTranslation('record')
  const { named, frame } = useFieldWords(field)
  const typed = useTypedText(field)
  const { id, label, hint } = named
  const { TextTool } = frame
  const before = frame.last?.[field.id]
  const lastTime =
    typeof before === 'string' && before.trim() !== '' ? t('form.lastTime', { text: before }) : undefined
  return (
    <div className={styles.area}>
      <TextArea
        {...named}
        hint={
          (hint ?? lastTime) && (
            <>
              {hint}
              {lastTime && <span className={styles.lastTime}>{lastTime}</span>}
            </>
          )
        }
        rows={rowsOf(field.params)}
        {...typed}
      />
      {TextTool && <Below Tool={TextTool} areaId={id} label={label} />}
    </div>
  )
}
