import type { CopyPart } from '@ulna/contract/patient-copies/patient-copies'
import { isFilePart, visitTextsPart } from '@ulna/contract/patient-copies/patient-copies.reserved'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { More } from '../../ui/More.tsx'
import styles from './KeptBack.module.css'

export interface KeptBackProps {
  parts: readonly CopyPart[]
  /** Keys of what stays behind. */
  keptBack: readonly string[]
  onChange: (key: string, isKept: boolean) => void
}

const useWords = () => {
  const { t } = useTranslation('copies')
  const { day: dayText } = useDates()
  const label = ({ key, kind, form, label: said }: CopyPart): string => {
    if (isFilePart(key)) return t(`filePart.${key}`)
    if (kind === 'visit' || kind === 'file') return said
    return said === '' ? form : t('partOf', { form, label: said })
  }
  const about = ({ kind, day, count, reserved }: CopyPart): string => {
    if (day !== null) {
      const thing = kind === 'record' && count === 0 ? 'recordAlone' : kind
      return thing === 'visit' ? dayText(day) : t(`ofThing.${thing}`, { day: dayText(day), count })
    }
    return [kind === 'answer' && t('times', { count }), reserved && t(`reason.${reserved}`)]
      .filter(Boolean)
      .join(' · ')
  }
  return { label, about }
}

/** What may stay behind, each with how often or when it stands in the file and why. A document takes its files along, and the texts of all visits those of each. */
export const KeptBackList = ({ parts, keptBack, onChange }: KeptBackProps) => {
  const { label, about } = useWords()
  return (
    <div className={styles.list}>
      {parts.map((part) => {
        const isWithin = part.of !== null
        const isKeptAround = part.of !== null && keptBack.includes(part.of)
        return (
          <div key={part.key} className={isWithin ? styles.within : undefined}>
            <CheckboxField
              label={
                <>
                  <span className={styles.words}>{label(part)}</span>
                  <Hint>{about(part)}</Hint>
                </>
              }
              checked={isKeptAround || keptBack.includes(part.key)}
              disabled={isKeptAround}
              onChange={({ currentTarget }) => onChange(part.key, currentTarget.checked)}
            />
          </div>
        )
      })}
    </div>
  )
}

const groups = ['answer', 'record', 'visit'] as const

const groupOf = ({ key, kind }: CopyPart): (typeof groups)[number] => {
  if (key === visitTextsPart || kind === 'visit') return 'visit'
  return kind === 'record' || kind === 'file' ? 'record' : 'answer'
}

/** The only file of a document goes with it and is no choice of its own. */
const isChoice = ({ kind, of }: CopyPart, parts: readonly CopyPart[]): boolean =>
  kind !== 'file' || of === null || parts.some(({ key, count }) => key === of && count > 1)

/** What may stay behind, folded by what it is; a group in which something does stands open. */
export const KeptBackGroups = ({ parts, ...choice }: KeptBackProps) => {
  const { t } = useTranslation('copies')
  const isKept = ({ key }: CopyPart) => choice.keptBack.includes(key)
  // One that was opened stays so while ticks come and go.
  const [open] = useState(() => new Set(parts.filter(isKept).map(groupOf)))
  return groups.map((group) => {
    const own = parts.filter((part) => groupOf(part) === group && isChoice(part, parts))
    if (own.length === 0) return null
    const count = own.filter(isKept).length
    const name = t(`group.${group}`)
    return (
      <More key={group} label={count === 0 ? name : t('groupKept', { name, count })} isOpen={open.has(group)}>
        <KeptBackList parts={own} {...choice} />
      </More>
    )
  })
}
