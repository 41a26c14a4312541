import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { classNames } from '../base/class-names.ts'
import { Field, inputClass } from '../base/Field.tsx'
import styles from './SearchBox.module.css'

export interface SearchOption {
  readonly value: string
  readonly label: string
  readonly detail?: string | undefined
}

export interface SearchBoxProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  placeholder?: string
  text: string
  onText: (text: string) => void
  options: readonly SearchOption[]
  onPick: (value: string) => void
  /** Shown and announced instead of options: nothing found, still searching. */
  status?: string | undefined
  /** Enter without a highlighted option. */
  onEnter?: () => void
  onBlur?: () => void
  maxLength?: number
  /** Takes the focus when the dialog opens that it stands in. */
  isFirst?: boolean
  className?: string | undefined
}

/** A text field that offers what fits below it: arrows move, Enter picks, Escape closes. */
export const SearchBox = ({
  label,
  hint,
  error,
  placeholder,
  text,
  onText,
  options,
  onPick,
  status,
  onEnter,
  onBlur,
  maxLength = 100,
  isFirst = false,
  className,
}: SearchBoxProps) => {
  const listId = useId()
  const [opened, setOpened] = useState(false)
  const [active, setActive] = useState(0)
  const isShown = opened && (options.length > 0 || status !== undefined)
  const current = Math.min(active, options.length - 1)

  const pick = (option: SearchOption | undefined): void => {
    if (!option) return
    setOpened(false)
    onPick(option.value)
  }
  const move = (by: number): void => {
    setOpened(true)
    setActive((Math.max(0, current) + by + options.length) % Math.max(1, options.length))
  }
  const enter = (): void => (isShown && options[current] ? pick(options[current]) : onEnter?.())
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(isShown ? 1 : 0)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') enter()
    else if (event.key === 'Escape' && isShown) setOpened(false)
    else return
    event.preventDefault()
  }

  return (
    <div className={classNames(styles.frame, className)}>
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <input
            {...control}
            type="text"
            className={inputClass}
            role="combobox"
            aria-expanded={isShown && options.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isShown && current >= 0 ? `${listId}-${current}` : undefined}
            // Escape closes the list, not the dialog it may stand in.
            data-mantine-stop-propagation={isShown ? 'true' : undefined}
            data-autofocus={isFirst || undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={maxLength}
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              setActive(0)
              setOpened(true)
              onText(event.currentTarget.value)
            }}
            onClick={() => setOpened(true)}
            onBlur={() => {
              setOpened(false)
              onBlur?.()
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div className={classNames(styles.drop, !isShown && styles.closed)}>
        <div
          id={listId}
          role="listbox"
          aria-label={typeof label === 'string' ? label : undefined}
          hidden={options.length === 0}
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox, which owns the focus
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={styles.option}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
              onMouseMove={() => setActive(index)}
            >
              <span>{option.label}</span>
              {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
            </div>
          ))}
        </div>
        <p role="status" className={styles.status}>
          {options.length === 0 && isShown ? status : ''}
        </p>
      </div>
    </div>
  )
}
