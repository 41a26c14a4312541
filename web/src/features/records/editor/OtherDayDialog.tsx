import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../../blocks/typed-time/day-text.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { stackClass } from '../../../ui/base/stack.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

export interface OtherDayDialogProps {
  /** `YYYY-MM-DD`. */
  onSave: (day: string) => void
  onCancel: () => void
}

/** Asks of which day a record is that was written on paper and is entered now. */
export const OtherDayDialog = ({ onSave, onCancel }: OtherDayDialogProps) => {
  const { t } = useTranslation('writing')
  const today = useDates().today()
  const [typed, setTyped] = useState<string | null>(null)
  const day = dayOf(typed)
  const isPast = day !== null && day <= today
  return (
    <ConfirmDialog
      opened
      title={t('otherDay.title')}
      confirmLabel={t('otherDay.save')}
      cancelLabel={t('carry.writeOn')}
      closeLabel={t('carry.writeOn')}
      disabled={!isPast}
      onConfirm={() => isPast && onSave(day)}
      onCancel={onCancel}
    >
      <div className={stackClass(16)}>
        <p>{t('otherDay.text')}</p>
        <DayInput label={t('otherDay.day')} value={typed} maxDate={today} onChange={setTyped} required />
      </div>
    </ConfirmDialog>
  )
}
