import { Button } from '@mantine/core'
import { type ClipboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { calloutClass } from '../../../ui/base/callout.ts'
import { Field, inputClass } from '../../../ui/base/Field.tsx'
import { Problem } from '../../../ui/base/Problem.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../ui/icons/base-icons.tsx'
import { PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './RowsField.module.css'

export interface RowsFieldProps {
  legend: string
  hint: string
  /** Said while there is no row. */
  none: string
  /** Names one row for screen readers. */
  rowLabel: (number: number) => string
  addLabel: string
  placeholder: string
  rows: readonly string[]
  errorOf: (index: number) => string | undefined
  /** What is wrong with the list as a whole. */
  error: string | undefined
  onChange: (rows: string[]) => void
}

const inputsIn = (list: HTMLElement | null): HTMLInputElement[] => [
  ...(list?.querySelectorAll('input') ?? []),
]

/** A list of short texts, one a row; several that are pasted become rows of their own. */
export const RowsField = (props: RowsFieldProps) => {
  const { legend, hint, none, rowLabel, addLabel, placeholder, rows, errorOf, error, onChange } = props
  const { t } = useTranslation('settings')
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const adding = useRef<HTMLButtonElement>(null)

  const focusRow = (index: number): void => {
    requestAnimationFrame(() => (inputsIn(list.current)[index] ?? adding.current)?.focus())
  }
  const put = (index: number, texts: readonly string[]): void =>
    onChange([...rows.slice(0, index), ...texts, ...rows.slice(index + 1)])
  const remove = (index: number): void => {
    put(index, [])
    focusRow(Math.max(0, index - 1))
  }
  const add = (): void => {
    onChange([...rows, ''])
    focusRow(rows.length)
  }
  const paste = (index: number, event: ClipboardEvent): void => {
    const texts = event.clipboardData
      .getData('text')
      .split(/[\s,;]+/)
      .filter(Boolean)
    if (texts.length < 2) return
    event.preventDefault()
    put(index, texts)
  }
  return (
    <fieldset
      ref={list}
      className={styles.rows}
      aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
    >
      <legend className={styles.legend}>{legend}</legend>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      {error !== undefined && <Problem id={`${id}-error`}>{error}</Problem>}
      {rows.length === 0 && <p className={calloutClass('mute')}>{none}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place; the texts change as they are typed
        <div key={index} className={styles.row}>
          <Field
            label={<VisuallyHidden>{rowLabel(index + 1)}</VisuallyHidden>}
            error={errorOf(index)}
            className={styles.field}
          >
            {(control) => (
              <input
                {...control}
                className={inputClass}
                value={row}
                placeholder={placeholder}
                maxLength={253}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onChange={(event) => put(index, [event.currentTarget.value])}
                onPaste={(event) => paste(index, event)}
              />
            )}
          </Field>
          <IconButton
            label={t('access.removeRow', { row: row || rowLabel(index + 1) })}
            onClick={() => remove(index)}
          >
            <CloseIcon />
          </IconButton>
        </div>
      ))}
      <Button ref={adding} variant="subtle" leftSection={<PlusIcon />} onClick={add}>
        {addLabel}
      </Button>
    </fieldset>
  )
}
