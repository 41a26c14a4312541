import { Textarea } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../RecordForm.module.css'
import { type FieldProps, useRecordField } from '../use-record-field.ts'

const rowsOf = (params: Record<string, unknown> | undefined) =>
  typeof params?.rows === 'number' ? params.rows : 2

/** A text area that grows with its text; what was written last time stands below it. */
export const TextAreaField = ({ field }: FieldProps) => {
  const { t } = useTranslation('record')
  const { id, label, hint, required, value, onChange, onBlur, error, frame } = useRecordField(field)
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
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
        error={error}
        size="md"
      />
      {TextTool && (
        <Suspense>
          <TextTool areaId={id} label={label} />
        </Suspense>
      )}
      {lastTime && (
        <p id={`${id}-last`} className={styles.lastTime}>
          {t('form.lastTime', { text: lastTime })}
        </p>
      )}
    </div>
  )
}
