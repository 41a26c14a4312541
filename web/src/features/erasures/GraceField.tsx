import { graceDays } from '@ulna/contract/erasures/erasures.rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/base/TextField.tsx'

/** Days as they were typed; null where they are none. */
const daysOf = (typed: string): number | null => {
  const days = Number(typed)
  const isDays = /^\d{1,3}$/.test(typed.trim()) && days >= graceDays.least && days <= graceDays.most
  return isDays ? days : null
}

export interface Grace {
  readonly typed: string
  /** Null where what was typed is no number of days. */
  readonly days: number | null
  onType(typed: string): void
}

/** How long an erasure can be taken back, as it is typed. */
export const useGrace = (): Grace => {
  const [typed, onType] = useState(String(graceDays.usual))
  return { typed, days: daysOf(typed), onType }
}

export const GraceField = ({ typed, days, onType }: Grace) => {
  const { t } = useTranslation('erasures')
  return (
    <TextField
      label={t('dialog.graceDays')}
      hint={t('dialog.graceHint', { ...graceDays })}
      error={days === null ? t('dialog.graceWrong', { ...graceDays }) : undefined}
      inputMode="numeric"
      maxLength={3}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
