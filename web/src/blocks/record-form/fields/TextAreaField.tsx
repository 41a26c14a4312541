import { Textarea } from '@mantine/core'
import { type ComponentType, memo } from 'react'
import { useTranslation } from 'react-i18next'
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
  const { id, label, hint, required, frame } = useFieldWords(field)
  const typed = useTypedText(field)
  const { TextTool } = frame
  const before = frame.last?.[field.id]
  const lastTime = typeof before === 'string' && before.trim() !== '' ? before : undefined
  return (
    <div className={styles.area}>
      <Textarea
        id={id}
        label={label}
        description={hint}
        withAsterisk={required}
        aria-required={required || undefined}
        aria-describedby={lastTime ? `${id}-last` : undefined}
        classNames={{ input: styles.growing ?? '' }}
        rows={rowsOf(field.params)}
        {...typed}
        size="md"
      />
      {TextTool && <Below Tool={TextTool} areaId={id} label={label} />}
      {lastTime && (
        <p id={`${id}-last`} className={styles.lastTime}>
          {t('form.lastTime', { text: lastTime })}
        </p>
      )}
    </div>
  )
}
