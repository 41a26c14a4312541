import { type CSSProperties, type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/base/class-names.ts'
import { Hint, hintClass } from '../../ui/base/Hint.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import styles from './PainScale.module.css'
import { levelAfterKey, painBand } from './pain-keys.ts'

export interface PainScaleProps {
  value: number | null
  onChange: (level: number | null) => void
  label: string
  /** Levels of the last and the first visit, drawn as ticks. */
  last?: number | undefined
  first?: number | undefined
  /** What changed since the first visit, in words. */
  change?: string | undefined
  minimum?: number
  maximum?: number
  required?: boolean
  disabled?: boolean
  error?: string | undefined
  /** Id of the element that takes focus when an error is followed. */
  id?: string
  hint?: string | undefined
}

/** A face whose mouth bends from a smile (0) to a frown (10). Drawn here; decoration only, the number says it. */
const PainFace = ({ level }: { level: number }) => {
  const corner = 14.2 + 0.35 * level
  const bend = 21.2 - 0.9 * level
  const eyes = level >= 8 ? 'M9.3 10.6l1.4.8M16.7 10.6l-1.4.8' : 'M9.3 10.4v.8M16.7 10.4v.8'
  return (
    <svg
      viewBox="0 0 26 26"
      width={26}
      height={26}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx={13} cy={13} r={10.5} />
      <path d={eyes} />
      <path d={`M8.6 ${corner.toFixed(1)}Q13 ${bend.toFixed(1)} 17.4 ${corner.toFixed(1)}`} />
    </svg>
  )
}

interface Marks {
  last?: number | undefined
  first?: number | undefined
}

const markKey = (level: number, { last, first }: Marks) => {
  if (level === last && level === first) return 'painScale.lastAndFirst'
  if (level === last) return 'painScale.last'
  return level === first ? 'painScale.first' : undefined
}

/** Neighbouring ticks would write over each other: the one of the first visit moves a line down. */
const isLowered = (level: number, { last, first }: Marks) =>
  level === first && last !== undefined && last !== first && Math.abs(last - first) === 1

/** Eleven large buttons, 0 to 10, as one radio group (visual.md, Pain scale). */
export const PainScale = ({
  value,
  onChange,
  label,
  last,
  first,
  change,
  minimum = 0,
  maximum = 10,
  required = false,
  disabled = false,
  error,
  id,
  hint,
}: PainScaleProps) => {
  const { t } = useTranslation('record')
  const ownId = useId()
  const group = useRef<HTMLDivElement>(null)
  const levels = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index)
  const marks = { last, first }
  const inTabOrder = value ?? minimum

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = levelAfterKey(event.key, value, minimum, maximum)
    if (next === undefined) return
    event.preventDefault()
    onChange(next)
    group.current?.querySelector<HTMLElement>(`[data-level="${next ?? minimum}"]`)?.focus()
  }

  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <span id={`${ownId}-label`} className={styles.label}>
          {label}
          {required && (
            <span className={styles.required} aria-hidden="true">
              {' *'}
            </span>
          )}
        </span>
        <span className={classNames(hintClass, styles.keys)}>{t('painScale.keys')}</span>
        {value !== null && !required && !disabled && (
          <TextButton onClick={() => onChange(null)}>{t('painScale.clear')}</TextButton>
        )}
      </div>
      <div
        ref={group}
        role="radiogroup"
        tabIndex={-1}
        id={id}
        className={styles.scale}
        aria-labelledby={`${ownId}-label`}
        aria-describedby={error || hint ? `${ownId}-note` : undefined}
        aria-invalid={error ? true : undefined}
        aria-required={required || undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.target !== group.current) return
          group.current.querySelector<HTMLElement>(`[data-level="${inTabOrder}"]`)?.focus()
        }}
      >
        {levels.map((level) => {
          const mark = markKey(level, marks)
          return (
            <div key={level} className={styles.cell} role="presentation">
              {/* biome-ignore lint/a11y/useSemanticElements: a 44 × 76 button with a face is no native radio */}
              <button
                type="button"
                role="radio"
                data-level={level}
                aria-checked={value === level}
                aria-label={mark ? `${level}, ${t(mark)}` : String(level)}
                tabIndex={level === inTabOrder ? 0 : -1}
                disabled={disabled}
                className={styles.level}
                style={{ '--pain': `var(--ulna-pain-${painBand(level)})` } as CSSProperties}
                onClick={() => onChange(level)}
              >
                <PainFace level={level} />
                <span>{level}</span>
              </button>
              {mark && (
                <span
                  className={styles.mark}
                  data-low={isLowered(level, marks) || undefined}
                  aria-hidden="true"
                >
                  {t(mark)}
                </span>
              )}
            </div>
          )
        })}
      </div>
      <div className={styles.ends}>
        <span aria-hidden="true">{t('painScale.none')}</span>
        {change && <b>{change}</b>}
        <span aria-hidden="true">{t('painScale.worst')}</span>
      </div>
      {(error ?? hint) && (
        <Hint id={`${ownId}-note`} className={classNames(styles.note, error && styles.error)}>
          {error ?? hint}
        </Hint>
      )}
    </div>
  )
}
