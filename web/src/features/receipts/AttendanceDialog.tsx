import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../blocks/typed-time/day-text.ts'
import { DownloadIcon } from '../../ui/icons/viewer-icons.tsx'
import '../../ui/fields/mantine-styles.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { WideDialog } from '../../ui/WideDialog.tsx'
import styles from './AttendanceDialog.module.css'
import { useAttendancePaper } from './receipts.queries.ts'

export interface AttendanceDialogProps {
  patient: { id: number; name: string }
  onClose: () => void
}

/** Issues the visits of a patient on some days as a paper; this month's until somebody says otherwise. */
export const AttendanceDialog = ({ patient, onClose }: AttendanceDialogProps) => {
  const { t } = useTranslation(['desk', 'buttons'])
  const today = useDates().today()
  const form = useRef<HTMLFormElement>(null)
  const [from, setFrom] = useState<string | null>(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState<string | null>(today)
  const [wasSent, setSent] = useState(false)
  const paper = useAttendancePaper()
  const [first, last] = [dayOf(from), dayOf(to)]
  const isTurned = first !== null && last !== null && first > last

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (paper.isPending) return
    if (isTurned) {
      form.current?.querySelector<HTMLElement>('[data-last-day] input')?.focus()
      return
    }
    paper.mutate({ patientId: patient.id, from, to }, { onSuccess: onClose })
  }

  return (
    <WideDialog
      onClose={onClose}
      title={t('attendance.title', { name: patient.name })}
      size={480}
      closeLabel={t('buttons:close')}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <p className={styles.words}>{t('attendance.text')}</p>
        <div className={styles.days}>
          <DayInput label={t('attendance.from')} value={from} onChange={setFrom} />
          <div data-last-day>
            <DayInput
              label={t('attendance.to')}
              value={to}
              onChange={setTo}
              error={wasSent && isTurned ? t('attendance.order') : undefined}
            />
          </div>
        </div>
        <p className={styles.hint}>{t('attendance.hint')}</p>
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('attendance.cancel')}
          </Button>
          <Button type="submit" leftSection={<DownloadIcon />} loading={paper.isPending}>
            {t('attendance.submit')}
          </Button>
        </div>
      </form>
    </WideDialog>
  )
}
